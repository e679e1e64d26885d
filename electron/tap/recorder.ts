// Where the recorder's thread starts: takes batches from the stand-in, writes them down, shows them to the app, and brings
// back what the app orders. Only this thread touches disk and socket, so that neither can delay a frame.

import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { tapHeader } from './tap-header.ts';
import { AppLink, type AppWord } from './app-link.ts';
import type { FromRecorder, RecorderSettings, ToRecorder } from './recorder-thread.ts';
import { Scribe } from './scribe.ts';
import { TapJournal } from './tap-journal.ts';

const settings = workerData as RecorderSettings;
const port = parentPort;
if (!port) throw new Error('the recorder runs as a thread of the tap');

/** So much may wait for the disk. */
const muchBytes = 4 * 1024 * 1024;
// On Linux a thread has a priority of its own: whoever forwards goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

function tell(said: FromRecorder, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(said, transfer);
}

interface Opened {
  readonly journal: TapJournal;
  /** Why it is not where it was to be. */
  readonly remark: string;
}

/** Where it was asked for, else in the state folder. Undefined when neither can be written. */
function open(header: RecordingHeader): Opened | { readonly why: string } {
  const { record, stateDir } = settings;
  let remark = '';
  if (record !== null)
    try {
      return { journal: TapJournal.create({ file: record }, header), remark };
    } catch (error) {
      remark = `The recording was to be ${record}, which can't be written: ${(error as Error).message}.`;
    }
  try {
    return { journal: TapJournal.create({ stateDir }, header), remark };
  } catch (error) {
    return { why: `${remark} ${(error as Error).message}`.trim() };
  }
}

class Recorder {
  readonly #journal: TapJournal;
  readonly #scribe: Scribe;
  readonly #link: AppLink;
  #gate: Extract<ToRecorder, { kind: 'gate' }> = { kind: 'gate', mode: 'run', held: [] };
  #telling = false;
  #dirty = false;

  constructor({ journal, remark }: Opened) {
    this.#journal = journal;
    this.#scribe = new Scribe(journal);
    if (remark !== '') this.#scribe.note(remark);
    const { stateDir, name, argv, cwd } = settings;
    this.#link = new AppLink({
      stateDir,
      hello: { pid: process.pid, journal: journal.path, name, argv, cwd },
      joined: () => this.#show(),
      heard: (word) => this.#order(word),
      left: () => tell({ kind: 'appGone' }),
    });
  }

  async batch(buffer: ArrayBuffer, used: number): Promise<void> {
    this.#scribe.batch(buffer, used);
    if (this.#journal.pendingBytes > muchBytes) await this.#journal.flush();
    this.#show();
    this.#letGo();
  }

  gate(gate: Extract<ToRecorder, { kind: 'gate' }>): void {
    this.#gate = gate;
    this.#show();
    this.#letGo();
  }

  async finish(): Promise<void> {
    await this.#journal.close();
    this.#link.tell(this.#state(true));
    await this.#link.close();
    tell({ kind: 'done' });
  }

  /** Tells the app how we stand, once for all that changed meanwhile. */
  #show(): void {
    if (!this.#link.joined) return;
    this.#dirty = true;
    if (this.#telling) return;
    this.#telling = true;
    void this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      await this.#journal.flush();
      this.#link.tell(this.#state(false));
      this.#letGo();
    }
    this.#telling = false;
  }

  /** What can't be recorded can't be shown: nobody could release it. */
  #letGo(): void {
    if (this.#journal.trouble !== undefined && this.#gate.held.length > 0) tell({ kind: 'appGone' });
  }

  #state(over: boolean) {
    const { mode, held } = this.#gate;
    const seqs = held.flatMap((number) => this.#scribe.seqOf(number) ?? []);
    return { kind: 'state', bytes: this.#journal.written, mode, held: seqs, over } as const;
  }

  #order(word: AppWord): void {
    if (word.kind === 'mode') return tell({ kind: 'order', order: { kind: 'mode', mode: word.mode } });
    if (word.kind === 'releaseAll') return tell({ kind: 'order', order: { kind: 'releaseAll' } });
    const number = this.#scribe.numberOf(word.line);
    if (number === undefined) return; // it has passed meanwhile; the app is told how things stand
    if (word.kind === 'drop') return tell({ kind: 'order', order: { kind: 'drop', number } });
    const edited = word.edited === undefined ? {} : { edited: word.edited };
    tell({ kind: 'order', order: { kind: 'release', number, ...edited } });
  }
}

const opened = open(tapHeader(settings, import.meta.dirname));
const recorder = 'journal' in opened ? new Recorder(opened) : undefined;
tell(
  'journal' in opened
    ? { kind: 'opened', file: opened.journal.path, why: opened.remark }
    : { kind: 'opened', file: null, why: opened.why },
);

const waiting: ToRecorder[] = [];
let working = false;

/** In order, and never further ahead of the disk than a little: what waits does so as batches, which are counted. */
async function work(): Promise<void> {
  working = true;
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    if (message.kind === 'gate') recorder?.gate(message);
    else if (message.kind === 'finish') await (recorder ? recorder.finish() : tell({ kind: 'done' }));
    else {
      await recorder?.batch(message.buffer, message.used);
      tell({ kind: 'returned', buffer: message.buffer, used: message.used }, [message.buffer]);
    }
  }
  working = false;
}

port.on('message', (message: ToRecorder) => {
  waiting.push(message);
  if (!working) void work();
});
