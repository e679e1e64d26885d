// The extension of a recording, played: says what was recorded to a host that asks the same again, and a clear refusal to
// what was never asked. Pure: takes the host's lines, gives the lines to send. It sends frames and nothing else, whatever
// the recorded extension printed.

import type { DecodeLine, FrameDef } from '../protocol/define.ts';
import { canonicalLine } from './canonical.ts';
import type { IgnoreRule } from './ignore.ts';
import { Leaves } from './leaf.ts';
import { lineWords, pairsByType, replayLine, type ReplayLine } from './line.ts';
import { withId, withParentId } from './outgoing.ts';
import type { Plan, PlannedLine, PlanStep } from './plan.ts';
import { RunFacts } from './run-facts.ts';

export interface MockSays {
  /** Frames to write, one a line, without line ends. */
  readonly lines: readonly string[];
  /** For the person, in sentences without a full stop. */
  readonly log: readonly string[];
  /** The host wants it gone: write the lines and exit. */
  readonly ends: boolean;
}

interface Reaction {
  readonly line: ReplayLine;
  /** Of the whole frame but its id. */
  readonly text: string;
  /** In the order of the recording: what came before the next line of the host, and the answer whenever it came. */
  readonly says: readonly PlannedLine[];
  used: boolean;
}

const anyId: readonly IgnoreRule[] = [{ text: '/id', type: null, parts: ['id'] }];
const nothing: MockSays = { lines: [], log: [], ends: false };

export class Mock {
  readonly #plan: Plan;
  readonly #decode: DecodeLine;
  readonly #frames: readonly FrameDef[];
  readonly #leaves: Leaves;
  readonly #reactions = new Map<string, Reaction[]>();
  #ended = false;

  /** @param frames of the recording's protocol */
  constructor(plan: Plan, decode: DecodeLine, frames: readonly FrameDef[]) {
    this.#plan = plan;
    this.#decode = decode;
    this.#frames = frames;
    this.#leaves = new Leaves([], new RunFacts());
    const answers = new Map<number, PlannedLine[]>();
    for (const each of plan.steps.flatMap(({ expects }) => expects))
      if (each.answers !== undefined) answers.set(each.answers, [...(answers.get(each.answers) ?? []), each]);
    for (const step of plan.steps) if ('line' in step.begin) this.#react(step, step.begin.line, answers);
  }

  /** What it says before the host has said anything. */
  begin(): MockSays {
    const says = this.#plan.steps[0]?.expects.filter(({ answers }) => answers === undefined) ?? [];
    return this.#say(says, undefined, undefined);
  }

  /** @param text of a line of the host; undefined: its bytes are not UTF-8 */
  take(text: string | undefined): MockSays {
    if (this.#ended) return nothing;
    const decoded = this.#decode(text, 'host', 'lf');
    const entry = {
      kind: 'line',
      from: 'host',
      raw: { text: text ?? '' },
      ending: 'lf',
      seq: 0,
      atUs: 0,
    } as const;
    const line = replayLine(entry, decoded);
    if (!line.isFrame)
      return { ...nothing, log: [`a line of the host is no frame (${line.type}) and is passed over`] };
    if (line.sentByHost === 'atStop') return this.stop();
    const found = this.#find(line);
    if (!found) return this.#refuse(line);
    const how = found.text === this.#textOf(line) ? 'the same' : 'the next of that name';
    found.used = true;
    const said = this.#say(found.says, line, found.line);
    return { ...said, log: [`${lineWords(line)}: as #${found.line.seq}, ${how}`, ...said.log] };
  }

  /** The host asks it to stop, or its side of the pipe is closed. */
  stop(): MockSays {
    if (this.#ended) return nothing;
    this.#ended = true;
    const stop = this.#plan.steps.find(({ begin }) => begin.kind === 'stop');
    const said = this.#say(stop?.expects ?? [], undefined, undefined);
    return { ...said, log: ['the host ends it', ...said.log], ends: true };
  }

  #react(step: PlanStep, line: ReplayLine, answers: ReadonlyMap<number, readonly PlannedLine[]>): void {
    const own = step.expects.filter((each) => each.answers === undefined);
    const says = [...own, ...(answers.get(line.seq) ?? [])].sort((a, b) => a.line.seq - b.line.seq);
    const reaction = { line, text: this.#textOf(line), says, used: false };
    const key = keyOf(line);
    const known = this.#reactions.get(key);
    if (known) known.push(reaction);
    else this.#reactions.set(key, [reaction]);
  }

  /** Exactly that first, then the next one that is about the same; the last one goes on for ever. */
  #find(line: ReplayLine): Reaction | undefined {
    const about = this.#reactions.get(keyOf(line)) ?? [];
    const text = this.#textOf(line);
    const answered = line.role === 'answer' ? about.filter((each) => each.line.id === line.id) : [];
    const exact = (answered.length > 0 ? answered : about).filter((each) => each.text === text);
    return (
      exact.find(({ used }) => !used) ??
      exact.at(-1) ??
      answered.find(({ used }) => !used) ??
      about.find(({ used }) => !used) ??
      about.at(-1)
    );
  }

  #refuse(line: ReplayLine): MockSays {
    const { id, role, answer } = line;
    const words = `${lineWords(line)} is not in the recording`;
    const def = this.#frames.find(({ from, type }) => from === 'extension' && type === answer);
    if (role !== 'request' || id === undefined || !def?.refusal)
      return { ...nothing, log: [`${words}, nothing is said to it`] };
    const refusal = JSON.stringify(def.refusal(id, `framescope mock: ${words}.`));
    return { ...nothing, lines: [refusal], log: [`${words}, refused`] };
  }

  /** @param asked what the host sent now @param recorded and what it stands for in the recording */
  #say(
    says: readonly PlannedLine[],
    asked: ReplayLine | undefined,
    recorded: ReplayLine | undefined,
  ): MockSays {
    const lines: string[] = [];
    const log: string[] = [];
    for (const { line, answers } of says) {
      const { raw, isFrame, cutFrom, seq, type } = line;
      if (!isFrame || cutFrom !== undefined || !('text' in raw) || raw.text.includes('\n')) {
        log.push(`#${seq} (${type}) is no whole frame and is left out`);
        continue;
      }
      const id = asked?.id;
      if (id === undefined) lines.push(raw.text);
      else if (answers !== undefined && answers === recorded?.seq)
        lines.push(withId(raw.text, id) ?? raw.text);
      else lines.push(withParentId(raw.text, recorded?.id, id));
    }
    return { lines, log, ends: false };
  }

  #textOf(line: ReplayLine): string {
    return canonicalLine(line, this.#leaves, anyId);
  }
}

function keyOf(line: ReplayLine): string {
  return pairsByType(line) ? line.type : `${line.type} =${line.name ?? ''}`;
}
