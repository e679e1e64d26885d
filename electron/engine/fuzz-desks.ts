// What the window has to fuzz with: the run by machine, fuzzing by hand, coverage, and keeping what was found. Joins them; wires
// only.

import { failure } from '../../shared/errors.ts';
import { failed, ok } from '../../shared/result.ts';
import { CoverageDesk } from './coverage-desk.ts';
import { FuzzDesk } from './fuzz-desk.ts';
import { tellFuzz } from './fuzz-telling.ts';
import { HandFuzz } from './hand-fuzz.ts';
import { ScenarioFiles } from './scenario-files.ts';
import type { SessionDesk } from './session-desk.ts';
import type { Workspace } from './workspace.ts';

export interface FuzzDesksParts {
  readonly workspace: Workspace;
  readonly agreed: SessionDesk['agreed'];
  readonly report: (what: string, error: unknown) => void;
  /** The system's save dialog with a name to begin with; null when the person left it. */
  readonly pickToSave: (name: string) => Promise<string | null>;
  readonly pickFolder: () => Promise<string | null>;
}

export function makeFuzzDesks({ workspace, agreed, report, pickToSave, pickFolder }: FuzzDesksParts) {
  const get: Workspace['get'] = (id) => workspace.get(id);
  const desk = new FuzzDesk({
    workspace: workspace.options,
    opened: get,
    // The window asks by itself.
    changed: () => {},
    report: (error) => report('fuzzing', error),
  });
  const hand = new HandFuzz({ get, report });
  return {
    answers: {
      ...{ desk, hand, coverage: new CoverageDesk({ get }), get, agreed, tell: tellFuzz, pickFolder },
      input: (id: string) => {
        const bucket = desk.view?.buckets.find((one) => one.id === id);
        if (bucket) return ok({ subject: bucket.subject, input: bucket.input });
        return failed(
          failure('rowUnknown', 'There is no such bucket.', 'Choose one of those that are listed.'),
        );
      },
      keep: (name: string, text: string) =>
        new ScenarioFiles({
          pickToOpen: () => Promise.resolve(null),
          pickToSave: () => pickToSave(name),
        }).save(text, null),
    },
    close: async (): Promise<void> => {
      await Promise.all([desk.close(), hand.close()]);
    },
  };
}
