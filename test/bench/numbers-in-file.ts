// Reads a recording of the flood without our reader: which of the numbers that the flood writes are there, in order.

import fs from 'node:fs';
import { createInterface } from 'node:readline';

export interface NumbersInFile {
  /** Frames of the flood. */
  readonly lines: number;
  /** Numbers that were expected next and did not come. */
  readonly missing: readonly number[];
}

export async function numbersInFile(file: string): Promise<NumbersInFile> {
  const missing: number[] = [];
  let lines = 0;
  let expected = 0;
  for await (const line of createInterface({ input: fs.createReadStream(file), crlfDelay: Infinity })) {
    const match = /"frame":\{"type":"notify","level":"info","message":"(\d{10}) \.+"\}\}$/.exec(line);
    if (!match) continue;
    lines++;
    const number = Number(match[1]);
    for (; expected < number; expected++) missing.push(expected);
    expected = number + 1;
  }
  return { lines, missing };
}
