// The one panel that a chat can show: opening another one replaces it, whichever extension has it (public sources of the
// family's chat). Keys and closing go to the extension whether or not its panel is the one that is open.

import { ok, type Result } from '../../shared/result.ts';
import { fieldsAsSent } from './encode.ts';
import { hostFrameDef } from './host-frame-def.ts';
import type { Session } from './session-type.ts';

export class OnePanel {
  #shownBy: Session | undefined;

  /** To be called after a session's panels may have changed. */
  follow(session: Session, all: readonly Session[]): void {
    if (!hasOpen(session) || session === this.#shownBy) return;
    this.#shownBy = session;
    for (const other of all) {
      if (other === session) continue;
      for (const { panel, open } of other.offers.panels.values())
        if (open) other.hidePanel(panel, 'otherPanel');
    }
  }

  key(session: Session, panel: string, key: string, text: string): Result<void> {
    return send(session, 'panel_key', { panel_id: panel, key, text });
  }

  close(session: Session, panel: string): Result<void> {
    session.hidePanel(panel, 'host');
    return send(session, 'panel_close', { panel_id: panel });
  }
}

function hasOpen({ offers }: Session): boolean {
  for (const { open } of offers.panels.values()) if (open) return true;
  return false;
}

function send(session: Session, type: string, values: Readonly<Record<string, string>>): Result<void> {
  const fields = Object.entries(values).map(([name, value]) => ({ name, json: JSON.stringify(value) }));
  const line = session.notice(type, fieldsAsSent(hostFrameDef(session, type), fields));
  return line.ok ? ok(undefined) : line;
}
