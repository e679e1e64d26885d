// Faults of everything else in the host table: events, commands, session, status, models, HTTP, folders. Data only.

import type { Fault } from './fault.ts';

const events = 'opcode_plugin.h: OPCODE_EV_*';
const handler = 'opcode_plugin.h: OpcodeEventHandler ("0 = continue … 1 = handled/veto … negative = error")';
const roots = 'opcode_plugin.h: add_resource_root ("path absolute, <= 1024 bytes, no \\"..\\" component")';
const payload = 'opcode_plugin.h: "Every `const char *` payload … is a NUL-terminated UTF-8 JSON string"';

export const hostFaults = {
  'argument-null': {
    severity: 'warning',
    message: '{function} was given NULL as its {argument}. {consequence}',
    source: 'opcode_plugin.h',
  },
  'log-level-unknown': {
    severity: 'warning',
    message: '{function} was given level {level}; there are 0 to 3.',
    source: 'opcode_plugin.h: "0=debug 1=info 2=warn 3=error"',
  },
  'event-unknown': {
    severity: 'warning',
    message: 'There is no event {event}{meant}; the handler will never be called.',
    source: events,
  },
  'event-never-told': {
    severity: 'info',
    message: 'This host does not tell {event}: the handler is kept and never called.',
    source: 'Opcode, static build: only resources_discover is told',
  },
  'handlers-full': {
    severity: 'warning',
    message: 'This host keeps {most} {what} of all plugins together; this one is dropped.',
    source: 'Opcode, static build: a table of 32',
  },
  'event-returned-error': {
    severity: 'warning',
    message: 'The handler of {event} returned {value}: an error, logged and treated as 0.',
    source: handler,
  },
  'event-returned-odd': {
    severity: 'warning',
    message: 'The handler of {event} returned {value}, which means nothing; it is treated as 0.',
    fix: 'Return 0, 1 or a negative number.',
    source: handler,
  },
  'event-veto-idle': {
    severity: 'info',
    message: 'The handler of {event} returned 1, which has a meaning for tool_call and input only.',
    source: handler,
  },
  'command-name-invalid': {
    severity: 'warning',
    message: 'Nobody can type the command {name}.',
    fix: 'Give it a name of one word, without the slash.',
    source: 'opcode_plugin.h: register_command ("Registers a slash command")',
  },
  'command-name-taken': {
    severity: 'warning',
    message: 'The command {name} was registered before; the first one is called.',
    source: 'opcode_plugin.h: register_command',
  },
  'command-not-json': {
    severity: 'warning',
    message: 'The command {name} returned a text that is not JSON: {reason}.',
    fix: 'Return JSON or NULL.',
    source: 'opcode_plugin.h: register_command ("must return a JSON result or NULL")',
  },
  'token-unknown': {
    severity: 'warning',
    message: 'is_cancelled was asked about {token}, which is the token of no run.',
    fix: 'Ask with the signal_token that execute was given.',
    source: 'opcode_plugin.h: is_cancelled',
  },
  'json-not-json': {
    severity: 'warning',
    message: '{function} was given a text that is not JSON, so the answer is the default.',
    source: 'opcode_plugin.h: "minimal JSON helpers"',
  },
  'entry-not-json': {
    severity: 'error',
    message: 'The data of the entry {entry} is not JSON: {reason}. It is not written.',
    source: payload,
  },
  'entry-unwritable': {
    severity: 'error',
    message: 'The entry could not be written to {path}: {reason}.',
    source: 'Framescope',
  },
  'model-unknown': {
    severity: 'info',
    message: 'The host does not know the model {model}; set_model returns 0.',
    fix: 'Add it to the models of this host, if it is meant to be there.',
    source: 'opcode_plugin.h: set_model ("return 1 on success")',
  },
  'thinking-level-unknown': {
    severity: 'info',
    message: 'The host does not know the thinking level {level}; nothing changes.',
    fix: 'Add it to the thinking levels of this host, if it is meant to be there.',
    source: 'opcode_plugin.h: set_thinking_level',
  },
  'http-url-invalid': {
    severity: 'error',
    message: 'http_request was given {url}, which is no http or https address.',
    source: 'opcode_plugin.h: http_request',
  },
  'http-headers-invalid': {
    severity: 'error',
    message: 'headers_json is no object of texts: {reason}. They are left out.',
    fix: 'Give {"Name":"Value"} or NULL.',
    source: 'opcode_plugin.h: http_request (headers_json: {"Name":"Value"})',
  },
  'http-mocked': {
    severity: 'info',
    message:
      'The request to {host} was not sent: nobody allowed that. It is answered from the table ({status}).',
    fix: 'Allow the host for this target to have it sent.',
    source: 'Framescope',
  },
  'http-failed': {
    severity: 'warning',
    message: 'The request to {host} failed: {reason}. The callback gets status 0.',
    source: 'Framescope',
  },
  'http-request-unknown': {
    severity: 'warning',
    message: 'http_cancel was given {request}, which is no request that waits.',
    source: 'opcode_plugin.h: http_cancel',
  },
  'root-kind-unknown': {
    severity: 'warning',
    message: '{kind} is no kind of folder; there are skills, prompts and themes. It is dropped.',
    source: roots,
  },
  'root-not-absolute': {
    severity: 'warning',
    message: 'The folder {path} is not absolute. It is dropped.',
    source: roots,
  },
  'root-has-dots': {
    severity: 'warning',
    message: 'The folder {path} has a ".." in it. It is dropped.',
    source: roots,
  },
  'root-too-long': {
    severity: 'warning',
    message: 'The folder has {bytes} bytes; at most {most} are allowed. It is dropped.',
    source: roots,
  },
  'roots-full': {
    severity: 'warning',
    message: 'There are {most} folders of {kind} already; {path} is dropped.',
    source: 'opcode_plugin.h: add_resource_root ("at most 8 roots per kind (extra calls are dropped)")',
  },
  'root-out-of-order': {
    severity: 'info',
    message:
      'add_resource_root was called outside of resources_discover: what searches folders has looked already.',
    source: 'opcode_plugin.h: add_resource_root ("call it from the handler on the main loop")',
  },
} as const satisfies Record<string, Fault>;
