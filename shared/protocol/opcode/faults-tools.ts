// Faults of tools: what is registered, and how calls end. Data only.

import type { Fault } from './fault.ts';

const registering = 'opcode_plugin.h: register_tool ("valid during init or after session_start")';
const fields = 'opcode_plugin.h: OpcodeToolV1';
const done = 'opcode_plugin.h: tool_done ("Call exactly once per call handle")';
const shape = 'opcode_plugin.h: tool_done ("`result_json` shape")';

export const toolFaults = {
  'tool-null': {
    severity: 'error',
    message: 'register_tool was called with NULL; there is nothing to register.',
    source: fields,
  },
  'tool-struct-small': {
    severity: 'error',
    message:
      'struct_size of the tool is {found}; the host needs the first {least} bytes, through execute. It is not registered.',
    fix: 'Set struct_size to sizeof(OpcodeToolV1).',
    source: fields,
  },
  'tool-struct-larger': {
    severity: 'info',
    message:
      'struct_size of the tool is {found}, more than the {known} bytes that this host knows. What is behind them is not read.',
    source: fields,
  },
  'tool-name-invalid': {
    severity: 'error',
    message: 'The name {name} is not registered: names are made of a-z, 0-9 and the signs _ : . -',
    fix: 'Use small letters, digits and these signs only.',
    source: 'opcode_plugin.h: OpcodeToolV1.name ("[a-z0-9_:.-]+, <= 64 bytes, unique")',
  },
  'tool-name-long': {
    severity: 'error',
    message: 'The name {name} has {bytes} bytes; at most {most} are allowed. It is not registered.',
    fix: 'Choose a shorter name.',
    source: 'opcode_plugin.h: OpcodeToolV1.name ("[a-z0-9_:.-]+, <= 64 bytes, unique")',
  },
  'tool-name-taken': {
    severity: 'error',
    message: 'The tool {name} was registered before; the second one is not registered.',
    fix: 'Give each tool a name of its own.',
    source: 'opcode_plugin.h: OpcodeToolV1.name ("[a-z0-9_:.-]+, <= 64 bytes, unique")',
  },
  'tool-execute-missing': {
    severity: 'error',
    message: "The tool {name} has no execute, so it can't be called. It is not registered.",
    fix: 'Set execute.',
    source: fields,
  },
  'tool-schema-missing': {
    severity: 'warning',
    message: 'The tool {name} has no parameters_json: the model is not told what to give it.',
    fix: 'Give a JSON Schema object, at least {"type":"object"}.',
    source: 'opcode_plugin.h: OpcodeToolV1.parameters_json ("JSON Schema object")',
  },
  'tool-schema-invalid': {
    severity: 'error',
    message: 'The parameters_json of the tool {name} is no JSON Schema object: {reason}.',
    fix: 'Give a JSON Schema object, at least {"type":"object"}.',
    source: 'opcode_plugin.h: OpcodeToolV1.parameters_json ("JSON Schema object")',
  },
  'tool-description-missing': {
    severity: 'warning',
    message: 'The tool {name} has no description: the model will not know what it is for.',
    fix: 'Describe it in a sentence.',
    source: 'opcode_plugin.h: OpcodeToolV1.description ("model-facing; be precise")',
  },
  'tool-flags-unknown': {
    severity: 'warning',
    message: 'The tool {name} has flags that this host does not know: {flags}. They are ignored.',
    source: 'opcode_plugin.h: OPCODE_TOOL_*',
  },
  'tool-snippet-lines': {
    severity: 'warning',
    message: 'prompt_snippet of the tool {name} has more than one line.',
    fix: 'Make it one line; longer advice belongs into prompt_guidelines.',
    source: 'opcode_plugin.h: OpcodeToolV1.prompt_snippet ("optional one-line")',
  },
  'register-out-of-order': {
    severity: 'error',
    message: '{what} was registered neither during init nor after session_start. It is taken all the same.',
    fix: 'Register in init, or wait for the event session_start.',
    source: registering,
  },
  'done-twice': {
    severity: 'error',
    message: 'tool_done was called a second time for call {call}. The first one counts.',
    fix: 'Call it exactly once per call.',
    source: done,
  },
  'done-late': {
    severity: 'error',
    message: 'tool_done came for call {call} after the host had given it up.',
    source: done,
  },
  'done-unknown': {
    severity: 'error',
    message: 'tool_done was called for {call}, which is no call of this plugin.',
    fix: 'Pass on the handle that execute was given.',
    source: done,
  },
  'done-never': {
    severity: 'error',
    message: 'tool_done was never called for call {call} of {tool}, {time} after it began.',
    fix: 'Every way out of the tool has to end with tool_done, failures too.',
    source: done,
  },
  'done-not-in-execute': {
    severity: 'error',
    message:
      'execute of {tool} returned without tool_done. This host completes calls at once, so the call has failed.',
    fix: 'Call tool_done before execute returns, if the plugin is to run in this host.',
    source: 'Opcode, static build: calls are completed when execute returns',
  },
  'done-null': {
    severity: 'error',
    message: 'The result of call {call} is NULL.',
    fix: 'Give at least {"content":[]}.',
    source: shape,
  },
  'done-not-json': {
    severity: 'error',
    message: 'The result of call {call} is not JSON: {reason}.',
    fix: 'Build the text with host->json_escape around every value.',
    source: shape,
  },
  'done-shape': {
    severity: 'error',
    message: 'The result of call {call} has the wrong shape: {reason}.',
    fix: 'Give {"content":[{"type":"text","text":"…"}],"is_error":false}.',
    source: shape,
  },
  'done-is-error-differs': {
    severity: 'warning',
    message:
      'Call {call} ended with is_error {argument}, but its result says "is_error":{inside}. The argument counts.',
    fix: 'Say the same in both.',
    source: shape,
  },
  'done-from-thread': {
    severity: 'error',
    message:
      'tool_done was called on thread {thread} for {tool}, which is not marked OPCODE_TOOL_THREADSAFE.',
    fix: 'Set the flag, or go through host->defer.',
    source: 'opcode_plugin.h: OPCODE_TOOL_THREADSAFE',
  },
  'update-shape': {
    severity: 'warning',
    message: 'The partial result handed to {tool} has not the shape of a result: {reason}.',
    source: 'opcode_plugin.h: OpcodeToolV1.update ("at minimum {\\"content\\":[...]}")',
  },
} as const satisfies Record<string, Fault>;
