// Where the stand-in starts: the only file of it that ends the process. Kept small, because a host waits for the extension
// while this loads; everything else of Framescope is loaded later, by the recorder's thread, or not at all.

import path from 'node:path';
import { stateDir } from '../recorder/state-dir.ts';
import { openApp } from './open-app.ts';
import { endLike } from './signals.ts';
import { StandIn } from './stand-in.ts';
import { tapWords } from './tap-words.ts';

const usage = 2;
const args = process.argv.slice(process.argv[2] === 'tap' ? 3 : 2);
const words = tapWords(args);
if (!words) {
  process.stderr.write('Usage: framescope tap [--record FILE] [--name NAME] [--open] -- COMMAND [ARGS...]\n');
  process.exit(usage);
}

const standIn = new StandIn({
  settings: {
    stateDir: stateDir(),
    record: words.record === null ? null : path.resolve(words.record),
    name: words.name,
    argv: words.argv,
    cwd: process.cwd(),
    startedAt: new Date().toISOString(),
  },
  recorder: new URL('./tap-recorder.js', import.meta.url),
  ...(words.open ? { started: () => openApp(import.meta.dirname) } : {}),
});
process.on('uncaughtException', (error) => standIn.fault(error));
endLike(await standIn.run());
