// Which rules of its host a session breaks, as main has found so far, and the check of its target that was asked for. Looks only
// while somebody watches, and then again whenever rows are added. It judges nothing: how grave a rule is follows from the
// strictness, by the same function as everywhere.

import type { CallPolicy } from '@shared/conformance/call-policy.ts';
import { judged, type JudgedFinding } from '@shared/conformance/finding.ts';
import { usualStrictness, type Rule } from '@shared/conformance/rule.ts';
import { rulesFor } from '@shared/conformance/rules.ts';
import type { Diagnosis } from '@shared/diagnosis/diagnose.ts';
import type { Failure } from '@shared/errors.ts';
import type { ActiveCheck, Bridge, PassiveFindings } from '@shared/ipc/contract.ts';
import { profileNamed } from '@shared/protocol/registry.ts';
import type { Severity } from '@shared/session/entries.ts';
import { ask } from '../bridge.ts';

const restMs = 400;

export class ConformanceState {
  readonly #bridge: Bridge;
  readonly #session: string;
  readonly #refused: (failure: Failure) => void;
  #passive = $state.raw<PassiveFindings | null>(null);
  #active = $state.raw<ActiveCheck | null>(null);
  failure = $state.raw<Failure | null>(null);
  strictness = $state(usualStrictness);
  /** Which severities are listed. */
  shows = $state.raw<Readonly<Record<Severity, boolean>>>({ error: true, warning: true, info: true });
  /** The findings of the check are listed, not those of this session. */
  ofCheck = $state(false);
  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #wanted = 0;

  readonly rules = $derived.by<readonly Rule[]>(() => {
    const profile = profileNamed(this.#passive?.profile ?? '')?.profile;
    return profile ? rulesFor(profile) : [];
  });
  /** Of the session, or of the check, at the strictness. */
  readonly findings = $derived.by<readonly JudgedFinding[]>(() => {
    const found = this.ofCheck ? this.#active?.outcome?.findings : this.#passive?.findings;
    return judged(found ?? [], this.rules, this.strictness);
  });
  readonly listed = $derived.by(() => this.findings.filter(({ severity }) => this.shows[severity]));
  /** What failed in this session, why, and what to do. */
  readonly diagnoses = $derived.by<readonly Diagnosis[]>(() => this.#passive?.diagnoses ?? []);

  constructor(bridge: Bridge, session: string, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#session = session;
    this.#refused = refused;
  }

  get passive(): PassiveFindings | null {
    return this.#passive;
  }
  get active(): ActiveCheck | null {
    return this.#active;
  }
  get running(): boolean {
    return this.#active !== null && this.#active.state !== 'ended';
  }

  /** Somebody looks from now on; returns what ends it. */
  watch(): () => void {
    this.#watchers++;
    void this.#look();
    return () => {
      this.#watchers--;
      if (this.#watchers === 0) clearTimeout(this.#timer);
    };
  }

  /** There are so many rows now. */
  grown(count: number): void {
    this.#wanted = Math.max(this.#wanted, count);
    if (this.#watchers > 0 && this.#timer === undefined) this.#again();
  }

  toggle(severity: Severity): void {
    this.shows = { ...this.shows, [severity]: !this.shows[severity] };
  }

  async start(calls: CallPolicy): Promise<void> {
    const answer = await ask(this.#bridge, 'check.start', { session: this.#session, calls });
    if (!answer.ok) return this.#refused(answer.failure);
    this.ofCheck = true;
    await this.#look();
  }

  async stop(): Promise<void> {
    const answer = await ask(this.#bridge, 'check.stop', { session: this.#session });
    if (!answer.ok) this.#refused(answer.failure);
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, restMs);
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const session = this.#session;
    const [passive, active] = await Promise.all([
      ask(this.#bridge, 'check.passive', { session }),
      ask(this.#bridge, 'check.state', { session }),
    ]);
    this.#busy = false;
    this.failure = passive.ok ? null : passive.failure;
    if (passive.ok) this.#passive = passive.value;
    if (active.ok) this.#active = active.value;
    if (this.#watchers === 0 || !passive.ok) return;
    const { upTo, count } = passive.value;
    if (this.running || upTo < Math.max(count, this.#wanted)) this.#again();
  }
}
