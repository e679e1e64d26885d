// A command as one line to read, never to run: arguments that would be misread are quoted as JSON strings.

/** `node dist/index.js "my rules.yml"`. */
export function commandLine(argv: readonly string[]): string {
  return argv
    .map((argument) => (/^[\w@%+=:,./\\~-]+$/.test(argument) ? argument : JSON.stringify(argument)))
    .join(' ');
}

/** The same as one line for a POSIX shell, that runs what it says: quoted where that is needed. */
export function shellLine(argv: readonly string[]): string {
  return argv
    .map((argument) =>
      /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`,
    )
    .join(' ');
}
