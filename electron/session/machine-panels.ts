// The host's rules for panels: opened by a command's answer or (newest zot) unasked, drawn anew by panel_render, closed by
// either side. Pure. One panel is open at a time, as in the real chat; a drawing for any other one is taken and not shown.

import type { JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { DecisionValues, PanelContent } from '../../shared/session/decisions.ts';
import { textListMember, textMember } from './frame-fields.ts';
import { decide, type Run } from './machine-types.ts';
import type { PanelState } from './offers.ts';

/** Panels remembered; closed ones are forgotten first. */
const mostPanels = 100;

const panelFrames: ReadonlySet<string> = new Set(['panel_render', 'panel_close', 'open_panel']);

export function isPanelFrame(type: string): boolean {
  return panelFrames.has(type);
}

export function onPanelFrame(run: Run, type: string, frame: JsonObject, line: number): void {
  const id = textMember(frame, 'panel_id') ?? '';
  if (type === 'panel_close') return closePanel(run, id, 'extension', line);
  if (type === 'panel_render') return renderPanel(run, contentOf(id, frame), line);
  const panel = (frame['panel'] ?? {}) as JsonObject;
  openPanel(run, contentOf(textMember(panel, 'id') ?? '', panel), line);
}

/** A panel as a frame describes it; whatever is absent is empty (Go: PanelSpec, PanelRenderFromExt). */
export function contentOf(panel: string, frame: JsonObject): PanelContent {
  return {
    panel,
    title: textMember(frame, 'title') ?? '',
    lines: textListMember(frame, 'lines') ?? [],
    footer: textMember(frame, 'footer') ?? '',
  };
}

export function openPanel(run: Run, content: PanelContent, line?: number): void {
  for (const [id, panel] of run.offers.panels)
    if (panel.open && id !== content.panel) closePanel(run, id, 'otherPanel');
  setPanel(run, { ...content, open: true });
  decide(run, 'panelOpened', content, `Panel ${quote(content.panel)} is open.`, line);
}

function setPanel(run: Run, panel: PanelState): void {
  const { panels } = run.offers;
  panels.set(panel.panel, panel);
  run.offers.version++;
  if (panels.size <= mostPanels) return;
  for (const [id, { open }] of panels) {
    if (open) continue;
    panels.delete(id);
    return;
  }
}

/** Lines and footer are replaced, an empty title leaves the old one (public sources of the family's chat). */
function renderPanel(run: Run, content: PanelContent, line: number): void {
  const before = run.offers.panels.get(content.panel);
  const shown = before?.open ?? false;
  const title = content.title === '' ? (before?.title ?? '') : content.title;
  const drawn = { ...content, title };
  setPanel(run, { ...drawn, open: shown });
  const words = shown
    ? `Panel ${quote(content.panel)} is drawn anew.`
    : `Panel ${quote(content.panel)} is not open: the host takes the drawing and shows nothing.`;
  decide(run, 'panelRendered', { ...drawn, shown }, words, line);
}

const closedBy = {
  extension: 'by the extension',
  host: 'by the user',
  otherPanel: 'because another one was opened',
} as const;

export function closePanel(
  run: Run,
  panel: string,
  by: DecisionValues['panelClosed']['by'],
  line?: number,
): void {
  const before = run.offers.panels.get(panel);
  if (!before?.open) {
    if (by === 'extension')
      decide(run, 'panelClosed', { panel, by }, `Panel ${quote(panel)} was not open.`, line);
    return;
  }
  run.offers.panels.set(panel, { ...before, open: false });
  run.offers.version++;
  decide(run, 'panelClosed', { panel, by }, `Panel ${quote(panel)} closed ${closedBy[by]}.`, line);
}
