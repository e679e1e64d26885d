// Reads an exact range of a file that is open.

import fs from 'node:fs';

/** Fills `out` from byte `from` on. Errors: rejects with the errno, or when the file is shorter than it was. */
export async function readFully(fd: number, out: Buffer, from: number): Promise<void> {
  let done = 0;
  while (done < out.length) {
    const count = await new Promise<number>((resolve, reject) => {
      fs.read(fd, out, done, out.length - done, from + done, (error, bytesRead) =>
        error ? reject(error) : resolve(bytesRead),
      );
    });
    if (count === 0) throw new Error(`The recording ends at byte ${from + done}: someone else has cut it.`);
    done += count;
  }
}
