// Reads a scenario file. All that is wrong is told at once, each with its place; a scenario with a fault is no scenario,
// so that nothing of it is ever sent. Never throws, whatever the text.

import { nearestName } from '../protocol/near.ts';
import { profileNamed, profiles } from '../protocol/registry.ts';
import { withoutComments } from './comments.ts';
import { buildStep, type Progress } from './build-step.ts';
import { checksOf, headerFields, stepNames } from './fields.ts';
import {
  scenarioVersion,
  type ParsedScenario,
  type ScenarioFault,
  type Step,
  type StepName,
} from './format.ts';
import { explainBroken } from './broken-line.ts';
import { childrenOf } from './json-text.ts';
import { complainAt, readFields, type Spot } from './read-fields.ts';

/** More than a person reads; a file that is no scenario at all has one fault a line. */
const mostFaults = 100;

export function parseScenario(text: string): ParsedScenario {
  const reading = new Reading();
  const lines = text.replace(/^\ufeff/, '').split('\n');
  for (const [at, line] of lines.entries()) {
    if (reading.faults.length >= mostFaults) break;
    reading.line(at + 1, line.endsWith('\r') ? line.slice(0, -1) : line);
  }
  return reading.end();
}

class Reading {
  readonly faults: ScenarioFault[] = [];
  readonly #steps: Step[] = [];
  readonly #progress: Progress = { turns: 0, toolIds: 0, sessionStarted: false };
  #index = 0;
  #name = '';
  #profile: string | null = null;
  #anything = false;
  /** The last step that has an outcome to be checked. */
  #checked: keyof typeof checksOf | null = null;

  line(line: number, written: string): void {
    const complain = (offset: number, length: number, message: string, fix?: string): void => {
      this.faults.push({ line, column: offset + 1, length, message, ...(fix ? { fix } : {}) });
    };
    const { text, unfinished } = withoutComments(written);
    if (unfinished !== undefined)
      return complain(
        unfinished,
        2,
        'the comment does not end on its line',
        'End it with */, or begin it with //.',
      );
    if (text.trim() === '') return;
    const first = !this.#anything;
    this.#anything = true;
    const { kind, children, end } = childrenOf(text);
    if (!end.ok || kind !== 'object') {
      const { offset, length, message, fix } = explainBroken(text, kind, end);
      // What a step is that can't be read is not known; a check that follows it is not to be blamed for that.
      this.#checked = null;
      this.#index++;
      return complain(offset, length, message, fix);
    }
    const start = text.length - text.trimStart().length;
    const spot: Spot = { text: text.trim(), offset: start, complain };
    const has = (name: string): boolean => children.some(({ key }) => key === name);
    if (has('framescope_scenario') && !has('do')) return this.#header(spot, first);
    this.#step(spot, line);
  }

  end(): ParsedScenario {
    const { faults } = this;
    if (faults.length === 0 && this.#steps.length === 0)
      faults.push({
        line: 1,
        column: 1,
        length: 0,
        message: 'the scenario has no steps',
        fix: 'A step is a line like {"do": "tool_call", "tool": "greet", "args": {"name": "Ada"}}.',
      });
    if (faults.length > 0) return { ok: false, faults };
    return { ok: true, scenario: { name: this.#name, profile: this.#profile, steps: this.#steps } };
  }

  #header(spot: Spot, first: boolean): void {
    const { values, places } = readFields(headerFields, spot, 'the header');
    const about = (name: string, message: string, fix: string): void => {
      const child = places.get(name);
      if (child) complainAt(spot, child, 'value', message, fix);
    };
    if (!first)
      spot.complain(spot.offset, spot.text.length, 'the header is not the first line', 'Move it to the top.');
    const { framescope_scenario: version, name = '', profile } = values;
    if (version !== undefined && version !== String(scenarioVersion))
      about(
        'framescope_scenario',
        `this is version ${version} of the format; this program reads version ${scenarioVersion}`,
        'A newer Framescope may read it.',
      );
    if (profile !== undefined && !profileNamed(profile))
      about(
        'profile',
        `there is no host profile "${profile}"`,
        `It is one of: ${profiles.map((known) => known.name).join(', ')}.`,
      );
    this.#name = name;
    this.#profile = profile ?? null;
  }

  #step(spot: Spot, line: number): void {
    const name = stepName(spot);
    const index = ++this.#index;
    if (name === undefined) {
      this.#checked = null;
      return;
    }
    const before = this.faults.length;
    const step = buildStep(name, spot, { index, line }, this.#progress);
    if (step && this.faults.length === before) {
      this.#steps.push(step);
      if (step.do === 'expect') this.#expect(spot);
    }
    if (Object.hasOwn(checksOf, name)) this.#checked = name as keyof typeof checksOf;
  }

  /** A check has to suit what it looks at. */
  #expect(spot: Spot): void {
    const always = ['do', 'gone', 'row', 'within_ms'];
    if (this.#index === 1)
      return spot.complain(
        spot.offset,
        spot.text.length,
        'there is no step before this check',
        'Put it behind one.',
      );
    for (const child of childrenOf(spot.text).children) {
      const check = String(child.key);
      const known = this.#checked === null ? null : checksOf[this.#checked];
      if (always.includes(check) || known?.includes(check)) continue;
      // Above is a step that could not be read, or none with an outcome.
      if (known === null && this.faults.length > 0) continue;
      const message =
        known === null
          ? `"${check}" has nothing to look at: no call, command, intercept or turn is above it`
          : `"${check}" does not go with ${this.#checked}`;
      const fix =
        known === null
          ? 'Put it behind one, or check a "row".'
          : `It goes with ${this.#checked}: ${[...known, ...always.slice(1)].join(', ')}.`;
      complainAt(spot, child, 'key', message, fix);
    }
  }
}

/** The step's name, or undefined after a complaint. */
function stepName(spot: Spot): StepName | undefined {
  const { children } = childrenOf(spot.text);
  const named = children.findLast(({ key }) => key === 'do');
  const all = `A step is one of: ${stepNames.join(', ')}.`;
  if (!named) {
    const isFrame = children.some(({ key }) => key === 'type');
    spot.complain(
      spot.offset,
      spot.text.length,
      'the step does not say what to do: it has no "do"',
      isFrame ? 'To send this frame write {"do": "send", "frame": {…}}.' : all,
    );
    return undefined;
  }
  const found = named.kind === 'string' ? stepNames.find((name) => name === named.text) : undefined;
  if (found) return found;
  const near = named.kind === 'string' ? nearestName(named.text, stepNames) : undefined;
  complainAt(
    spot,
    named,
    'value',
    named.kind === 'string' ? `there is no step "${named.text}"` : '"do" has to be the name of a step',
    near ? `Write "${near}".` : all,
  );
  return undefined;
}
