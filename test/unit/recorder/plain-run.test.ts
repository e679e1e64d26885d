import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../electron/recorder/journal.ts';
import { LineSplitter } from '../../../electron/transport/lines.ts';
import type { Side } from '../../../shared/session/entries.ts';
import { objectText } from '../recording/arbitrary-entry.ts';
import { decoding, newJournal, put, reopened, tempDir, whatItTells } from './journal-parts.ts';

let dir: string;
beforeEach(() => (dir = tempDir()));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const lineText = fc.oneof(
  { weight: 8, arbitrary: fc.nat().map((n) => `{"type":"notify","level":"info","message":"${n}"}`) },
  { weight: 2, arbitrary: fc.nat().map((n) => `{"type":"notify","level":"info","message":"é${n}"}`) },
  fc.constantFrom(
    '{"type":"ready"}',
    '{"type":"notify","level":"x","message":"m","extra":1}',
    'banner',
    'null',
    '',
  ),
  fc.constantFrom('{"type":"tool_result","id":"1","content":[]}', '{"type":"ready"}\r'),
  objectText.map((text) => text.replaceAll('\n', '')),
);

/** What happens to a journal: a chunk of the extension's output, another entry, or somebody who looks. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.array(lineText, { minLength: 1, maxLength: 30 }) },
  fc.constantFrom('note' as const, 'look' as const, 'turn' as const, 'later' as const),
);

/** Feeds both journals; `batched` gets its lines as they come, `single` each in a turn of its own. */
class Feed {
  atUs = 0;
  readonly #journal: Journal;
  readonly #splitter: LineSplitter;
  readonly #alone: boolean;
  readonly #lines: (() => void)[] = [];

  constructor(journal: Journal, alone: boolean) {
    this.#journal = journal;
    this.#alone = alone;
    this.#splitter = new LineSplitter(
      { maxLineBytes: 1_000_000, keptBytes: 1_000 },
      { line: (line) => this.#line(line) },
    );
  }

  async chunk(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(`${lines.join('\n')}\n`, 'utf8');
    this.#splitter.push(bytes);
    bytes.fill(0x7e); // the next read goes into the same memory
    for (const put of this.#lines.splice(0)) {
      put();
      await Promise.resolve();
    }
  }

  #line(line: Parameters<Journal['appendLine']>[2]): void {
    const from: Side = 'extension';
    const decoded = decoding.decode(line.text, from, line.ending);
    const { text, ending, bom, byteLength, truncated } = line;
    const kept = { text, ending, bom, byteLength, truncated, bytes: Buffer.from(line.bytes) };
    const atUs = this.atUs;
    if (this.#alone) this.#lines.push(() => this.#journal.appendLine(atUs, from, kept, decoded, false));
    else this.#journal.appendLine(atUs, from, line, decoded, false);
  }
}

describe('lines that come many at a time', () => {
  it('are in the journal as if each had come alone, whatever comes between them and whoever looks meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const batched = newJournal(path.join(dir, 'batched'));
        const single = newJournal(path.join(dir, 'single'));
        const feeds = [new Feed(batched, false), new Feed(single, true)];
        for (const one of events) {
          if (Array.isArray(one)) await Promise.all(feeds.map((feed) => feed.chunk(one)));
          else if (one === 'note')
            for (const journal of [batched, single]) put(journal, { kind: 'note', text: 'n' });
          else if (one === 'look') expect((await batched.rows(1, 9_999)).length).toBe(batched.count);
          else if (one === 'turn') await new Promise(setImmediate);
          else for (const feed of feeds) feed.atUs += 5;
        }
        expect(batched.count).toBe(single.count);
        expect(batched.bytes).toBe(single.bytes);
        expect(await whatItTells(batched)).toEqual(await whatItTells(single));
        await Promise.all([batched.close(), single.close()]);
        expect(fs.readFileSync(batched.path, 'utf8')).toBe(fs.readFileSync(single.path, 'utf8'));
      }),
      { numRuns: 150 },
    );
  });

  it('have their numbers at once and are counted at once', () => {
    const journal = newJournal(dir);
    const seqs: number[] = [];
    const splitter = new LineSplitter(
      { maxLineBytes: 1_000, keptBytes: 1_000 },
      {
        line(line) {
          seqs.push(
            journal.appendLine(1, 'extension', line, decoding.decode(line.text, 'extension', 'lf'), false),
          );
          expect(journal.count).toBe(seqs.length);
        },
      },
    );
    splitter.push(Buffer.from('{"type":"notify","level":"info","message":"m"}\n'.repeat(3_000)));
    expect(seqs).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
    expect(journal.summary.frames).toBe(3_000);
    return journal.close();
  });

  it('are all in the file when the journal is closed in the turn in which they came', async () => {
    const journal = newJournal(dir);
    const feed = new Feed(journal, false);
    const chunk = feed.chunk(
      Array.from({ length: 500 }, (_, i) => `{"type":"notify","level":"info","message":"${i}"}`),
    );
    await Promise.all([journal.close(), chunk]);
    const again = await reopened(journal.path);
    expect(again).toMatchObject({ count: 500, damage: [] });
    await again.close();
  });
});
