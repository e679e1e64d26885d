// The frame somebody is composing for one session: its text in two views and as a form, what is odd about it, and sending
// it. Texts are kept exactly; the form edits them in place. Facts about what was sent come from the journal's rows.

import { readExact, type ExactResult } from '@shared/form/exact.ts';
import { formOf, type FormField, type FormSource } from '@shared/form/form.ts';
import { putMember, readRaw } from '@shared/form/edit.ts';
import { prettyJson } from '@shared/form/layout.ts';
import { stringRaw } from '@shared/form/spell.ts';
import type { Failure } from '@shared/errors.ts';
import type { Bridge, ComposeCheck, OpenSession, SendHow } from '@shared/ipc/contract.ts';
import type { FrameDef } from '@shared/protocol/define.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { ask } from '../bridge.ts';
import { shownAs, wireOf, type Draft, type DraftView } from './draft.ts';
import { ComposerArgs } from './composer-args.svelte.ts';
import {
  executeText,
  frameSchema,
  hostFrames,
  profileOf,
  toolCallText,
  toolSchema,
  withId,
} from './frame-templates.ts';
import { BranchPicks } from './branch-picks.svelte.ts';

export interface ComposerParts {
  readonly bridge: Bridge;
  readonly about: () => OpenSession;
  readonly summary: () => SessionSummary;
  readonly refused: (failure: Failure) => void;
}

/** A longer text has no form: it would be made anew with every letter. */
const longestForm = 512 * 1024;
/** A pause in typing after which the frame is checked. */
const quietMs = 120;

export class ComposerState {
  readonly #parts: ComposerParts;
  draft = $state.raw<Draft>({ text: '', as: 'json' });
  view = $state<DraftView>('json');
  readonly #branches = new BranchPicks();
  check = $state.raw<ComposeCheck | null>(null);
  times = $state(1);
  how = $state<SendHow>('inTurn');
  newIds = $state(true);
  sending = $state(false);
  /** Line sent last; its row and its answer are looked at. */
  sent = $state.raw<{ readonly line: number; readonly count: number; readonly stopped: string } | null>(null);
  /** Counts up whenever something was sent: the history is out of date. */
  sendings = $state(0);
  #checks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly wire = $derived.by(() => wireOf(this.draft));
  readonly shown = $derived.by(() => shownAs(this.draft, this.view));
  readonly exact = $derived.by<ExactResult>(() => readExact(this.draft.text));
  readonly type = $derived.by(() => stringAt(this.draft.text, '/type'));
  readonly frames = $derived.by<readonly FrameDef[]>(() => hostFrames(this.profile));
  readonly def = $derived.by(() => this.frames.find((def) => def.type === this.type));
  /** Of a frame that calls a tool: where its name and its arguments stand. */
  readonly toolUse = $derived.by(() => {
    const use = this.def?.exercises;
    return use?.part === 'tool' && use.args !== undefined ? { ...use, args: use.args } : undefined;
  });
  readonly tool = $derived.by(() => {
    const { toolUse } = this;
    if (!toolUse) return undefined;
    const name = stringAt(this.draft.text, `/${toolUse.name}`);
    return this.#parts.summary().tools.find((tool) => tool.name === name);
  });
  readonly #source = $derived.by<FormSource | null>(() => {
    const { exact, def } = this;
    if (!exact.ok || exact.root.kind !== 'object' || !def || this.tooLong) return null;
    const { toolUse } = this;
    const args = toolUse && toolUse.argsAs === undefined ? toolSchema(this.tool) : undefined;
    return {
      schema: frameSchema(def, this.profile),
      text: this.draft.text,
      root: exact.root,
      picks: this.#branches.picks,
      ...(toolUse && args ? { mounts: new Map([[`/${toolUse.args}`, args]]) } : {}),
    };
  });
  /** null while the text is no object of JSON with a type that is known. */
  readonly form = $derived.by<FormField | null>(() => (this.#source ? formOf(this.#source) : null));

  /** Arguments that are a text in the frame, as JSON of their own. */
  readonly inner = new ComposerArgs(
    () => (this.toolUse?.argsAs === 'text' ? stringAt(this.draft.text, `/${this.toolUse.args}`) : undefined),
    (text) => {
      if (this.toolUse) this.edit(putMember(this.draft.text, '', this.toolUse.args, stringRaw(text)));
    },
    () => toolSchema(this.tool),
  );

  constructor(parts: ComposerParts) {
    this.#parts = parts;
  }

  get profile(): string {
    return this.#parts.about().profile;
  }
  get hostProfile() {
    return profileOf(this.profile);
  }
  /** Too long for a form; the texts are there. */
  get tooLong(): boolean {
    return this.draft.text.length > longestForm;
  }
  get empty(): boolean {
    return this.draft.text === '';
  }

  /** Typed into one of the text views. */
  typed(text: string): void {
    this.#set({ text, as: this.view });
  }
  /** A change that the form makes; white space and spelling of the rest stay. */
  edit(text: string): void {
    if (text !== this.draft.text) this.#set({ ...this.draft, text });
  }

  /** Starts over with a text, laid out for reading when it can be without changing it on the wire. */
  load(text: string): void {
    this.#branches.clear();
    const pretty = prettyJson(text);
    // A line that holds white space of its own stays as it is.
    const same = wireOf({ text: pretty, as: 'json' }) === text;
    this.#set(same ? { text: pretty, as: 'json' } : { text, as: 'raw' });
  }

  /** Starts over with a text of ours, which gets an id of its own. */
  async begin(text: string): Promise<void> {
    const now = stringAt(text, '/id');
    this.load(now === undefined ? text : withId(text, await this.#freshId(now)));
  }

  /** A call of one of the session's tools. */
  async beginCall(name: string, fill: 'required' | 'all' = 'required'): Promise<void> {
    const tool = this.#parts.summary().tools.find((one) => one.name === name);
    if (!tool) return;
    const own = this.#parts.summary().plugin?.tools;
    const at = own ? own.findIndex((one) => one.name === name) : -1;
    if (own) await this.begin(executeText(tool, fill, '1', at + 1));
    else await this.begin(toolCallText(tool, fill, '1'));
  }

  takeBranch(pointer: string, choice: string, branch: number): void {
    const text = this.#branches.take(this.#source, this.form, { pointer, choice, branch });
    if (text !== undefined) this.edit(text);
  }

  /** What the other branches of a choice had, for telling. */
  setAside(pointer: string, choice: string): readonly string[] {
    return this.#branches.setAside(pointer, choice);
  }

  async send(): Promise<void> {
    if (this.sending || this.empty) return;
    this.sending = true;
    const { times, how, newIds, wire: text } = this;
    const id = this.#parts.about().id;
    const answer = await ask(this.#parts.bridge, 'sessions.send', { session: id, text, times, how, newIds });
    this.sending = false;
    if (!answer.ok) return this.#parts.refused(answer.failure);
    const { lines, count, stopped, nextId } = answer.value;
    this.sent = { line: lines.at(-1) ?? 0, count, stopped };
    this.sendings += 1;
    // Not when the person has typed meanwhile.
    if (newIds && this.wire === text) this.edit(withId(this.draft.text, nextId));
  }
  async stop(): Promise<void> {
    const answer = await ask(this.#parts.bridge, 'compose.stop', { session: this.#parts.about().id });
    if (!answer.ok) this.#parts.refused(answer.failure);
  }

  /** Takes a host's line of this session as the draft. */
  async take(seq: number): Promise<boolean> {
    const answer = await ask(this.#parts.bridge, 'rows.detail', { session: this.#parts.about().id, seq });
    if (!answer.ok) {
      this.#parts.refused(answer.failure);
      return false;
    }
    const raw = answer.value.editedRaw ?? answer.value.raw;
    if (!raw || !('text' in raw)) {
      const message = `#${seq} holds bytes that are not UTF-8, so it can't be edited as text.`;
      this.#parts.refused({ code: 'argumentInvalid', message, fix: 'Choose another row.' });
      return false;
    }
    this.load(raw.text);
    if (this.newIds) {
      const now = stringAt(this.draft.text, '/id');
      if (now !== undefined) this.edit(withId(this.draft.text, await this.#freshId(now)));
    }
    return true;
  }

  /** Leaves nothing behind that still runs. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#checks += 1;
  }

  #set(draft: Draft): void {
    this.draft = draft;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.recheck(), quietMs);
  }

  async recheck(): Promise<void> {
    clearTimeout(this.#timer);
    this.#checks += 1;
    const asked = this.#checks;
    if (this.empty) {
      this.check = null;
      return;
    }
    const answer = await ask(this.#parts.bridge, 'compose.check', {
      session: this.#parts.about().id,
      text: this.wire,
    });
    if (asked !== this.#checks) return;
    if (answer.ok) this.check = answer.value;
    else this.#parts.refused(answer.failure);
  }

  async #freshId(usual: string): Promise<string> {
    const answer = await ask(this.#parts.bridge, 'compose.freshId', { session: this.#parts.about().id });
    return answer.ok ? answer.value : usual;
  }
}

function stringAt(text: string, pointer: string): string | undefined {
  const raw = readRaw(text, pointer);
  return raw?.startsWith('"') ? (JSON.parse(raw) as string) : undefined;
}

/** Puts a key of the frame itself, e.g. the name of a tool. */
export function withField(text: string, key: string, value: string): string {
  return putMember(text, '', key, stringRaw(value));
}
