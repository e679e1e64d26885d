// The export that the person prepares: of which session, as what, what is masked, and what that would change. Every change of
// a rule asks main for a new preview, which calls the last one off; nothing is written before the preview is the current one.

import type { Failure } from '@shared/errors.ts';
import { exportFormat, exportFormats, type ExportFormatName } from '@shared/export/formats.ts';
import type { SessionId } from '@shared/ids.ts';
import type { Bridge, ExportDone, ExportOffer, ExportProgress, ExportRules } from '@shared/ipc/contract.ts';
import type { RedactionPreview } from '@shared/redact/preview.ts';
import { ask } from '../bridge.ts';

/** One rule of the person's own. */
export interface OwnRule {
  readonly kind: 'keys' | 'pointers' | 'regexes' | 'variables';
  readonly text: string;
}

const nowhere: ExportProgress = { done: 0, of: 0 };
/** Between two looks at how far a job has come. */
const progressMs = 200;

export class ExportState {
  readonly #bridge: Bridge;
  session = $state.raw<SessionId | null>(null);
  name = $state.raw('');
  format = $state.raw<ExportFormatName>('html');
  gzip = $state.raw(false);
  defaults = $state.raw(true);
  rules = $state.raw<readonly OwnRule[]>([]);
  offer = $state.raw<ExportOffer | null>(null);
  preview = $state.raw<RedactionPreview | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state.raw<'preview' | 'save' | null>(null);
  progress = $state.raw<ExportProgress>(nowhere);
  done = $state.raw<ExportDone | null>(null);
  /** Counts what was asked: an answer to an older question is not looked at. */
  #asked = 0;

  readonly open = $derived(this.session !== null);
  readonly chosen = $derived(exportFormat(this.format));
  readonly refused = $derived(this.offer?.refused[this.format]);
  /** Why it can't be written now. */
  readonly blocked = $derived.by<string | null>(() => {
    if (this.refused !== undefined) return this.refused;
    if (this.busy === 'save') return 'It is being written.';
    if (this.busy === 'preview') return 'What would be masked is still being looked for.';
    return this.preview ? null : 'Look at what would be masked first.';
  });
  readonly formats = exportFormats.map(({ name, title }) => ({ value: name, label: title }));

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Rules and format stay as they were chosen last. */
  async begin(session: SessionId, name: string): Promise<void> {
    this.session = session;
    this.name = name;
    this.done = null;
    this.offer = null;
    const offer = await ask(this.#bridge, 'export.offer', { session });
    if (this.session !== session) return;
    if (!offer.ok) {
      this.failure = offer.failure;
      return;
    }
    this.offer = offer.value;
    // A variable that is not set for this extension would only refuse the preview.
    const there = new Set(offer.value.variables.map((variable) => variable.name));
    this.rules = this.rules.filter(({ kind, text }) => kind !== 'variables' || there.has(text));
    await this.look();
  }

  leave(): void {
    this.#asked++;
    if (this.busy) void ask(this.#bridge, 'export.cancel', {});
    this.session = null;
    this.preview = null;
    this.failure = null;
    this.busy = null;
    this.done = null;
  }

  choose(format: string): void {
    this.format = exportFormats.find(({ name }) => name === format)?.name ?? this.format;
    this.done = null;
  }

  add(rule: OwnRule): void {
    const text = rule.text.trim();
    if (text === '' || this.rules.some((one) => one.kind === rule.kind && one.text === text)) return;
    this.rules = [...this.rules, { kind: rule.kind, text }];
    void this.look();
  }

  remove(rule: OwnRule): void {
    this.rules = this.rules.filter((one) => one !== rule);
    void this.look();
  }

  setDefaults(on: boolean): void {
    this.defaults = on;
    void this.look();
  }

  /** What the rules would change, now. */
  async look(): Promise<void> {
    const { session } = this;
    if (session === null) return;
    const asked = ++this.#asked;
    this.preview = null;
    this.failure = null;
    this.done = null;
    this.busy = 'preview';
    const stop = this.#follow();
    const answer = await ask(this.#bridge, 'export.preview', { session, rules: this.#rules() });
    stop();
    if (asked !== this.#asked) return;
    this.busy = null;
    if (answer.ok) this.preview = answer.value;
    else this.failure = answer.failure;
  }

  cancel(): void {
    void ask(this.#bridge, 'export.cancel', {});
  }

  async save(): Promise<void> {
    const { session, format, gzip } = this;
    if (session === null || this.blocked !== null) return;
    const asked = ++this.#asked;
    this.failure = null;
    this.done = null;
    this.busy = 'save';
    const stop = this.#follow();
    const answer = await ask(this.#bridge, 'export.save', { session, rules: this.#rules(), format, gzip });
    stop();
    if (asked !== this.#asked) return;
    this.busy = null;
    if (answer.ok) this.done = answer.value;
    else this.failure = answer.failure;
  }

  #rules(): ExportRules {
    const of = (kind: OwnRule['kind']): string[] =>
      this.rules.filter((rule) => rule.kind === kind).map(({ text }) => text);
    return {
      defaults: this.defaults,
      keys: of('keys'),
      pointers: of('pointers'),
      regexes: of('regexes'),
      variables: of('variables'),
    };
  }

  /** Asks how far it has come until it is told to stop. */
  #follow(): () => void {
    this.progress = nowhere;
    const timer = setInterval(() => {
      void ask(this.#bridge, 'export.progress', {}).then((answer) => {
        if (answer.ok && this.busy) this.progress = answer.value;
      });
    }, progressMs);
    return () => clearInterval(timer);
  }
}
