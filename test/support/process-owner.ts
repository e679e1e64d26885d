// A program of its own that starts a child through our transport, registered, and then is killed or exits, as a
// test wants. Arguments: state folder, folder of the child, then the child's argv. Prints one line of JSON when the
// child has said its first line. On stdin `exit` makes it leave as a program normally does.

import { StdioProcess } from '../../electron/transport/stdio-process.ts';
import { launchFor, ProcessSink } from './process-sink.ts';

const [stateDir = '', cwd = '', ...argv] = process.argv.slice(2);
const sink = new ProcessSink();
const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
);
new StdioProcess(launchFor(argv, { cwd, environment }), { stateDir }).start(sink);
await sink.until(({ lines }) => lines.length > 0);
process.stdout.write(`${JSON.stringify({ owner: process.pid, child: sink.of('spawned')[0]?.pid })}\n`);
process.stdin.on('data', () => process.exit(0));
