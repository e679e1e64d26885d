// The summary of a session, entry by entry. The live session and a reader of a recording use the same fold, so a journal
// read again gives what it gave live. Cheap per line: a frame without issues only counts.

import type { Decoded, DecodeLine, HostProfile, Issue } from '../protocol/define.ts';
import { decodeEntry } from './decode-entry.ts';
import type { DecidedEntry, Entry, GateMode, HostState, Side, Severity } from './entries.ts';
import { ChainFold } from './fold-chains.ts';
import { PanelFold } from './fold-panels.ts';
import { firstPluginFrame, PluginFold } from './fold-plugin.ts';
import type { FoundProblem, RegisteredCommand, RegisteredTool, SessionSummary } from './summary.ts';

/** Problems kept in the summary; all are counted. */
const KEPT_PROBLEMS = 1_000;

export class SummaryFold {
  #state: HostState = 'idle';
  #mode: GateMode = 'run';
  #hello: SessionSummary['hello'] = null;
  readonly #commands: RegisteredCommand[] = [];
  readonly #tools: RegisteredTool[] = [];
  readonly #events = new Set<string>();
  readonly #intercepts = new Set<string>();
  readonly #problems: FoundProblem[] = [];
  readonly #problemCounts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  /** Held lines with the type of each; empty for what is no frame. */
  readonly #held = new Map<number, string>();
  readonly #dropped = new Set<string>();
  #ready: SessionSummary['ready'];
  readonly #chains = new ChainFold();
  readonly #panels = new PanelFold();
  /** Of a native plugin's journal. */
  #plugin: PluginFold | undefined;
  #frames = 0;
  #entries = 0;
  #stderrLines = 0;
  #notFrames = 0;
  #pid: number | null = null;
  #exit: SessionSummary['exit'] = null;
  #spawnFailed: SessionSummary['spawnFailed'] = null;
  #stopAsked = false;
  #clockFrozen = false;
  #stalledBytes = 0;
  #meter: SessionSummary['meter'];

  /** Takes in any entry; `decoded` belongs to lines. */
  add(entry: Entry, decoded?: Decoded): void {
    if (entry.kind === 'line') {
      if (decoded === undefined)
        throw new Error(`Line ${entry.seq} came to the summary without being decoded.`);
      this.addLine(entry.from, decoded, entry.seq, entry.held === true);
      return;
    }
    this.#entries++;
    this.#addFact(entry);
  }

  /** The fast way for lines from the wire. */
  addLine(_from: Side, decoded: Decoded, seq: number, held: boolean): void {
    this.#entries++;
    if (decoded.kind === 'notFrame') this.#notFrames++;
    else {
      this.#frames++;
      if (this.#plugin || decoded.type === firstPluginFrame)
        (this.#plugin ??= new PluginFold()).line(decoded.type, decoded.frame, seq, held);
    }
    if (held) this.#held.set(seq, decoded.kind === 'notFrame' ? '' : decoded.type);
    if (decoded.issues.length > 0) this.#addIssues(decoded.issues, seq);
  }

  /** The fast way for stderr lines. */
  addStderr(): void {
    this.#entries++;
    this.#stderrLines++;
  }

  /** The summary now, as a value of its own. */
  get summary(): SessionSummary {
    return {
      state: this.#state,
      mode: this.#mode,
      hello: this.#hello,
      commands: [...this.#commands],
      tools: [...this.#tools],
      events: [...this.#events],
      intercepts: [...this.#intercepts],
      problems: [...this.#problems],
      problemCounts: { ...this.#problemCounts },
      held: [...this.#held.keys()],
      frames: this.#frames,
      entries: this.#entries,
      stderrLines: this.#stderrLines,
      notFrames: this.#notFrames,
      pid: this.#pid,
      exit: this.#exit,
      spawnFailed: this.#spawnFailed,
      stopAsked: this.#stopAsked,
      clockFrozen: this.#clockFrozen,
      stalledBytes: this.#stalledBytes,
      ...(this.#meter ? { meter: this.#meter } : {}),
      ...(this.#ready ? { ready: this.#ready } : {}),
      ...(this.#dropped.size > 0 ? { dropped: [...this.#dropped] } : {}),
      ...this.#chains.summary,
      ...this.#panels.summary,
      ...(this.#plugin ? { plugin: this.#plugin.summary } : {}),
    };
  }

  /** One that has taken in the same and goes on by itself. */
  copy(): SummaryFold {
    const copy = new SummaryFold();
    copy.#state = this.#state;
    copy.#mode = this.#mode;
    copy.#hello = this.#hello;
    copy.#commands.push(...this.#commands);
    copy.#tools.push(...this.#tools);
    for (const event of this.#events) copy.#events.add(event);
    for (const event of this.#intercepts) copy.#intercepts.add(event);
    copy.#problems.push(...this.#problems);
    Object.assign(copy.#problemCounts, this.#problemCounts);
    for (const [line, type] of this.#held) copy.#held.set(line, type);
    for (const type of this.#dropped) copy.#dropped.add(type);
    copy.#ready = this.#ready;
    copy.#chains.takeOver(this.#chains);
    copy.#panels.takeOver(this.#panels);
    copy.#plugin = this.#plugin?.copy();
    copy.#frames = this.#frames;
    copy.#entries = this.#entries;
    copy.#stderrLines = this.#stderrLines;
    copy.#notFrames = this.#notFrames;
    copy.#pid = this.#pid;
    copy.#exit = this.#exit;
    copy.#spawnFailed = this.#spawnFailed;
    copy.#stopAsked = this.#stopAsked;
    copy.#clockFrozen = this.#clockFrozen;
    copy.#stalledBytes = this.#stalledBytes;
    copy.#meter = this.#meter;
    return copy;
  }

  #addFact(entry: Exclude<Entry, { readonly kind: 'line' }>): void {
    switch (entry.kind) {
      case 'stderr':
        this.#stderrLines++;
        return;
      case 'spawned':
        this.#pid = entry.pid;
        return;
      case 'spawnFailed':
        this.#spawnFailed = {
          code: entry.code,
          message: entry.message,
          ...(entry.fix === undefined ? {} : { fix: entry.fix }),
        };
        return;
      case 'exited':
        this.#exit = { code: entry.code, signal: entry.signal };
        return;
      case 'stateChanged':
        this.#state = entry.state;
        return;
      case 'modeChanged':
        this.#mode = entry.mode;
        return;
      case 'clock':
        this.#clockFrozen = entry.frozen;
        return;
      case 'writeStalled':
        this.#stalledBytes = entry.pendingBytes;
        return;
      case 'writeResumed':
        this.#stalledBytes = 0;
        return;
      case 'meter': {
        const { truncatedLines, truncatedBytes, redactedValues, unwritten } = entry;
        const lost = truncatedLines > 0 || redactedValues > 0 || unwritten > 0;
        this.#meter = lost ? { truncatedLines, truncatedBytes, redactedValues, unwritten } : undefined;
        return;
      }
      case 'dropped': {
        const type = this.#held.get(entry.line);
        if (type && entry.by === undefined) this.#dropped.add(type);
        this.#held.delete(entry.line);
        this.#plugin?.dropped(entry.line);
        return;
      }
      case 'released':
        this.#held.delete(entry.line);
        this.#plugin?.released(entry.line);
        return;
      case 'edited':
        this.#plugin?.edited(entry.line, entry.raw);
        return;
      case 'problem':
        this.#addProblem({ ...problemFields(entry), seq: entry.line ?? entry.seq });
        this.#plugin?.problem(entry.code, entry.message, entry.line ?? entry.seq);
        return;
      case 'decided':
        this.#addDecision(entry, entry.line ?? entry.seq);
        this.#plugin?.decided(entry, entry.line ?? entry.seq);
        return;
      case 'closed':
      case 'signalled':
      case 'pipesHeld':
      case 'note':
        return; // rows of their own; nothing in the summary comes from them
    }
  }

  #addDecision(entry: DecidedEntry, line: number): void {
    switch (entry.decision) {
      case 'helloAccepted':
        this.#hello = entry.value;
        return;
      case 'commandRegistered':
        this.#commands.push({ ...entry.value, line });
        return;
      case 'toolRegistered':
        this.#tools.push({ ...entry.value, line });
        return;
      case 'subscribed':
        for (const event of entry.value.events) this.#events.add(event);
        for (const event of entry.value.intercept) this.#intercepts.add(event);
        return;
      case 'stopAsked':
        this.#stopAsked = true;
        return;
      case 'hopDecided':
        return this.#chains.hop(entry.value, line);
      case 'chainDecided':
        return this.#chains.outcome(entry.value);
      case 'panelOpened':
        return this.#panels.opened(entry.value);
      case 'panelRendered':
        return this.#panels.rendered(entry.value);
      case 'panelClosed':
        return this.#panels.closed(entry.value.panel);
      case 'ready':
        this.#ready = { by: entry.value.by };
        return;
      case 'notified':
      case 'frameIgnored':
      case 'deadlinePassed':
      case 'requestSettled':
      case 'toolFinished':
      case 'commandFinished':
      case 'eventNotSent':
      case 'crashReported':
      case 'runCancelled':
        return; // what plugins make of them is their fold's
    }
  }

  /** Infos of single lines stay with their rows: a million of them would drown what matters. */
  #addIssues(issues: readonly Issue[], seq: number): void {
    for (const issue of issues) {
      if (issue.severity !== 'info') this.#addProblem({ ...problemFields(issue), seq });
    }
  }

  #addProblem(problem: FoundProblem): void {
    this.#problemCounts[problem.severity]++;
    if (this.#problems.length < KEPT_PROBLEMS) this.#problems.push(problem);
  }
}

function problemFields(found: Issue): Omit<FoundProblem, 'seq'> {
  const { code, severity, message, fix, source, pointer } = found;
  return {
    code,
    severity,
    message,
    ...(fix === undefined ? {} : { fix }),
    ...(source === undefined ? {} : { source }),
    ...(pointer === undefined ? {} : { pointer }),
  };
}

/** The summary of a whole journal. */
export function foldEntries(
  entries: Iterable<Entry>,
  decode: DecodeLine,
  profile: HostProfile,
): SessionSummary {
  const fold = new SummaryFold();
  for (const entry of entries) {
    fold.add(entry, entry.kind === 'line' ? decodeEntry(entry, decode, profile) : undefined);
  }
  return fold.summary;
}
