// The app's side of the meeting place: listens on a socket for the user alone, lets in whoever knows the key, and hands
// over the connection. Never a TCP port. A socket that a killed app has left is cleared away; one that answers is not ours
// to take. What a tap is, it does not know.

import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import {
  fromTap,
  maxTapLineBytes,
  tapVersion,
  type FromTap,
  type TapHello,
} from '../../shared/tap/messages.ts';
import {
  announce,
  isTrustedAddress,
  meetingFolder,
  newMeetingPlace,
  readMeetingPlace,
  withdraw,
  type MeetingPlace,
} from './meeting-place.ts';
import { Peer } from './peer.ts';

/** A caller that has not said who it is by then is cut off. */
const helloMs = 5_000;

/** Gets what one tap says after its hello. */
export interface TapListener {
  message(message: Exclude<FromTap, TapHello>): void;
  closed(): void;
}

export interface DoorParts {
  readonly stateDir: string;
  /** A tap came in; what it says goes to what this returns. */
  readonly entered: (hello: TapHello, peer: Peer) => TapListener;
  /** Told in words when somebody was turned away. */
  readonly refused?: (why: string) => void;
}

export class Door {
  readonly #parts: DoorParts;
  readonly #place: MeetingPlace;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  private constructor(parts: DoorParts, place: MeetingPlace) {
    this.#parts = parts;
    this.#place = place;
    this.#server = net.createServer((socket) => this.#call(socket));
  }

  /** Listens from now on. Fails when another app does already, or the folder can't be used. */
  static async open(parts: DoorParts): Promise<Result<Door>> {
    const { stateDir } = parts;
    const before = readMeetingPlace(stateDir);
    if (before && isTrustedAddress(before) && (await answers(before.address)))
      return failed(
        failure(
          'tapUnavailable',
          `Another Framescope listens for taps already (${before.address}).`,
          'Close that one, or give this one a state folder of its own (FRAMESCOPE_STATE_DIR).',
        ),
      );
    try {
      const place = newMeetingPlace(stateDir);
      await clearStale(stateDir);
      const door = new Door(parts, place);
      await door.#listen();
      announce(stateDir, place);
      return ok(door);
    } catch (error) {
      const { code = 'unknown', message } = error as NodeJS.ErrnoException;
      const fix = `Look at the permissions of ${meetingFolder(stateDir)}.`;
      return failed(
        failure('tapUnavailable', `Taps can't come here: ${message}.`, fix, { errno: code, stateDir }),
      );
    }
  }

  /** The socket's address. */
  get address(): string {
    return this.#place.address;
  }

  /** Cuts off whoever is connected. */
  async close(): Promise<void> {
    withdraw(this.#parts.stateDir, this.#place);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #listen(): Promise<void> {
    const { address } = this.#place;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, () => {
        this.#server.off('error', reject);
        if (process.platform !== 'win32') fs.chmodSync(address, 0o600);
        resolve();
      });
    });
  }

  #call(socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    let listener: TapListener | undefined;
    const refuse = (why: string): void => {
      this.#parts.refused?.(why);
      peer.cut();
    };
    const timer = setTimeout(() => refuse('it did not say who it is'), helloMs);
    const peer = new Peer(socket, maxTapLineBytes, {
      message: (value) => {
        const said = fromTap(value);
        if (listener && said && said.kind !== 'hello') return listener.message(said);
        if (listener || said?.kind !== 'hello') return refuse('it said something that no tap says');
        if (!this.#knows(said.key)) return refuse('its key is not ours');
        if (said.tap !== tapVersion) return refuse(`it speaks version ${said.tap}, not ${tapVersion}`);
        clearTimeout(timer);
        peer.send({ kind: 'welcome', tap: tapVersion });
        listener = this.#parts.entered(said, peer);
      },
      closed: (why) => {
        clearTimeout(timer);
        if (why !== undefined) this.#parts.refused?.(why);
        listener?.closed();
      },
    });
  }

  #knows(key: string): boolean {
    const [given, ours] = [Buffer.from(key), Buffer.from(this.#place.key)];
    return given.length === ours.length && timingSafeEqual(given, ours);
  }
}

/** Sockets in our folder at which nobody answers: their app was killed. */
async function clearStale(stateDir: string): Promise<void> {
  if (process.platform === 'win32') return; // pipes go with their process
  const folder = meetingFolder(stateDir);
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith('.sock') && !(await answers(file))) fs.rmSync(file, { force: true });
  }
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}
