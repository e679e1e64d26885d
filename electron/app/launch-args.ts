// What the app was asked on its command line: a target to open (naming it is consent), or a picture to take.
// Pure: reads an argv, touches nothing.

export interface LaunchArgs {
  /** Folder, manifest, program or recording to open at once. */
  readonly path?: string;
  /** Save a picture of the window to this file once the session is ready or has ended, then quit. */
  readonly screenshot?: string;
}

/**
 * @param argv process.argv
 * @param packaged whether the app is packaged; if not, the first argument that is no switch is the app itself
 * @example readLaunchArgs(['electron', '.', '--screenshot=/tmp/x.png', 'examples/extensions/greeter'], false)
 */
export function readLaunchArgs(argv: readonly string[], packaged: boolean): LaunchArgs {
  const found: { path?: string; screenshot?: string } = {};
  let ownPath = !packaged;
  let onlyPaths = false;
  for (const arg of argv.slice(1)) {
    if (!onlyPaths && arg === '--') onlyPaths = true;
    else if (!onlyPaths && arg.startsWith('--screenshot='))
      found.screenshot = arg.slice('--screenshot='.length);
    else if (!onlyPaths && arg.startsWith('-'))
      continue; // a switch of Chromium's
    else if (ownPath) ownPath = false;
    else found.path ??= arg;
  }
  return found;
}
