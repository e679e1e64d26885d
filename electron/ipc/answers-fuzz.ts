// Answers about fuzzing, by machine and by hand, and about coverage. Translates; the only thing it sees to is that a target is
// still the one that the person agreed to run.

import type { FuzzInput, FuzzSubject } from '../../shared/fuzz/findings.ts';
import type { FuzzNews } from '../../shared/ipc/contract.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { CoverageDesk } from '../engine/coverage-desk.ts';
import type { FuzzDesk, FuzzView } from '../engine/fuzz-desk.ts';
import type { HandFuzz } from '../engine/hand-fuzz.ts';
import type { Opened } from '../engine/opened.ts';
import type { SessionDesk } from '../engine/session-desk.ts';
import type { Handlers } from './handlers.ts';

export interface FuzzAnswersParts {
  readonly desk: FuzzDesk;
  readonly hand: HandFuzz;
  readonly coverage: CoverageDesk;
  readonly get: (id: string) => Result<Opened>;
  readonly agreed: SessionDesk['agreed'];
  readonly tell: (view: FuzzView, from: { readonly run: number; readonly after: number }) => FuzzNews;
  readonly input: (bucket: string) => Result<{ readonly subject: FuzzSubject; readonly input: FuzzInput }>;
  /** Asks where, and writes; null when the person left the dialog. */
  readonly keep: (name: string, text: string) => Promise<Result<string | null>>;
  readonly pickFolder: () => Promise<string | null>;
}

type FuzzCommands = Extract<keyof Handlers, `fuzz.${string}` | `handFuzz.${string}` | `coverage.${string}`>;

export function answersAboutFuzz(parts: FuzzAnswersParts): Pick<Handlers, FuzzCommands> {
  const { desk, hand, coverage, get, agreed, tell, keep, pickFolder } = parts;
  return {
    'fuzz.start': async ({ session, choice, ...settings }) => {
      const opened = get(session);
      if (!opened.ok) return opened;
      const { id, target } = opened.value;
      const allowed = target ? await agreed(target.input) : ok(undefined);
      if (!allowed.ok) return allowed;
      return desk.start({ session: id, choice, settings });
    },
    'fuzz.state': (from) => ok(desk.view && tell(desk.view, from)),
    'fuzz.stop': () => ok(desk.stop()),
    'fuzz.input': ({ bucket }) => parts.input(bucket),
    'fuzz.save': async ({ bucket }) => {
      const scenario = desk.scenario(bucket);
      return scenario.ok ? keep(scenario.value.name, scenario.value.text) : scenario;
    },
    'fuzz.saveAll': async () => {
      const folder = await pickFolder();
      if (folder === null) return ok(null);
      const buckets = desk.view?.buckets ?? [];
      for (const { id } of buckets) {
        const saved = desk.save(id, folder);
        if (!saved.ok) return saved;
      }
      return ok({ folder, count: buckets.length });
    },
    'handFuzz.count': ({ session, ...ask }) => hand.count(session, ask),
    'handFuzz.start': ({ session, timeoutMs, ...ask }) => hand.start(session, ask, timeoutMs),
    'handFuzz.state': (from) => ok(hand.state(from)),
    'handFuzz.stop': () => ok(hand.stop()),
    'coverage.read': ({ session, files }) => coverage.read(session, files),
  };
}
