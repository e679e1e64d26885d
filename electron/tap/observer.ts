// What can be seen of a real host's dealings from the frames alone: the state they are in, what was registered, how it
// ended. It claims nothing that did not cross: what the host made of a frame is known only where an answer shows it. Pure.

import { textListMember, textMember } from '../session/frame-fields.ts';
import { rawMember } from '../session/frame-fields.ts';
import type { JsonObject } from '../../shared/protocol/define.ts';
import type { DecisionName, DecisionValues } from '../../shared/session/decisions.ts';
import type { HostState, NewEntry, Side } from '../../shared/session/entries.ts';

export interface SeenFrame {
  readonly from: Side;
  readonly seq: number;
  readonly atUs: number;
  readonly frame: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export class Observer {
  #state: HostState = 'idle';
  #hello: { readonly frame: JsonObject; readonly seq: number } | null = null;
  #helloUs = 0;
  #ready = false;
  #out: NewEntry[] = [];

  spawned(): readonly NewEntry[] {
    this.#become('awaitingHello', 'the real host has started it, and hello is to come');
    return this.#take();
  }

  /** The extension is gone. */
  exited(): readonly NewEntry[] {
    this.#become('ended', 'the extension has ended');
    return this.#take();
  }

  /** The host closed its side of stdin, by which extensions are told to go. */
  inputClosed(): readonly NewEntry[] {
    this.#stops('The host closed the extension’s stdin.');
    return this.#take();
  }

  saw(seen: SeenFrame): readonly NewEntry[] {
    if (typeof seen.frame['type'] !== 'string') return [];
    if (seen.from === 'extension') this.#fromExtension(seen);
    else this.#fromHost(seen);
    return this.#out.length > 0 ? this.#take() : [];
  }

  #fromExtension({ frame: plain, seq, text, atUs }: SeenFrame): void {
    const frame = plain as JsonObject;
    switch (frame['type']) {
      case 'hello':
        this.#hello ??= { frame, seq };
        this.#helloUs = atUs;
        return;
      case 'register_command':
        return this.#registered('command', frame, text, seq);
      case 'register_tool':
        return this.#registered('tool', frame, text, seq);
      case 'subscribe':
        return this.#subscribed(frame, seq);
      case 'ready':
        return this.#becomeReady('frame', atUs, seq);
    }
  }

  #fromHost({ frame, seq, atUs }: SeenFrame): void {
    switch (frame['type']) {
      case 'hello_ack':
        return this.#accepted();
      case 'shutdown':
        return this.#stops('The host asked it to shut down.', seq);
      case 'tool_call':
      case 'command_invoked':
      case 'event':
      case 'event_intercept':
        // The host deals with it as it deals with one that is ready.
        if (this.#state === 'registering') this.#becomeReady('silence', atUs, seq);
    }
  }

  #accepted(): void {
    if (!this.#hello || this.#state !== 'awaitingHello') return;
    const { frame, seq } = this.#hello;
    const name = textMember(frame, 'name') ?? '';
    const value = {
      name,
      version: textMember(frame, 'version') ?? '',
      capabilities: textListMember(frame, 'capabilities') ?? [],
    };
    this.#decided('helloAccepted', value, `The host accepted ${name}: hello_ack shows it.`, seq);
    this.#become('registering', 'the host has answered hello');
  }

  #registered(what: 'command' | 'tool', frame: JsonObject, text: string, seq: number): void {
    const name = textMember(frame, 'name');
    const description = textMember(frame, 'description');
    if (name === undefined || description === undefined) return;
    const offer = { name, description, late: this.#ready };
    if (what === 'command')
      return this.#decided('commandRegistered', offer, `Command /${name} was registered.`, seq);
    const schemaText = rawMember(text, 'schema');
    this.#decided('toolRegistered', { ...offer, schemaText }, `Tool ${name} was registered.`, seq);
  }

  #subscribed(frame: JsonObject, seq: number): void {
    const events = textListMember(frame, 'events');
    const intercept = textListMember(frame, 'intercept');
    if (!events || !intercept) return;
    const asked = [...events, ...intercept].join(', ');
    this.#decided(
      'subscribed',
      { events, intercept },
      `It asked for ${asked === '' ? 'no event' : asked}.`,
      seq,
    );
  }

  #becomeReady(by: 'frame' | 'silence', atUs: number, seq: number): void {
    if (this.#ready || this.#state === 'stopping') return;
    this.#ready = true;
    const afterMs = Math.round((atUs - this.#helloUs) / 1_000);
    const words = by === 'frame' ? 'It said ready.' : 'The host uses it without having been told ready.';
    this.#decided('ready', { by, afterMs }, words, seq);
    this.#become('ready', by === 'frame' ? 'ready was said' : 'the host uses it');
  }

  #stops(words: string, seq?: number): void {
    if (this.#state === 'stopping' || this.#state === 'ended') return;
    this.#decided('stopAsked', { by: 'app' }, words, seq);
    this.#become('stopping', 'the host wants it to end');
  }

  #become(state: HostState, reason: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#out.push({ kind: 'stateChanged', state, reason });
  }

  #decided<D extends DecisionName>(
    decision: D,
    value: DecisionValues[D],
    message: string,
    line?: number,
  ): void {
    // The union over all decisions can't be followed through the type parameter.
    const entry = { kind: 'decided', decision, message, ...(line === undefined ? {} : { line }), value };
    this.#out.push(entry as NewEntry);
  }

  #take(): readonly NewEntry[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }
}
