// Tapped sessions as they come: a tap that says hello becomes an open session whose journal is the file that the tap
// writes. When the tap goes, the session stays to be read; when the person closes it, the tap goes on without us.

import type { Failure } from '../../shared/errors.ts';
import { tapId } from '../../shared/ids.ts';
import type { FromApp, TapHello, TapState } from '../../shared/tap/messages.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import { Door, type TapListener } from '../link/door.ts';
import type { Peer } from '../link/peer.ts';
import { FollowedRecording } from '../recorder/followed-recording.ts';
import { TapSession } from './tap-session.ts';
import type { Result } from '../../shared/result.ts';
import type { Workspace } from './workspace.ts';

export interface TapDeskParts {
  readonly workspace: Workspace;
  readonly stateDir: string;
  /** Told in words: somebody was turned away, a recording could not be read. */
  readonly report: (what: string) => void;
}

export class TapDesk {
  readonly #parts: TapDeskParts;
  readonly #taps = new Set<OneTap>();
  #door: Door | undefined;
  #opened = 0;

  constructor(parts: TapDeskParts) {
    this.#parts = parts;
  }

  /** Taps can come from now on. Fails when another app has the place, or there can be none (`tapUnavailable`). */
  async open(): Promise<Result<Door>> {
    const { stateDir, report } = this.#parts;
    const door = await Door.open({
      stateDir,
      entered: (hello, peer) => this.#entered(hello, peer),
      refused: (why) => report(`A connection to the socket for taps was closed: ${why}.`),
    });
    if (door.ok) this.#door = door.value;
    return door;
  }

  /** Lets go of all taps: what is held there is released. */
  async close(): Promise<void> {
    for (const tap of this.#taps) tap.leave();
    await this.#door?.close();
  }

  #entered(hello: TapHello, peer: Peer): TapListener {
    const tap = new OneTap(hello, peer, this.#parts, tapId(++this.#opened), () => this.#taps.delete(tap));
    this.#taps.add(tap);
    return tap;
  }
}

class OneTap implements TapListener {
  readonly #peer: Peer;
  readonly #parts: TapDeskParts;
  readonly #left: () => void;
  readonly #offWorkspace: () => void;
  /** What the tap says is dealt with in order, each after the recording was read that far. */
  #work: Promise<void>;
  #session: TapSession | undefined;
  #journal: FollowedRecording | undefined;
  #gone = false;

  constructor(
    hello: TapHello,
    peer: Peer,
    parts: TapDeskParts,
    id: ReturnType<typeof tapId>,
    left: () => void,
  ) {
    this.#peer = peer;
    this.#parts = parts;
    this.#left = left;
    this.#work = this.#begin(hello, id);
    this.#offWorkspace = parts.workspace.onChange(() => this.#closedByPerson());
  }

  message(state: TapState): void {
    this.#work = this.#work.then(async () => {
      await this.#journal?.readTo(state.bytes);
      this.#session?.stands(state);
    });
  }

  closed(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#left();
    this.#offWorkspace();
    this.#work = this.#work.then(() => {
      this.#session?.gone();
      this.#parts.workspace.announce();
    });
  }

  /** The tap is told not to come back. */
  leave(): void {
    this.#tell({ kind: 'leave' });
    this.#peer.end();
  }

  #tell(word: FromApp): boolean {
    return !this.#gone && this.#peer.send(word);
  }

  async #begin(hello: TapHello, id: ReturnType<typeof tapId>): Promise<void> {
    const { workspace } = this.#parts;
    const journal = await FollowedRecording.open(hello.journal, ({ profile }) =>
      workspace.decodingFor(profile),
    );
    if (!journal.ok) return this.#refuse(journal.failure);
    const { header } = journal.value;
    const { profile } = workspace.decodingFor(header.profile);
    const { environmentNames: _, ...told } = header.settings;
    this.#journal = journal.value;
    const session = new TapSession({
      id,
      name: hello.name,
      target: targetOf(header.target),
      settings: { ...told, environment: {} },
      profile,
      journal: journal.value,
      tell: (word) => this.#tell(word),
      leave: () => this.leave(),
    });
    this.#session = session;
    let { state } = session;
    // The list of sessions tells states too.
    journal.value.onGrow(() => {
      if (session.state === state) return;
      state = session.state;
      workspace.announce();
    });
    workspace.adopt({
      ...{ id, name: hello.name, kind: 'live', profile: profile.name, startedAt: header.startedAt },
      ...{ journal: journal.value, session, place: 'explicit', project: null },
      tapped: { pid: hello.pid, argv: hello.argv },
      damage: () => journal.value.damageWords,
    });
  }

  #refuse({ message }: Failure): void {
    this.#parts.report(`A tapped session can't be shown: ${message}`);
    this.leave();
  }

  #closedByPerson(): void {
    const id = this.#session?.id;
    if (id !== undefined && !this.#gone && !this.#parts.workspace.get(id).ok) this.leave();
  }
}

/** Recordings leave out what only matters before a start. */
function targetOf(target: Omit<ResolvedTarget, 'remarks' | 'digest'>): ResolvedTarget {
  return { ...target, remarks: [], digest: '' };
}
