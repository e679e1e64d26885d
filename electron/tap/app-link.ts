// The recorder's line to the app: looks once a second whether one is there, tells it of this session, and takes its words.
// It trusts only an app that left its address where nobody but the user could have. It must not act on what it hears.

import net from 'node:net';
import {
  fromApp,
  maxAppLineBytes,
  tapVersion,
  type FromApp,
  type TapHello,
  type TapState,
} from '../../shared/tap/messages.ts';
import { isTrustedAddress, readMeetingPlace } from '../link/meeting-place.ts';
import { Peer } from '../link/peer.ts';

const lookMs = 1_000;
/** How long the last words may take. */
const farewellMs = 500;

export type AppWord = Exclude<FromApp, { kind: 'welcome' | 'leave' }>;

export interface AppLinkParts {
  readonly stateDir: string;
  readonly hello: Omit<TapHello, 'kind' | 'tap' | 'key'>;
  /** The app knows of us now and waits for how we stand. */
  readonly joined: () => void;
  readonly heard: (word: AppWord) => void;
  /** It went away, however. */
  readonly left: () => void;
}

export class AppLink {
  readonly #parts: AppLinkParts;
  #timer: NodeJS.Timeout | undefined;
  #peer: Peer | undefined;
  #socket: net.Socket | undefined;
  #joined = false;
  /** Key of an app that wants us no more. */
  #unwanted = '';
  #closed = false;

  constructor(parts: AppLinkParts) {
    this.#parts = parts;
    this.#look();
  }

  get joined(): boolean {
    return this.#joined;
  }

  tell(state: TapState): void {
    if (this.#joined) this.#peer?.send(state);
  }

  /** Resolves when the last words are out, or nobody takes them. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (!socket || !this.#peer) return;
    const gone = new Promise<void>((resolve) => {
      socket.once('close', resolve);
      setTimeout(resolve, farewellMs).unref();
    });
    this.#peer.end();
    await gone;
  }

  #look(): void {
    if (this.#closed || this.#peer) return;
    const place = readMeetingPlace(this.#parts.stateDir);
    if (!place || place.key === this.#unwanted || place.tap !== tapVersion || !isTrustedAddress(place))
      return this.#lookAgain();
    const socket = net.connect({ path: place.address, allowHalfOpen: false });
    this.#socket = socket;
    this.#peer = new Peer(socket, maxAppLineBytes, {
      message: (value) => this.#heard(value, place.key),
      closed: () => this.#gone(),
    });
    this.#peer.send({ kind: 'hello', tap: tapVersion, key: place.key, ...this.#parts.hello });
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), lookMs);
  }

  #heard(value: unknown, key: string): void {
    const word = fromApp(value);
    if (!word) return this.#peer?.cut('it said something that no app says');
    if (word.kind === 'leave') {
      this.#unwanted = key;
      return this.#peer?.cut();
    }
    if (word.kind !== 'welcome') return this.#parts.heard(word);
    this.#joined = true;
    this.#parts.joined();
  }

  #gone(): void {
    const joined = this.#joined;
    this.#joined = false;
    this.#peer = undefined;
    this.#socket = undefined;
    if (joined) this.#parts.left();
    this.#lookAgain();
  }
}
