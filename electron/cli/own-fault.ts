// What is said when Framescope itself is at fault: one sentence, and how to report it. Pure.

/** Lines for stderr. */
export function faultLines(error: unknown): string[] {
  const what = error instanceof Error ? error.message : String(error);
  const trace = error instanceof Error && error.stack ? error.stack : 'no trace';
  return [
    `framescope: this is a fault of Framescope, not of the extension: ${what}`,
    'Please report it with the lines below, the command you typed and, if there is one, the recording.',
    trace,
  ];
}
