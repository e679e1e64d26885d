// A host of its own over some extensions, as a program that a test can kill: then only what the system does happens to
// them. Arguments: profile, project folder, then the extensions' folders. Prints a line when all that say hello are ready.

import { AgentBench, reached } from './agent-bench.ts';
import { markName } from './marked-processes.ts';

const [profile = '', projectDir = '', ...folders] = process.argv.slice(2);
const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
);
/** The test's own mark, by which it finds what it has to end. */
const mark = { [markName]: environment[markName] ?? '' };
const bench = new AgentBench({ profile, environment });
const settings = { hostVersion: '0.0.0-test', provider: 'anthropic', model: 'test-model', projectDir };
const opened = await Promise.all(
  folders.map((folder) => bench.start({ kind: 'path', path: folder }, { settings, environment: mark })),
);
const wanted = Number(environment['OWNER_READY'] ?? opened.length);
let ready = 0;
for (const one of opened)
  void reached(one, 'ready').then(() => {
    if (++ready === wanted) process.stdout.write('ready\n');
  });
