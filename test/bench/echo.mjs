// The extension that calls.bench.ts calls: answers each tool_call at once with one short text, and does nothing else, so
// that what is measured is the host.
/** @param {string} line */
const send = (line) => process.stdout.write(line + '\n');
send('{"type":"hello","name":"echo","version":"1.0.0"}');
send('{"type":"register_tool","name":"echo","description":"","schema":{"type":"object"}}');
send('{"type":"ready"}');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { type, id, args } = JSON.parse(line);
    if (type === 'tool_call')
      send(JSON.stringify({ type: 'tool_result', id, content: [{ type: 'text', text: args.text }] }));
    if (type === 'shutdown') process.stdout.write('{"type":"shutdown_ack"}\n', () => process.exit(0));
  }
});
process.stdin.on('end', () => process.exit(0));
