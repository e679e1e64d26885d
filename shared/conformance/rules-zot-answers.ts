// Rules of the zot family about answers to the host: in time, once, by id, of the right shape. Data only.

import { rulesOf } from './rule.ts';

const measured = 'real host, May 2026';
const answers = ['tool_result', 'command_response', 'event_intercept_response', 'shutdown_ack'];
const shapes = ['missing-field', 'wrong-type', 'null-field', 'empty-field', 'schema', 'unknown-value'];

export const zotAnswerRules = rulesOf('zot', [
  {
    id: 'answers-by-id',
    title: 'answers carry the id and kind of their request',
    stage: 'answers',
    levels: { warning: 1, error: 2 },
    wrong:
      'Answers match by the exact text of the id and by their type; any other is ignored, and the request waits out its time.',
    fix: 'Copy the id of the request unchanged, as a text, into the answer that belongs to it.',
    source: `seed, Frame; ${measured}`,
    matches: ['answer-unknown-id', 'answer-id-not-string', 'answer-wrong-kind', 'id-not-string'],
    entails: ['answers-every-request', 'two-at-once', 'answer-well-formed'],
  },
  {
    id: 'answers-once',
    title: 'each request is answered once',
    stage: 'answers',
    levels: { warning: 2, error: 6 },
    wrong: 'The first answer counts; every other one is ignored without a word.',
    fix: 'Send one answer for each request.',
    source: measured,
    matches: ['answer-duplicate'],
    entails: ['two-at-once'],
  },
  {
    id: 'blocks-valid',
    title: 'the content of a result is made of known blocks',
    stage: 'answers',
    levels: { warning: 1, error: 6 },
    wrong:
      'The model reads "unknown block type" or "extension returned no content" instead of what the tool found.',
    fix: 'Send blocks of type "text" with "text", or "image" with "mime_type" and "data".',
    source: `seed, ContentBlock; ${measured}`,
    matches: shapes.map((code) => ({ code, frames: ['tool_result'], pointer: '/content' })),
    entails: ['answers-every-request', 'answer-well-formed'],
  },
  {
    id: 'image-decodes',
    title: 'image data is base64 of an image',
    stage: 'answers',
    levels: { warning: 1, error: 4 },
    wrong:
      'The model reads an error about base64 instead of the picture, or the provider refuses the picture.',
    fix: 'Encode the bytes of the picture as standard base64 with padding, and name their type in "mime_type".',
    source: `seed, ContentBlock; ${measured}: illegal base64 makes the result an error`,
  },
  {
    id: 'command-action-known',
    title: 'a command’s answer asks for something the host can do',
    stage: 'answers',
    levels: { warning: 1, error: 5 },
    wrong: 'The status line shows "unknown action"; the person sees nothing of the answer.',
    fix: 'Answer with prompt, insert, display, open_panel or noop, as far as the host has it.',
    source: `seed, CommandResponseFromExt; ${measured}`,
    matches: ['action-unknown', { code: 'unknown-value', frames: ['command_response'], pointer: '/action' }],
  },
  {
    id: 'modified-args-object',
    title: 'modified_args is an object',
    stage: 'answers',
    levels: { warning: 1, error: 4 },
    wrong:
      'The seed drops such a rewrite, so the call runs as it was; the real host hands it to the tool, which fails.',
    fix: 'Send the whole object of arguments.',
    source: `seed, EventInterceptResponseFromExt; ${measured}`,
    matches: ['modified-args-not-object'],
  },
  {
    id: 'modified-args-complete',
    title: 'modified_args keeps the keys it does not know',
    stage: 'answers',
    levels: { warning: 1, error: 7 },
    wrong:
      'modified_args replaces all arguments; what is left out is lost: a timeout, a folder, what a newer host adds.',
    fix: 'Copy tool_args and change what has to change: {...tool_args, command}.',
    source: `${measured}: the object is replaced, not merged`,
  },
  {
    id: 'notify-level-known',
    title: 'a note has a level the host knows',
    stage: 'answers',
    levels: { info: 1, warning: 3 },
    wrong: 'The note is shown without the look of its level, or not at all by other hosts.',
    fix: 'Use info, warn, error or success.',
    source: 'seed, NotifyFromExt',
    matches: [{ code: 'unknown-value', frames: ['notify'], pointer: '/level' }],
  },
  {
    id: 'answer-well-formed',
    title: 'answers have the right shape',
    stage: 'answers',
    levels: { warning: 1, error: 2 },
    wrong:
      'A field of a wrong type drops the whole answer without a word, and the request waits out its time.',
    fix: 'Send each field with the type that the frame has for it.',
    source: `seed; ${measured}: a wrongly typed answer is dropped`,
    matches: shapes.map((code) => ({ code, frames: answers })),
    entails: ['answers-every-request', 'two-at-once'],
  },
  {
    id: 'answers-in-time',
    title: 'answers come before the host gives up',
    stage: 'answers',
    levels: { warning: 1, error: 4 },
    wrong:
      'The host has gone on: a call counts as failed, a guard as having allowed. The late answer is ignored.',
    fix: 'Answer within the deadline; tell the rest with notify.',
    source: `${measured}: 60 s for tools, 30 s for commands, 5 s for guards`,
    matches: ['answer-late'],
    entails: ['answers-every-request', 'two-at-once', 'reads-while-busy'],
  },
  {
    id: 'answers-every-request',
    title: 'every request is answered',
    stage: 'answers',
    levels: { warning: 1, error: 2 },
    wrong:
      'The model waits 60 s for a tool, the person 30 s for a command; a silent guard costs 5 s on every call and then lets it pass.',
    fix: 'Answer each request on every way out of its handler, failures too: is_error, error, or an empty decision.',
    source: `seed, ToolCallFromHost; ${measured}`,
    entails: ['two-at-once', 'reads-while-busy'],
  },
]);
