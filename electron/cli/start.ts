// Where `framescope` starts. A tap is on its way in milliseconds, since a host waits for the extension it stands for; all
// other commands load the whole program. Chooses, and knows nothing else.

import { tapWords } from '../tap/tap-words.ts';

const [command, ...rest] = process.argv.slice(2);
const isTap = command === 'tap' && tapWords(rest) !== undefined;
await import(new URL(isTap ? './tap.js' : './cli-program.js', import.meta.url).href);
