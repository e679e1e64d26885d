// Frames about the session the plugin runs in: where it is, what it is called, entries of its own, and what the person sees
// of it.

import { Type } from '@sinclair/typebox';
import type { FrameDef } from '../define.ts';
import { join, say, words } from '../say.ts';
import { cText, hostCall, hostNotice, shown, shownAfter } from './parts.ts';
import { levelWord } from './memory.ts';

interface Asked {
  readonly name: string;
  readonly example: string;
  readonly doc: string;
  readonly back: string;
  readonly header?: string;
}

function asks({ name, example, doc, back, header }: Asked): readonly [FrameDef, FrameDef] {
  return hostCall({
    name,
    args: {},
    value: cText(),
    lane: 'other',
    summary: () => words(doc.replace(/\.$/, '').toLowerCase()),
    examples: [{}],
    returned: {
      summary: (f) => shown(f.value ?? null),
      examples: [{ value: example }, { value: null }],
      doc: back,
    },
    doc,
    ...(header === undefined ? {} : { header }),
  });
}

const untilNextTurn = 'Valid until the next turn of the main loop; NULL when there is none.';

export const [cwd, cwdTold] = asks({
  name: 'cwd',
  example: '/home/ada/src/shop',
  doc: 'Asks for the folder of the project.',
  back: `An absolute path. ${untilNextTurn}`,
});
export const [sessionId, sessionIdTold] = asks({
  name: 'session_id',
  example: 's1-20260131T120000',
  doc: 'Asks for the name of the session.',
  back: `Opaque. ${untilNextTurn}`,
});
export const [sessionFile, sessionFileTold] = asks({
  name: 'session_file',
  example: '/home/ada/.local/state/framescope/boom.session.jsonl',
  doc: 'Asks where the session is kept.',
  back: `An absolute path. ${untilNextTurn}`,
});
export const [systemPrompt, systemPromptTold] = asks({
  name: 'system_prompt',
  example: 'You are a careful assistant.',
  doc: 'Asks for the system prompt as it is now.',
  back: `A snapshot. ${untilNextTurn}`,
  header: 'read-only snapshot of the current system prompt',
});

export const appendEntry = hostNotice({
  name: 'append_entry',
  args: { custom_type: cText(), data_json: cText() },
  lane: 'other',
  summary: (f) => join(shown(f.custom_type ?? null), shownAfter(' ', f.data_json)),
  examples: [{ custom_type: 'boom.mark', data_json: '{"at":3}' }],
  doc: 'Puts an entry of its own into the session. The model never sees it.',
  header: 'appends a `custom` session entry; not part of the model context',
});

const uiHeader = 'UI — no-ops (or notifications) outside the TUI';

export const notify = hostNotice({
  name: 'notify',
  args: { message: cText(), level: Type.Integer() },
  lane: 'other',
  summary: (f) => join(words(`${levelWord(f.level)}: `), shown(f.message ?? null)),
  examples: [{ message: 'index is stale', level: 2 }],
  doc: 'Shows the person a note.',
  header: uiHeader,
});
export const setStatus = hostNotice({
  name: 'set_status',
  args: { key: cText(), text: cText('NULL or empty takes it away.') },
  lane: 'other',
  summary: (f) => join(shown(f.key ?? null), words(': '), shown(f.text ?? null)),
  examples: [{ key: 'boom', text: '3 marks' }],
  doc: 'Sets one piece of the status line, by its key.',
  header: uiHeader,
});
export const setTitle = hostNotice({
  name: 'set_title',
  args: { title: cText() },
  lane: 'other',
  summary: (f) => shown(f.title ?? null),
  examples: [{ title: 'shop · boom' }],
  doc: 'Sets the title that the terminal or window bears.',
  header: uiHeader,
});

export const [setModel, modelSet] = hostCall({
  name: 'set_model',
  args: { provider: cText(), model: cText() },
  value: Type.Integer(),
  lane: 'other',
  summary: (f) => join(shown(f.provider ?? null), words(' '), shown(f.model ?? null)),
  examples: [{ provider: 'anthropic', model: 'claude-sonnet-4-5' }],
  returned: {
    summary: (f) => join(say`${f.value}`, words(f.value === 1 ? ': chosen' : ': not chosen')),
    examples: [{ value: 1 }, { value: 0 }],
    doc: 'Success is 1: the host knows the model, uses it from then on and tells model_select.',
  },
  doc: 'Chooses the model.',
  header: 'model control; return 1 on success',
});
export const setThinkingLevel = hostNotice({
  name: 'set_thinking_level',
  args: { level: cText() },
  lane: 'other',
  summary: (f) => shown(f.level ?? null),
  examples: [{ level: 'high' }],
  doc: 'Chooses how much the model thinks; thinking_level_change is told when the host knows the level.',
  header: 'model control; return 1 on success',
});
export const addResourceRoot = hostNotice({
  name: 'add_resource_root',
  args: { kind: cText('skills, prompts or themes.'), path: cText('Absolute.') },
  lane: 'registry',
  summary: (f) => join(shown(f.kind ?? null), words(': '), shown(f.path ?? null)),
  examples: [{ kind: 'skills', path: '/home/ada/.config/boom/skills' }],
  doc: 'Adds a folder to be searched for skills, prompts or themes. At most eight of a kind; those over it are dropped.',
  header: 'path absolute, <= 1024 bytes, no ".." component',
});
