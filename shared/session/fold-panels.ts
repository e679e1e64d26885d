// The panels of an extension, from its journal: the newest drawing of each and whether it is open.

import type { DecisionValues, PanelContent } from './decisions.ts';
import type { SessionSummary } from './summary.ts';

/** An extension may name as many panels as it likes; the oldest closed ones are forgotten first. */
const kept = 100;

export class PanelFold {
  readonly #panels = new Map<string, PanelContent & { readonly open: boolean }>();

  get summary(): Pick<SessionSummary, 'panels'> {
    return this.#panels.size === 0 ? {} : { panels: [...this.#panels.values()] };
  }

  /** Makes this one, which is empty, like the other. */
  takeOver(other: PanelFold): void {
    for (const [id, panel] of other.#panels) this.#panels.set(id, panel);
  }

  opened(panel: PanelContent): void {
    this.#panels.set(panel.panel, { ...panel, open: true });
    this.#bound();
  }

  rendered({ shown, ...panel }: DecisionValues['panelRendered']): void {
    this.#panels.set(panel.panel, { ...panel, open: shown });
    this.#bound();
  }

  closed(id: string): void {
    const panel = this.#panels.get(id);
    if (panel) this.#panels.set(id, { ...panel, open: false });
  }

  #bound(): void {
    if (this.#panels.size <= kept) return;
    for (const [id, { open }] of this.#panels) {
      if (open) continue;
      this.#panels.delete(id);
      return;
    }
  }
}
