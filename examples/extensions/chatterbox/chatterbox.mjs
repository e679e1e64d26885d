// chatterbox: an extension with a common fault. Do not copy it; see ../greeter for how it is done.
//
// stdout belongs to the protocol. This program, and a library it might use, print on it as well. An inspector
// shows each such line as "not a frame", and the frames around them still work. Some hosts are less patient:
// they want hello as the first line and refuse to load what begins with a banner.

// Fault 1: a banner before hello.
console.log('*** chatterbox 1.0.0 ***');

function send(frame) {
  process.stdout.write(JSON.stringify(frame) + '\n');
}

send({ type: 'hello', name: 'chatterbox', version: '1.0.0' });

// Fault 2: console.log prints to stdout. console.error prints to stderr, and would have been right.
console.log('registering tools ...');

send({
  type: 'register_tool',
  name: 'repeat',
  description: 'Says the text again.',
  schema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What to say again' } },
    required: ['text'],
  },
});
send({ type: 'ready' });

function handle(frame) {
  // Fault 3: an object dumped for debugging. It spreads over several lines, and none of them is a frame.
  if (frame.type === 'tool_call') {
    console.log({
      debugging: true,
      tool: frame.name,
      args: frame.args,
      note: 'this belongs on stderr, really',
    });
    send({ type: 'tool_result', id: frame.id, content: [{ type: 'text', text: String(frame.args?.text) }] });
  }
  if (frame.type === 'shutdown') {
    process.stdout.write('bye!\n{"type":"shutdown_ack"}\n', () => process.exit(0));
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) receive(line);
});

// One line that is not JSON is no reason to end: that is no fault of this example.
function receive(line) {
  try {
    handle(JSON.parse(line) ?? {});
  } catch (error) {
    process.stderr.write(`chatterbox: ${error.message}\n`);
  }
}
