// What can be opened, and the way there: look, show what would run, agree, run. Nothing is started before the person
// has agreed to exactly what `digest` covers; that is main's to check, this only asks in the right order.

import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type {
  Bridge,
  LeftoverRun,
  OpenSession,
  RecentTarget,
  SampleTarget,
  TargetPreview,
} from '@shared/ipc/contract.ts';
import { recordingExtension } from '@shared/recording/format.ts';
import type { GateMode } from '@shared/session/entries.ts';
import type { HostSettings, TargetInput } from '@shared/target/target.ts';
import { ask } from '../bridge.ts';

export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: Failure | null;
}
const unread = { value: null, failure: null };

/** A sheet that asks for consent; `failure` when the last try to go on was refused. */
export interface ConsentRequest {
  readonly preview: TargetPreview;
  readonly failure: Failure | null;
  readonly busy: boolean;
  /** The session that what runs takes over from. */
  readonly restart?: SessionId;
  /** Only consent is asked for; whoever asked goes on with the answer. null: the person left. */
  readonly only?: (mode: GateMode | null) => void;
}

/** Why the target can't be started as it is; undefined when it can. */
export function blocker(preview: TargetPreview): string | undefined {
  return preview.target.remarks.find((remark) => remark.severity === 'error')?.message;
}

export class TargetsState {
  recent = $state.raw<Loaded<readonly RecentTarget[]>>(unread);
  samples = $state.raw<Loaded<readonly SampleTarget[]>>(unread);
  /** What an earlier run left running. */
  leftovers = $state.raw<readonly LeftoverRun[]>([]);
  consent = $state.raw<ConsentRequest | null>(null);
  /** What is being looked at or opened now, in words. */
  busy = $state.raw<string | null>(null);
  /** Why the last target or recording could not be opened. */
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  readonly #opened: (session: OpenSession) => void;

  constructor(bridge: Bridge, opened: (session: OpenSession) => void) {
    this.#bridge = bridge;
    this.#opened = opened;
  }

  async load(): Promise<void> {
    const [samples] = await Promise.all([
      ask(this.#bridge, 'app.samples', {}),
      this.loadRecent(),
      this.loadLeftovers(),
    ]);
    this.samples = samples.ok
      ? { value: samples.value, failure: null }
      : { value: null, failure: samples.failure };
  }
  async loadRecent(): Promise<void> {
    const recent = await ask(this.#bridge, 'targets.recent', {});
    this.recent = recent.ok
      ? { value: recent.value, failure: null }
      : { value: this.recent.value, failure: recent.failure };
  }
  async loadLeftovers(): Promise<void> {
    const answer = await ask(this.#bridge, 'app.leftovers', {});
    if (answer.ok) this.leftovers = answer.value;
    else this.failure = answer.failure;
  }
  async endLeftover(pid: number): Promise<void> {
    const answer = await ask(this.#bridge, 'app.endLeftover', { pid });
    if (!answer.ok) this.failure = answer.failure;
    await this.loadLeftovers();
  }
  async forget(key: string): Promise<void> {
    const answer = await ask(this.#bridge, 'targets.forget', { key });
    if (!answer.ok) this.failure = answer.failure;
    await this.loadRecent();
  }

  /** The system's dialog, then as `request`, or as a recording when the file is one. */
  async pick(what: 'folder' | 'file'): Promise<void> {
    const answer = await ask(this.#bridge, 'targets.pick', { what });
    if (!answer.ok) this.failure = answer.failure;
    else if (answer.value !== null) await this.openPath(answer.value);
  }
  /** A folder, a manifest or a recording, whichever it is. */
  openPath(path: string): Promise<void> {
    return isRecording(path) ? this.openRecording(path) : this.request({ kind: 'path', path });
  }
  async openRecording(path: string): Promise<void> {
    await this.#during(`Opening ${baseName(path)}`, async () => {
      const answer = await ask(this.#bridge, 'recordings.open', { path });
      if (answer.ok) this.#opened(answer.value);
      else this.failure = answer.failure;
    });
  }

  /** Looks at a target. Runs it at once when consent for it is given and nothing stands against it; else asks. */
  async request(
    target: TargetInput,
    { review = false, restart }: { review?: boolean; restart?: SessionId } = {},
  ): Promise<void> {
    await this.#during(`Looking at ${nameOf(target)}`, async () => {
      const answer = await ask(this.#bridge, 'targets.preview', { target });
      if (!answer.ok) this.failure = answer.failure;
      else if (answer.value.consent === 'given' && !review && blocker(answer.value) === undefined) {
        await this.#run(answer.value, 'run');
      } else {
        this.cancel();
        const instead = restart === undefined ? {} : { restart };
        this.consent = { preview: answer.value, failure: null, busy: false, ...instead };
      }
    });
  }
  /** Asks for consent where it is not given yet, and starts nothing; null when the person left. */
  async consentFor(target: TargetInput): Promise<GateMode | null> {
    const answer = await ask(this.#bridge, 'targets.preview', { target });
    if (!answer.ok) {
      this.failure = answer.failure;
      return null;
    }
    const preview = answer.value;
    if (preview.consent === 'given' && blocker(preview) === undefined) return 'run';
    this.cancel();
    return new Promise((only) => (this.consent = { preview, failure: null, busy: false, only }));
  }
  /** Runs a target that was named on the command line, which is consent. */
  async open(target: TargetInput, mode: GateMode): Promise<void> {
    await this.#during(`Starting ${nameOf(target)}`, async () => {
      const answer = await ask(this.#bridge, 'sessions.open', { target, mode });
      if (answer.ok) this.#opened(answer.value);
      else if (answer.failure.code === 'consentNeeded') await this.request(target);
      else this.failure = answer.failure;
    });
  }

  cancel(): void {
    this.consent?.only?.(null);
    this.consent = null;
  }
  /** The person has read the sheet and agreed. */
  async agree(mode: GateMode): Promise<void> {
    const asked = this.consent;
    if (!asked || asked.busy || blocker(asked.preview) !== undefined) return;
    this.consent = { ...asked, failure: null, busy: true };
    const { input: target, digest } = asked.preview.target;
    const answer = await ask(this.#bridge, 'targets.consent', { target, digest });
    if (!answer.ok) this.consent = { ...asked, failure: answer.failure, busy: false };
    else if (asked.only) {
      this.consent = null;
      asked.only(mode);
    } else await this.#run(asked.preview, mode, asked.restart);
  }
  /** Says in the sheet why the last try was refused. */
  tellFailure(failure: Failure): void {
    if (this.consent) this.consent = { ...this.consent, failure };
  }
  /** Keeps other host settings for the target of the sheet and shows what they change. */
  async setSettings(settings: HostSettings): Promise<void> {
    const asked = this.consent;
    if (!asked) return;
    const target = asked.preview.target.input;
    const answer = await ask(this.#bridge, 'targets.settings', { target, settings });
    if (this.consent?.preview.target.key !== asked.preview.target.key) return; // left meanwhile
    this.consent = answer.ok
      ? { ...asked, preview: answer.value, failure: null, busy: false }
      : { ...asked, failure: answer.failure };
  }

  async #run(preview: TargetPreview, mode: GateMode, restart?: SessionId): Promise<void> {
    const target = preview.target.input;
    const answer =
      restart === undefined
        ? await ask(this.#bridge, 'sessions.open', { target, mode })
        : await ask(this.#bridge, 'sessions.restart', { session: restart, mode });
    if (answer.ok) {
      this.consent = null;
      this.#opened(answer.value);
      return;
    }
    const sheet = { failure: null, busy: false, ...(restart === undefined ? {} : { restart }) };
    if (answer.failure.code !== 'consentNeeded') {
      // What the compiler says has no room but the sheet's, which shows the command as well.
      if (this.consent || answer.failure.code === 'buildFailed')
        this.consent = { ...sheet, preview, failure: answer.failure };
      else this.failure = answer.failure;
      return;
    }
    // It changed between looking and running: look again, ask again.
    const again = await ask(this.#bridge, 'targets.preview', { target });
    if (again.ok) this.consent = { ...sheet, preview: again.value };
    else this.failure = again.failure;
  }

  async #during(words: string, work: () => Promise<void>): Promise<void> {
    this.busy = words;
    this.failure = null;
    await work();
    this.busy = null;
  }
}

export function isRecording(path: string): boolean {
  return path.toLowerCase().endsWith(recordingExtension);
}
export function baseName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) || path
  );
}
function nameOf(target: TargetInput): string {
  return target.kind === 'path' ? baseName(target.path) : baseName(target.argv[0] ?? '');
}
