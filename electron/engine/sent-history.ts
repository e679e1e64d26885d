// What was sent by hand to each target, kept between runs: one file a target, one sending a line, newest last. Bounded. A
// line that can't be read is passed over; losing history never stops a sending.

import { createHash } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SentBefore } from '../../shared/ipc/contract.ts';
import { makePrivateDir } from '../recorder/state-dir.ts';

const kept = 200;
/** The file is written anew, shorter, when it has this many lines. */
const tooMany = 400;
/** A longer line is in the journal, and only there. */
const longestText = 256 * 1024;

export class SentHistory {
  readonly #dir: string;
  readonly #report: (error: unknown) => void;
  readonly #loaded = new Map<string, Promise<SentBefore[]>>();
  readonly #writes = new Map<string, Promise<void>>();

  /** @param stateDir where the program keeps what is its own */
  constructor(stateDir: string, report: (error: unknown) => void) {
    this.#dir = path.join(stateDir, 'composer');
    this.#report = report;
  }

  /** Newest first. */
  async list(target: string): Promise<readonly SentBefore[]> {
    return (await this.#load(target)).slice(-kept).reverse();
  }

  /** The same line sent again moves to the end. */
  async add(target: string, sent: SentBefore): Promise<void> {
    if (sent.text.length > longestText) return;
    const all = await this.#load(target);
    const same = all.findIndex(
      (one) => one.text === sent.text && one.times === sent.times && one.how === sent.how,
    );
    if (same >= 0) all.splice(same, 1);
    all.push(sent);
    const rewrite = same >= 0 || all.length > tooMany;
    if (rewrite) all.splice(0, Math.max(0, all.length - kept));
    const before = this.#writes.get(target) ?? Promise.resolve();
    const write = before.then(() => this.#write(target, rewrite ? all : [sent], rewrite)).catch(this.#report);
    this.#writes.set(target, write);
    await write;
  }

  #load(target: string): Promise<SentBefore[]> {
    const known = this.#loaded.get(target);
    if (known) return known;
    const loading = this.#read(target);
    this.#loaded.set(target, loading);
    return loading;
  }

  async #read(target: string): Promise<SentBefore[]> {
    let text: string;
    try {
      text = await readFile(this.#file(target), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#report(error);
      return [];
    }
    return text.split('\n').flatMap(sentOf);
  }

  async #write(target: string, lines: readonly SentBefore[], whole: boolean): Promise<void> {
    makePrivateDir(this.#dir);
    const file = this.#file(target);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (!whole) return appendFile(file, text, { mode: 0o600 });
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  #file(target: string): string {
    const name = createHash('sha256').update(target).digest('hex').slice(0, 24);
    return path.join(this.#dir, `${name}.jsonl`);
  }
}

function sentOf(line: string): SentBefore[] {
  try {
    const value = JSON.parse(line) as Partial<SentBefore> | null;
    if (typeof value?.text !== 'string' || typeof value.at !== 'string') return [];
    const { at, text, times = 1, how = 'inTurn', journal = '', line: seq = 0 } = value;
    return [{ at, text, times, how, journal, line: seq }];
  } catch {
    return []; // cut off or changed by hand: passed over
  }
}
