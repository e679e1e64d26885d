// The extension that fuzz.bench.ts fuzzes: a tool with a schema like those of real tools, which answers at once and does
// nothing else, so that what is measured is the fuzzer.
/** @param {string} line */
const send = (line) => process.stdout.write(line + '\n');
const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 80 },
    pattern: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
    mode: { enum: ['fast', 'exact'] },
    tags: { type: 'array', items: { type: 'string', maxLength: 12 }, maxItems: 4 },
  },
  required: ['path', 'pattern'],
  additionalProperties: false,
};
send('{"type":"hello","name":"fuzz-echo","version":"1.0.0"}');
send(JSON.stringify({ type: 'register_tool', name: 'find', description: '', schema }));
send('{"type":"ready"}');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { type, id } = JSON.parse(line);
    if (type === 'tool_call')
      send(JSON.stringify({ type: 'tool_result', id, content: [{ type: 'text', text: 'ok' }] }));
    if (type === 'shutdown') process.stdout.write('{"type":"shutdown_ack"}\n', () => process.exit(0));
  }
});
process.stdin.on('end', () => process.exit(0));
