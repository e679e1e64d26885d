// A recording that another program of ours is still writing (a tap), read as it grows: told how far it has come, it takes
// in the new lines, and readers see a journal like any other. It must not change the file, nor look for growth by itself.

import fs from 'node:fs';
import { failure } from '../../shared/errors.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { parseHeader } from '../../shared/recording/parse.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { DamageList } from './damage-list.ts';
import type { Decoding } from './decode-entry.ts';
import { IndexedFile } from './indexed-file.ts';
import { readFully } from './read-fully.ts';

const chunkBytes = 512 * 1024;
/** A header is a few kilobytes; arguments may be long. */
const maxHeaderBytes = 8 * 1024 * 1024;
const lineFeed = 10;

export class FollowedRecording extends IndexedFile {
  readonly header: RecordingHeader;
  /** Up to here lines are whole and indexed. */
  #done: number;
  #wanted: number;
  #reading: Promise<void> = Promise.resolve();

  /** Errors: `recordingMissing`, `recordingNotOne`, `recordingNewer`. */
  static async open(
    file: string,
    decodeFor: (header: RecordingHeader) => Decoding,
  ): Promise<Result<FollowedRecording>> {
    let fd: number | undefined;
    try {
      fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
      const { size } = fs.fstatSync(fd);
      if (!fs.fstatSync(fd).isFile()) throw new Error('it is not a file');
      const head = Buffer.alloc(Math.min(size, maxHeaderBytes));
      await readFully(fd, head, 0);
      const end = head.indexOf(lineFeed);
      const parsed = parseHeader(head.toString('utf8', 0, Math.max(end, 0)));
      if (parsed.ok)
        return ok(
          new FollowedRecording(file, fd, parsed.value.header, end + 1, decodeFor(parsed.value.header)),
        );
      fs.closeSync(fd);
      return parsed;
    } catch (error) {
      if (fd !== undefined) fs.closeSync(fd);
      const message = `${file} can't be read: ${(error as Error).message}.`;
      return failed(failure('recordingMissing', message, 'Check the rights of the file.', { path: file }));
    }
  }

  private constructor(path: string, fd: number, header: RecordingHeader, start: number, decoding: Decoding) {
    const upgrade = undefined; // whoever writes it now writes this version
    super({ path, fd, damage: new DamageList(), decoding, upgrade });
    this.header = header;
    this.#done = start;
    this.#wanted = start;
    this.indexer.skipHeader();
  }

  get bytes(): number {
    return this.#done;
  }

  /** The file has come to that many bytes. Resolves when whole lines up to there are in; never rejects. */
  readTo(bytes: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, bytes);
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  protected atRest(): Promise<void> {
    return this.#reading;
  }

  async #read(): Promise<void> {
    let most = chunkBytes;
    while (this.#done < this.#wanted && !this.closing) {
      const to = Math.min(this.#wanted, this.#done + most);
      const bytes = Buffer.allocUnsafeSlow(to - this.#done);
      try {
        await readFully(this.fd, bytes, this.#done);
      } catch (error) {
        this.damageList.add(
          'torn',
          this.indexer.line,
          this.#done,
          `it can't be read on: ${(error as Error).message}`,
        );
        return;
      }
      const cut = bytes.lastIndexOf(lineFeed) + 1;
      if (cut === 0 && to === this.#wanted) return; // the rest of that line is still to come
      if (cut === 0)
        most *= 2; // a line longer than a chunk
      else {
        this.indexer.addRun({ offset: this.#done, bytes: bytes.subarray(0, cut) });
        this.#done += cut;
        this.bell.grew();
      }
      if (to === this.#wanted) return;
    }
  }
}
