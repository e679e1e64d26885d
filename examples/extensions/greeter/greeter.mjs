// greeter: a complete extension in one file, with nothing but Node.
//
// The host starts this program and talks to it through two pipes. One line is one frame is one JSON object:
// what we print on stdout goes to the host, what the host says comes in on stdin. stdout is therefore not a
// place for log text: log to stderr, as `log` below does. Read from top to bottom; the order is the order
// in which things happen.

// ---------------------------------------------------------------------------------------------------------
// 1. Two ways out

/** Sends one frame. JSON.stringify never puts a line break into its output, so one call is one line. */
function send(frame) {
  process.stdout.write(JSON.stringify(frame) + '\n');
}

/** Says something to the author, not to the host. The host keeps it and shows it beside the frames. */
function log(text) {
  process.stderr.write(`greeter: ${text}\n`);
}

// ---------------------------------------------------------------------------------------------------------
// 2. The handshake: hello has to be the very first line. The host answers with hello_ack, and that is the moment
//    to register: by then we know which host it is. `ready` ends the registrations. Without it the host has to
//    guess from a short silence that we are done, and a tool registered after that comes too late for the agent.

send({ type: 'hello', name: 'greeter', version: '1.0.0', capabilities: ['commands', 'tools', 'events'] });

function register() {
  send({ type: 'register_command', name: 'greet', description: 'Greet somebody: /greet NAME' });

  send({
    type: 'register_tool',
    name: 'greet',
    description: 'Writes a greeting for one person.',
    // The schema tells the model what to send. The host does not check it: see greetTool.
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Who is greeted', minLength: 1 },
        language: {
          type: 'string',
          description: 'Language of the greeting',
          enum: ['en', 'de', 'fr', 'es'],
          default: 'en',
        },
        excited: { type: 'boolean', description: 'End with an exclamation mark', default: false },
      },
      required: ['name'],
      additionalProperties: false,
    },
  });

  send({
    type: 'subscribe',
    events: ['session_start', 'turn_end', 'tool_call'], // told about these afterwards
    intercept: ['tool_call'], // asked about these before they happen
  });

  send({ type: 'ready' });
}

// ---------------------------------------------------------------------------------------------------------
// 3. What we do when the host says something

const GREETINGS = { en: 'Hello', de: 'Hallo', fr: 'Bonjour', es: 'Hola' };

function greeting({ name, language = 'en', excited = false }) {
  return `${GREETINGS[language]}, ${name}${excited ? '!' : '.'}`;
}

/** The model's call. Every tool_call needs exactly one tool_result with the same id, failures included. */
function greetTool({ id, args }) {
  const problem = wrongArgs(args);
  const text = problem ?? greeting(args);
  send({ type: 'tool_result', id, content: [{ type: 'text', text }], is_error: problem !== undefined });
}

/** Arguments come from a model: check them. The text is read by the model, so it says what would be right. */
function wrongArgs(args) {
  if (typeof args?.name !== 'string' || args.name === '')
    return 'name must be a text of at least one character';
  const language = args.language ?? 'en';
  if (!Object.hasOwn(GREETINGS, language)) {
    return `language must be one of ${Object.keys(GREETINGS).join(', ')}, not ${JSON.stringify(language)}`;
  }
  return undefined;
}

/** The person's command. `args` is all the text after the command's name, and missing when there is none. */
function greetCommand({ id, args }) {
  if (!args) {
    send({ type: 'command_response', id, action: 'noop', error: 'Whom? Try /greet Ada' });
    return;
  }
  send({ type: 'command_response', id, action: 'display', display: greeting({ name: args, excited: true }) });
}

/** Events are news, not questions: there is no id and no answer. */
function noticeEvent(frame) {
  if (frame.event === 'session_start')
    send({ type: 'notify', level: 'info', message: 'greeter is listening' });
  if (frame.event === 'turn_end') log(`the turn ended (${frame.stop ?? 'no reason given'})`);
  if (frame.event === 'tool_call') log(`the model calls ${frame.tool_name}`);
}

/**
 * An intercept is a question, and the action waits for the answer: for five seconds, then it goes ahead.
 * So answer every one, also those that are of no interest here, and answer fast.
 *
 * To allow is to send nothing but the id. A guard may also rewrite with `modified_args`. That replaces the
 * arguments as a whole: what it leaves out is lost. Whoever rewrites one key copies all the others, the
 * unknown ones too: modified_args: { ...frame.tool_args, command: saferCommand }
 */
function judge(frame) {
  const command = frame.tool_name === 'bash' ? frame.tool_args?.command : undefined;
  if (typeof command === 'string' && deletesByForce(command)) {
    const reason = 'greeter refuses rm -rf: name the files, or ask the person to do it';
    send({ type: 'event_intercept_response', id: frame.id, block: true, reason });
  } else {
    send({ type: 'event_intercept_response', id: frame.id });
  }
}

/** True for rm with both r and f among its short options, in any order: rm -rf, rm -f -r, rm -vfR … */
function deletesByForce(command) {
  return command.split(/[;&|\n]/).some((part) => {
    const words = part.trim().split(/\s+/);
    const rm = words.findIndex((word) => word === 'rm' || word.endsWith('/rm'));
    if (rm < 0) return false;
    const options = words
      .slice(rm + 1)
      .filter((word) => /^-[a-z]+$/i.test(word))
      .join('');
    return /r/i.test(options) && options.includes('f');
  });
}

/** The host wants us gone. It also closes our stdin and gives us about two seconds. */
function shutDown() {
  // Leave in the callback: process.exit() right after a write may cut off what is still on its way.
  process.stdout.write(JSON.stringify({ type: 'shutdown_ack' }) + '\n', () => process.exit(0));
}

function handle(frame) {
  switch (frame?.type) {
    case 'hello_ack':
      log(`host speaks protocol ${frame.protocol_version}, the project is ${frame.cwd}`);
      return register();
    case 'tool_call':
      return greetTool(frame);
    case 'command_invoked':
      return greetCommand(frame);
    case 'event':
      return noticeEvent(frame);
    case 'event_intercept':
      return judge(frame);
    case 'shutdown':
      return shutDown();
    default:
      // A newer host may know frames that we do not. That is no reason to stop.
      return log(`ignored a frame of type ${JSON.stringify(frame?.type)}`);
  }
}

// ---------------------------------------------------------------------------------------------------------
// 4. The read loop: a chunk is not a line. It may hold half a frame or twenty of them, so keep what comes
//    after the last line break for the next time. (node:readline is no good here: it also breaks lines at
//    U+2028, which is allowed inside JSON strings.) setEncoding keeps characters whole across chunks.

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) receive(line);
});
// When stdin ends without a shutdown, the host is gone. Nothing is left to wait for and Node exits by itself.

function receive(line) {
  let frame;
  try {
    frame = JSON.parse(line);
  } catch (error) {
    log(`not JSON: ${error.message}`);
    return;
  }
  handle(frame);
}
