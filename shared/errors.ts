// Expected failures as plain, cloneable values: they cross the IPC border and are printed as JSON unchanged.
// Every code is declared here once; texts say what happened, where, and what to do next.

export type FailureCode =
  | 'targetMissing' // the path does not exist
  | 'targetNotExtension' // a folder without extension.json, or a file that is no manifest
  | 'manifestUnreadable'
  | 'manifestInvalid' // not JSON, or name / exec missing or of a wrong type
  | 'targetDisabled'
  | 'executableNotFound'
  | 'executableNotRunnable' // mode, missing interpreter, wrong architecture
  | 'commandEmpty'
  | 'buildFailed' // the compiler refused the source of a plugin
  | 'consentNeeded'
  | 'confirmationNeeded' // a tool marked DESTRUCTIVE runs only when a person has said so
  | 'sessionUnknown'
  | 'sessionNotRunning'
  | 'sessionRunning'
  | 'workspaceBusy' // all extensions are being reloaded
  | 'sendingUnderWay' // frames are being sent one after the other
  | 'nothingToWatch' // no file of the target is known
  | 'watchFailed' // the system would not tell of changes
  | 'rowUnknown'
  | 'notHeld'
  | 'recordingMissing'
  | 'recordingNewer'
  | 'recordingNotOne'
  | 'recordingUnwritable'
  | 'recordingUnfit' // it is one, but not for what is asked of it
  | 'tapUnavailable' // taps can't reach the app
  | 'sessionTapped' // the real host runs it, so only that one can do this
  | 'manifestTapped' // a tap stands in it, or its remains do, and it is not what was put there
  | 'fileUnreadable'
  | 'fileUnwritable'
  | 'argumentInvalid' // an IPC or command-line argument of the wrong shape
  | 'senderRefused'
  | 'internal'; // our own fault

/** A refusal: one sentence of what and where, one of what to do next, and evidence by name. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly fix?: string;
  /** Evidence, e.g. `{ path, errno, searched }`; plain JSON values only. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export function failure(
  code: FailureCode,
  message: string,
  fix?: string,
  detail?: Readonly<Record<string, unknown>>,
): Failure {
  return { code, message, ...(fix ? { fix } : {}), ...(detail ? { detail } : {}) };
}
