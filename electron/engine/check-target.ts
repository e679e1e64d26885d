// One whole check of a target, or of a recording: joins the driver to real processes and files. A target that can't even be
// started is a finding like any other.

import type { Budgets } from '../../shared/conformance/budgets.ts';
import type { CallPolicy } from '../../shared/conformance/call-policy.ts';
import type { Finding } from '../../shared/conformance/finding.ts';
import { FoundList } from '../../shared/conformance/found-list.ts';
import { ConformanceFold } from '../../shared/conformance/fold.ts';
import type { CheckOutcome, CheckStage, NotTried } from '../../shared/conformance/outcome.ts';
import { rulesFor } from '../../shared/conformance/rules.ts';
import type { Failure } from '../../shared/errors.ts';
import { failure } from '../../shared/errors.ts';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import { defaultProfileName, profileNamed, type ProfileOfProtocol } from '../../shared/protocol/registry.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { checkConformance } from '../drivers/conformance.ts';
import { openRecording } from '../recorder/recording-file.ts';
import { makeValidateFrame } from '../session/validate-frame.ts';
import { checkBench } from './check-bench.ts';
import { addEntries } from './conformance-of.ts';
import type { WorkspaceOptions } from './workspace.ts';

export interface CheckTarget {
  readonly workspace: WorkspaceOptions;
  /** That the person agreed to run. */
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly budgets: Budgets;
  readonly calls: CallPolicy;
  readonly plainOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (stage: CheckStage) => void;
}

/** Errors: none that the target is to blame for. */
export async function checkTarget(asked: CheckTarget): Promise<Result<CheckOutcome>> {
  const { workspace, target, settings, ...parts } = asked;
  const hindrances = target.remarks.filter(({ severity }) => severity === 'error');
  if (hindrances.length > 0) return ok(notStarted(settings.profile, target.plugin !== undefined, hindrances));
  const bench = checkBench(workspace, target, settings);
  try {
    const outcome = await checkConformance({ ...parts, bench });
    if (outcome.ok || !targetsFault.has(outcome.failure.code)) return outcome;
    return ok(notStarted(settings.profile, target.plugin !== undefined, [outcome.failure]));
  } finally {
    await bench.dispose();
  }
}

/** What keeps a target from being started and is its own fault. */
export const targetsFault: ReadonlySet<Failure['code']> = new Set<Failure['code']>([
  'manifestUnreadable',
  'manifestInvalid',
  'executableNotFound',
  'executableNotRunnable',
  'buildFailed',
]);

type NotStartedBecause = Pick<Failure, 'message' | 'fix'> & { readonly code: string };

/** The outcome for a target that can't be started. */
export function notStarted(
  profileName: string,
  isPlugin: boolean,
  why: readonly NotStartedBecause[],
): CheckOutcome {
  const profile = profileNamed(profileName)?.profile;
  const rules = profile ? rulesFor(profile) : [];
  const list = new FoundList(rules);
  const [named] = why.flatMap((one) => list.ruleOf({ ...one, severity: 'error' }, '') ?? []);
  const rule = named ?? (isPlugin ? 'library-loads' : 'starts');
  const evidence = why.map(({ message, fix }) => ({ seq: null, words: message, ...(fix ? { fix } : {}) }));
  const finding: Finding = { rule, count: why.length, evidence };
  const rest = rules.filter(({ id }) => id !== rule);
  return {
    ...{ profile: profileName, runs: [], findings: [finding], called: [], notCalled: [], stopped: false },
    notTried: rest.map(({ id }): NotTried => ({ rule: id, why: 'it could not be started' })),
  };
}

export interface CheckedRecording {
  readonly outcome: CheckOutcome;
  /** null when it is damaged. */
  readonly header: RecordingHeader | null;
  /** Absolute. */
  readonly path: string;
  readonly damage: readonly string[];
}

/** The passive rules over a file. Errors: those of `openRecording`; `argumentInvalid` for a profile of another protocol. */
export async function checkRecording(
  file: string,
  budgets: Budgets,
  profileName?: string,
): Promise<Result<CheckedRecording>> {
  const validate = makeValidateFrame();
  let host = hostOf(undefined, profileName);
  const opened = await openRecording(file, (header) => {
    host = hostOf(header ?? undefined, profileName);
    return { decode: makeDecodeLine(host.protocol, host.profile, validate), profile: host.profile };
  });
  if (!opened.ok) return opened;
  const recording = opened.value;
  try {
    const { header } = recording;
    if (header && header.protocol !== host.profile.protocol)
      return failed(
        failure(
          'argumentInvalid',
          `${file} was recorded with a host of ${header.protocol}, and ${host.profile.name} is none.`,
          'Choose a profile of that protocol, or leave it out.',
        ),
      );
    await recording.indexed;
    const fold = new ConformanceFold(host.profile, budgets);
    await addEntries(fold, recording, 1);
    const { path, count, damageWords: damage } = recording;
    return ok({ outcome: passive(host, fold.findings, path, count), header, path, damage });
  } finally {
    await recording.close();
  }
}

function passive(
  { profile }: ProfileOfProtocol,
  findings: readonly Finding[],
  path: string,
  rows: number,
): CheckOutcome {
  const probed = rulesFor(profile).filter(({ probe }) => probe !== undefined);
  return {
    ...{ profile: profile.name, findings, called: [], notCalled: [], stopped: false },
    runs: [{ run: 'plain', path, rows }],
    notTried: probed.map(({ id }) => ({ rule: id, why: 'a recording can not be asked anything' })),
  };
}

function hostOf(header: RecordingHeader | undefined, profileName: string | undefined): ProfileOfProtocol {
  const found =
    profileNamed(profileName ?? header?.profile ?? defaultProfileName) ?? profileNamed(defaultProfileName);
  if (!found) throw new Error(`the registry has no profile ${defaultProfileName}`);
  return found;
}
