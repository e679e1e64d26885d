// Frames of the zot family about panels: text areas an extension draws and that send it keys. Unknown to the seed.

import { Type, type TSchema } from '@sinclair/typebox';
import { counted, join, lengthOf, optional, say, words } from '../say.ts';
import type { Side } from '../../session/entries.ts';
import {
  answering,
  defineFrame,
  flag,
  frame,
  integer,
  list,
  maybe,
  oneOf,
  running,
  sinceLatest,
  sinceMay,
  tervaOnly,
  text,
} from './parts.ts';

const keyValue = Type.Object({
  key: text(),
  value: text(),
  note: maybe(text()),
  mono: maybe(flag()),
});
const item = Type.Object({
  text: text(),
  note: maybe(text()),
  tone: maybe(text()),
  action_id: maybe(text()),
});
const widgetKinds = [
  'heading',
  'text',
  'meter',
  'keyvalue',
  'table',
  'list',
  'group',
  'note',
  'action',
  'divider',
];

/** Groups nest; four levels are described, deeper ones are taken as they are. */
function widget(levels: number): TSchema {
  return Type.Object({
    type: oneOf(widgetKinds),
    text: maybe(text()),
    tone: maybe(text()),
    level: maybe(integer()),
    label: maybe(text()),
    value: maybe(Type.Number()),
    max: maybe(Type.Number()),
    unit: maybe(text()),
    rows: maybe(list(keyValue)),
    columns: maybe(list(text())),
    cells: maybe(list(list(text()))),
    items: maybe(list(item)),
    children: maybe(list(levels === 0 ? Type.Unknown() : widget(levels - 1))),
    action_id: maybe(text()),
  });
}
const widgets = maybe(list(widget(3)));

export const panelSpec = Type.Object(
  { id: text(), title: maybe(text()), lines: maybe(list(text())), footer: maybe(text()), widgets },
  { needed: ['id'] },
);

export const openPanel = defineFrame({
  from: 'extension',
  type: 'open_panel',
  role: { kind: 'notice' },
  lane: 'panels',
  schema: frame('open_panel', { panel: panelSpec }, ['panel']),
  dialects: sinceLatest,
  fieldDialects: { 'panel.widgets': tervaOnly },
  legalIn: running,
  times: '0 or more',
  summary: (f) => {
    const panel = f.panel as { id?: unknown; title?: unknown } | null | undefined;
    return join(say`${panel?.id}`, optional(' · ', panel?.title));
  },
  examples: [
    {
      type: 'open_panel',
      panel: { id: 'audit', title: 'Audit', lines: ['1 blocked'], footer: 'esc closes' },
    },
    { type: 'open_panel', panel: { id: 'audit', widgets: [{ type: 'heading', text: 'Audit', level: 1 }] } },
  ],
  doc: 'Opens a panel without having been asked by a command.',
  source: 'zot, newest: open_panel',
});

export const panelRender = defineFrame({
  from: 'extension',
  type: 'panel_render',
  role: { kind: 'notice' },
  lane: 'panels',
  schema: frame(
    'panel_render',
    {
      panel_id: text(),
      title: maybe(text()),
      lines: maybe(list(text())),
      footer: maybe(text()),
      widgets,
    },
    // Without an id it is about the panel "" (real host, May 2026).
  ),
  dialects: sinceMay,
  fieldDialects: { widgets: tervaOnly },
  legalIn: answering,
  times: '0 or more',
  summary: (f) =>
    join(say`${f.panel_id}`, words(`, ${counted(lengthOf(f.lines), 'line')}`), optional(' · ', f.title)),
  examples: [
    {
      type: 'panel_render',
      panel_id: 'audit',
      title: 'Audit',
      lines: ['1 blocked', '2 allowed'],
      footer: 'esc',
    },
    { type: 'panel_render', panel_id: 'audit' },
    {
      type: 'panel_render',
      panel_id: 'audit',
      widgets: [
        { type: 'meter', label: 'done', value: 2, max: 5, unit: 'files' },
        { type: 'keyvalue', rows: [{ key: 'branch', value: 'main', mono: true }] },
        { type: 'table', columns: ['file', 'state'], cells: [['a.ts', 'open']] },
        { type: 'group', children: [{ type: 'list', items: [{ text: 'a.ts', action_id: 'open-a' }] }] },
      ],
    },
  ],
  doc: 'Draws the whole content of a panel anew. The host takes it for panels that were never opened, too.',
  source: 'real host, May 2026: panel_render',
});

function panelClose(from: Side) {
  return defineFrame({
    from,
    type: 'panel_close',
    role: { kind: 'notice' },
    lane: 'panels',
    // Without an id it is about the panel "" (real host, May 2026).
    schema: frame('panel_close', { panel_id: text() }),
    dialects: sinceMay,
    legalIn: answering,
    times: from === 'host' ? 'when the user closes it' : '0 or more',
    summary: (f) => say`${f.panel_id}`,
    examples: [{ type: 'panel_close', panel_id: 'audit' }],
    doc:
      from === 'host'
        ? 'The user closed the panel. The keys esc and ctrl-c arrive as this frame, never as keys.'
        : 'The extension closes its panel.',
    source: 'real host, May 2026: panel_close',
  });
}
export const panelCloseFromExtension = panelClose('extension');
export const panelCloseFromHost = panelClose('host');

export const panelKey = defineFrame({
  from: 'host',
  type: 'panel_key',
  role: { kind: 'notice' },
  lane: 'panels',
  schema: frame(
    'panel_key',
    {
      panel_id: text(),
      key: oneOf([
        'up',
        'down',
        'left',
        'right',
        'enter',
        'esc',
        'tab',
        'pageup',
        'pagedown',
        'home',
        'end',
        'backspace',
        'delete',
        'rune',
      ]),
      text: maybe(text('For key rune: what was typed.')),
    },
    ['panel_id'],
  ),
  dialects: sinceMay,
  legalIn: running,
  times: '0 or more, while a panel is open',
  summary: (f) => join(say`${f.panel_id} ${f.key}`, optional(' ', f.text)),
  examples: [
    { type: 'panel_key', panel_id: 'audit', key: 'down' },
    { type: 'panel_key', panel_id: 'audit', key: 'rune', text: 'ä' },
  ],
  doc: 'A key was pressed while the panel had the focus.',
  source: 'real host, May 2026: panel_key',
});

export const panelResize = defineFrame({
  from: 'host',
  type: 'panel_resize',
  role: { kind: 'notice' },
  lane: 'panels',
  schema: frame('panel_resize', { panel_id: text(), width: integer(), height: integer() }, ['panel_id']),
  dialects: sinceMay,
  legalIn: running,
  times: '0 or more; no host sends it yet',
  summary: (f) => say`${f.panel_id} ${f.width} × ${f.height}`,
  examples: [{ type: 'panel_resize', panel_id: 'audit', width: 80, height: 24 }],
  doc: 'The panel has a new size in characters. The type exists, but no host was seen to send it.',
  source: 'real host, May 2026: panel_resize',
});
