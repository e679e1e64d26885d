// npm start [-- PATH]: sets up what is missing, builds, opens the app (on the extension at PATH, if one is named).
// Where there is no display it says so, shows the target's handshake in the terminal and a picture of the real window.
// npm run dev: the same with the dev server. It knows nothing of extensions: the app and the command line do.
import './require-node.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchCommand, run, withDisplay } from './launch.mjs';
import { hasDisplay } from './machine.mjs';
import { main, root, setup } from './setup.mjs';

const sample = path.join('examples', 'extensions', 'greeter');
const screenshotDeadlineMs = 60_000;
const vite = path.join('node_modules', 'vite', 'bin', 'vite.js');
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

const isDev = process.argv.includes('--dev');
const args = process.argv.slice(2).filter((arg) => arg !== '--dev');
// npm changes to the checkout's folder: a path is meant from where the person is.
const at = args.findIndex((arg) => !arg.startsWith('-'));
const target = at < 0 ? undefined : path.resolve(process.env.INIT_CWD ?? root, args[at] ?? '');
if (target !== undefined) args[at] = target;

await main(async () => {
  await setup();
  if (isDev) return withDisplay(async () => (await run(process.execPath, [vite])).code);
  const built = await run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn']);
  if (built.code !== 0) return built.code;
  return hasDisplay ? open(args) : showWithoutDisplay(target ?? path.join(root, sample));
});

/** @param {string[]} appArgs */
async function open(appArgs) {
  const app = launchCommand(['.', ...appArgs]);
  const { code, interrupted } = await run(app.command, app.args);
  return interrupted ? 0 : code;
}

/** @param {string} shown the target's path @returns {Promise<number>} 0, or the command line's code for a target that could not be started */
async function showWithoutDisplay(shown) {
  const inside = path.relative(root, shown);
  const words = inside === '' || inside.startsWith('..') ? shown : inside;
  say(`There is no display here, so no window can be seen. Instead, ${words} runs in this terminal:\n`);
  const inspected = await run(process.execPath, [path.join('dist', 'cli.js'), 'inspect', shown]);
  if (inspected.interrupted) return 130;
  const file = path.join(root, 'test-results', 'framescope-window.png');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  await withDisplay(() => photograph(shown, file));
  say(`\nThe same in the real window, made under a virtual display:\n${file}`);
  // 1 means that the inspection has findings: they are shown, and nothing went wrong here.
  return inspected.code <= 1 ? 0 : inspected.code;
}

/** @param {string} shown @param {string} file */
async function photograph(shown, file) {
  // Its own profile: a picture must not change the person's settings or recent targets.
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-'));
  try {
    const app = launchCommand(['.', `--user-data-dir=${profile}`, `--screenshot=${file}`, shown]);
    const done = await run(app.command, app.args, { capture: true, deadlineMs: screenshotDeadlineMs });
    if (done.code !== 0 || !fs.existsSync(file))
      throw new Error(
        `The window could not be photographed (code ${done.code}). What it said:\n${done.output.trim()}`,
      );
  } finally {
    fs.rmSync(profile, { recursive: true, force: true });
  }
}
