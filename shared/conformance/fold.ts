// The passive rules over a journal, entry by entry: what a session or a recording shows without anything being tried. Cheap
// for a plain line, bounded in memory; a million rows are a million small steps. Decides nothing about how grave it is.

import { deepIssues } from '../protocol/deep-issues.ts';
import type { Decoded, HostProfile } from '../protocol/define.ts';
import { deeperThan } from '../protocol/depth.ts';
import { textOf, type DecodedEntry } from '../session/decode-entry.ts';
import type { DecidedEntry, Entry, LineEntry, ProblemEntry, StderrEntry } from '../session/entries.ts';
import { usualBudgets, type Budgets } from './budgets.ts';
import type { Finding } from './finding.ts';
import { FoundList, type Coded } from './found-list.ts';
import { RequestFold } from './fold-requests.ts';
import { contentFaults } from './look-content.ts';
import { commandFaults, toolFaults } from './look-registered.ts';
import { rulesFor } from './rules.ts';

/** Longer texts are not walked for duplicate keys and lost digits. */
const mostDeepChars = 1024 * 1024;
/** Deeper data is walked for how deep it is. */
const mostDepth = 500;
const mostStray = 20;
/** Lines whose type is remembered for problems that point at them. */
const mostTypes = 512;

export class ConformanceFold {
  readonly #profile: HostProfile;
  readonly #budgets: Budgets;
  readonly #found: FoundList;
  readonly #requests: RequestFold;
  readonly #isZot: boolean;
  /** Lines before hello that are no frames; if hello comes after them that is what is wrong. */
  #strayBeforeHello: { readonly seq: number; readonly issue: Coded }[] = [];
  #spawnedUs: number | null = null;
  #helloSeen = false;
  #readyBy: 'frame' | 'silence' | 'timeout' | null = null;
  #stopUs: number | null = null;
  #exited = false;
  #killed = false;
  #shutdownLine: number | null = null;
  #acknowledged = false;
  #stalledUs: number | null = null;
  #stalledSeq = 0;
  #stderrLines = 0;
  #stderrBytes = 0;
  #flooding = false;
  #lastUs = 0;
  readonly #types = new Map<number, string>();

  constructor(profile: HostProfile, budgets: Budgets = usualBudgets) {
    this.#profile = profile;
    this.#budgets = budgets;
    this.#found = new FoundList(rulesFor(profile));
    this.#requests = new RequestFold(this.#found);
    this.#isZot = profile.protocol === 'zot';
  }

  add({ entry, decoded }: DecodedEntry): void {
    this.#lastUs = entry.atUs;
    if (entry.kind === 'line') {
      if (decoded) this.#line(entry, decoded);
    } else if (entry.kind === 'stderr') this.#stderr(entry);
    else if (entry.kind === 'problem') this.#problem(entry);
    else if (entry.kind === 'decided') this.#decided(entry);
    else this.#fact(entry);
  }

  /** What was found outside of the journal: a wait that ran out. */
  addOwn(found: Coded): void {
    this.#found.add(this.#found.ruleOf(found, '') ?? '', {
      seq: null,
      words: found.message,
      ...(found.fix === undefined ? {} : { fix: found.fix }),
    });
  }

  /** Everything found so far; what is still open counts when it had its time. */
  get findings(): readonly Finding[] {
    const found = this.#found.findings;
    const open = new FoundList(rulesFor(this.#profile));
    if (this.#isZot) this.#tellOpen(open);
    const late = open.findings;
    const ids = new Set(late.map(({ rule }) => rule));
    return [...found.filter(({ rule }) => !ids.has(rule)), ...late.map((one) => joined(found, one))];
  }

  #tellOpen(found: FoundList): void {
    const untilUs = this.#stopUs ?? this.#lastUs;
    this.#requests.tellOpen(untilUs, this.#budgets.answerMs * 1_000, found);
    if (!this.#helloSeen) for (const { seq, issue } of this.#strayBeforeHello) found.addCoded(issue, '', seq);
    if (
      this.#exited &&
      this.#helloSeen &&
      !this.#killed &&
      this.#shutdownLine !== null &&
      !this.#acknowledged
    )
      found.add('shutdown-answered', {
        seq: this.#shutdownLine,
        words: 'shutdown was not acknowledged with shutdown_ack.',
      });
    const stalledFor = this.#stalledUs === null ? 0 : this.#lastUs - this.#stalledUs;
    if (stalledFor > this.#budgets.stallMs * 1_000 || (this.#stalledUs !== null && this.#exited))
      found.add('stdin-read', {
        seq: this.#stalledSeq,
        words: 'Frames of the host waited in the pipe, and the extension did not read them.',
      });
  }

  #line(entry: LineEntry & Entry, decoded: Decoded): void {
    if (!this.#isZot) return;
    const { seq, from } = entry;
    this.#stderrLines = this.#stderrBytes = 0;
    this.#flooding = false;
    if (decoded.kind !== 'notFrame') this.#rememberType(seq, decoded.type);
    if (decoded.kind === 'frame') {
      this.#requests.line(entry, decoded);
      if (from === 'extension') this.#frame(entry, decoded);
      else if (decoded.type === 'shutdown') this.#shutdownLine = seq;
    }
    if (from === 'host') return;
    const type = decoded.kind === 'notFrame' ? '' : decoded.type;
    const isStray = decoded.kind === 'notFrame' && !this.#helloSeen;
    for (const found of decoded.issues) {
      const issue = pieceOfDump(found, entry) ? { ...found, code: 'not-json' } : found;
      if (isStray && !isFraming(issue)) {
        if (this.#strayBeforeHello.length < mostStray) this.#strayBeforeHello.push({ seq, issue });
      } else this.#found.addCoded(issue, type, seq);
    }
    this.#lookDeep(entry, decoded, type);
  }

  #rememberType(seq: number, type: string): void {
    this.#types.set(seq, type);
    if (this.#types.size <= mostTypes) return;
    for (const oldest of this.#types.keys()) return void this.#types.delete(oldest);
  }

  #frame({ seq, atUs }: Entry, { type, frame }: Extract<Decoded, { kind: 'frame' }>): void {
    if (type === 'hello' && !this.#helloSeen) this.#hello(seq, atUs, frame.version);
    if (type === 'shutdown_ack') this.#acknowledged = true;
    if (type === 'tool_result')
      for (const { rule, words } of contentFaults(frame)) this.#found.add(rule, { seq, words });
  }

  #hello(seq: number, atUs: number, version: unknown): void {
    this.#helloSeen = true;
    if (version === '') this.#found.add('hello-version', { seq, words: 'The version in hello is empty.' });
    if (this.#spawnedUs === null) return;
    const ms = Math.round((atUs - this.#spawnedUs) / 1_000);
    if (ms > this.#budgets.startMs)
      this.#found.add('starts-in-time', {
        seq,
        words: `hello came ${(ms / 1_000).toFixed(1)} s after the start.`,
      });
  }

  /** One comparison for a frame that is written as JSON.stringify would; only others are walked. */
  #lookDeep(entry: LineEntry & Entry, decoded: Decoded, type: string): void {
    if (decoded.kind === 'notFrame' || entry.truncated) return;
    const text = textOf(entry.raw);
    if (text === undefined || text.length > mostDeepChars) return;
    const isPlain = !/\\u[dD][89a-fA-F]/.test(text) && !deeperThan(text, mostDepth);
    if (isPlain && JSON.stringify(decoded.frame) === text) return;
    for (const issue of deepIssues(text, decoded)) this.#found.addCoded(issue, type, entry.seq);
  }

  #stderr(entry: StderrEntry & Entry): void {
    if (entry.pipe === 'stdout') return;
    this.#stderrLines++;
    this.#stderrBytes +=
      entry.byteLength ?? ('text' in entry.raw ? entry.raw.text.length : entry.raw.base64.length);
    const { stderrLines, stderrBytes } = this.#budgets;
    if (this.#flooding || (this.#stderrLines <= stderrLines && this.#stderrBytes <= stderrBytes)) return;
    this.#flooding = true;
    this.#found.add('stderr-quiet', {
      seq: entry.seq,
      words: `${this.#stderrLines.toLocaleString('en-US')} lines, ${this.#stderrBytes.toLocaleString('en-US')} bytes, came on stderr with no frame in between.`,
    });
  }

  #problem(entry: ProblemEntry & Entry): void {
    const { code, severity, message: words, line, fix } = entry;
    const seq = line ?? entry.seq;
    const frame = this.#types.get(seq) ?? '';
    const evidence = { seq, words, frame, ...(fix === undefined ? {} : { fix }) };
    if (!this.#isZot) return this.#found.addCoded(entry, frame, seq);
    // Its lines are seen themselves, and a stop before hello was due is no fault.
    if (code === 'stdout-not-frame' || (code === 'no-hello' && severity === 'info')) return;
    if (code === 'late-registration' && this.#readyBy === 'silence')
      this.#found.add('registers-without-pause', evidence);
    else if (code === 'answer-late' && this.#stopUs !== null) this.#found.add('flushes', evidence);
    else this.#found.addCoded(entry, frame, seq);
  }

  #decided(entry: DecidedEntry & Entry): void {
    const seq = entry.line ?? entry.seq;
    if (entry.decision === 'toolRegistered') {
      const { name, description, schemaText } = entry.value;
      for (const { rule, words } of toolFaults(name, description, schemaText))
        this.#found.add(rule, { seq, words });
    } else if (entry.decision === 'commandRegistered' && this.#isZot) {
      const { name, description } = entry.value;
      for (const { rule, words } of commandFaults(name, description)) this.#found.add(rule, { seq, words });
    } else if (entry.decision === 'ready') this.#readyBy = entry.value.by;
    else if (entry.decision === 'stopAsked') this.#stopUs ??= entry.atUs;
    else if (entry.decision === 'deadlinePassed') this.#deadline(entry, entry.value.deadline);
  }

  #deadline(entry: DecidedEntry & Entry, deadline: string): void {
    if (entry.line !== undefined) this.#requests.expired(entry.line);
    if (deadline === 'shutdown') this.#found.add('gone-in-time', { seq: entry.seq, words: entry.message });
  }

  #fact(entry: Entry): void {
    const { seq } = entry;
    if (entry.kind === 'spawned') this.#spawnedUs = entry.atUs;
    else if (entry.kind === 'dropped') this.#requests.dropped(entry.line);
    else if (entry.kind === 'exited') this.#exited = true;
    else if (entry.kind === 'writeResumed') this.#stalledUs = null;
    else if (entry.kind === 'writeStalled') {
      this.#stalledUs ??= entry.atUs;
      this.#stalledSeq = seq;
    } else if (entry.kind === 'signalled') {
      if (!this.#exited) this.#killed = true;
      else
        this.#found.add('no-orphans', {
          seq,
          words: `A process was left in the group and had to be ended. ${entry.reason}`,
        });
    } else if (entry.kind === 'pipesHeld') {
      const holders = entry.holders.map(({ pid, command }) => `${pid} ${command}`).join(', ');
      this.#found.add('no-orphans', {
        seq,
        words: `The extension is gone, but ${holders || 'another process'} still holds its pipes.`,
      });
    }
  }
}

/** A frame over several lines names its type in one of them; any other piece is text that does not belong there. */
function pieceOfDump({ code }: Coded, { raw }: LineEntry): boolean {
  return code === 'multi-line-json' && !/"type"\s*:/.test(textOf(raw) ?? '');
}

function isFraming({ code }: Coded): boolean {
  return (
    code === 'multi-line-json' ||
    code === 'header-framing' ||
    code === 'torn-line' ||
    code === 'line-too-long'
  );
}

function joined(found: readonly Finding[], one: Finding): Finding {
  const before = found.find(({ rule }) => rule === one.rule);
  if (!before) return one;
  return {
    rule: one.rule,
    count: before.count + one.count,
    evidence: [...before.evidence, ...one.evidence].slice(0, 20),
  };
}
