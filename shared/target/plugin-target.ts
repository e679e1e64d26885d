// A native plugin as a target, and what its host is to tell it. Plain values: shown for consent, sent over IPC, stored.

/** What was read from a library without running it. */
export interface Preflight {
  readonly format: 'elf' | 'machO';
  /** "x86-64", "ARM 64" … */
  readonly machine: string;
  readonly bits: 32 | 64;
  readonly isShared: boolean;
  /** Names of functions and data that others can use, as they stand in the file. */
  readonly exported: readonly string[];
  /** Names that have to come from elsewhere; weak ones, which may be missing, left out. */
  readonly wanted: readonly string[];
  /** Libraries it asks for by name. */
  readonly libraries: readonly string[];
  /** Where it wants them looked for. */
  readonly searchPaths: readonly string[];
}

export interface PluginTarget {
  /** Absolute; of source code, where the build will put it. */
  readonly library: string;
  /** null when the file could not be read as a library, or is still to be built. */
  readonly preflight: Preflight | null;
  /** C source that is built first, with this very command. */
  readonly build?: PluginBuild;
}

export interface PluginBuild {
  readonly source: string;
  /** Absolute; null when no compiler was found. */
  readonly compiler: string | null;
  /** argv[0] included. */
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** An answer to requests of a plugin that are not sent. The first that fits counts. */
export interface HttpMock {
  /** Letter case does not matter; absent: any. */
  readonly method?: string;
  /** The whole address; a * stands for anything. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface KnownModel {
  readonly provider: string;
  readonly model: string;
}

/** What the host tells a plugin; editable per target. */
export interface PluginHostSettings {
  /** Whether the project is trusted: the payload of resources_discover. */
  readonly trusted: boolean;
  /** null: made from the session. */
  readonly sessionId: string | null;
  /** Absolute; null: beside the recording. */
  readonly sessionFile: string | null;
  readonly systemPrompt: string;
  readonly models: readonly KnownModel[];
  readonly thinkingLevels: readonly string[];
  readonly httpMocks: readonly HttpMock[];
  /** Hosts to which requests are really sent, as they stand in an address: "example.com", "localhost:8080". */
  readonly httpAllowed: readonly string[];
  /** Memory that was given back is overwritten, so that a late use shows. */
  readonly poison: boolean;
  /** argv in front of the program that calls the plugin: a debugger, a memory checker. Absent or empty: nothing. */
  readonly under?: readonly string[];
}

/** Answered when no mock fits and nobody allowed the host. */
export const notAllowedStatus = 503;

export function defaultPluginSettings(provider: string, model: string): PluginHostSettings {
  return {
    trusted: true,
    sessionId: null,
    sessionFile: null,
    systemPrompt: 'You are a coding agent.',
    models: [
      { provider, model },
      { provider: 'anthropic', model: 'claude-opus-4-5' },
      { provider: 'openai', model: 'gpt-5' },
    ],
    thinkingLevels: ['off', 'minimal', 'low', 'medium', 'high'],
    httpMocks: [],
    httpAllowed: [],
    poison: false,
  };
}
