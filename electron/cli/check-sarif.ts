// A check as a SARIF 2.1.0 log (OASIS, sarif-v2.1.0): the rules of the host, a result for each that is broken, the rows of the
// recordings as related places. Pure: paths come in, and are made relative to the folder the command was called in.

import type { Severity } from '../../shared/session/entries.ts';
import { fingerprints, type JudgedFinding } from '../../shared/conformance/finding.ts';
import { severityAt, type Rule } from '../../shared/conformance/rule.ts';
import { visibleText } from '../../shared/json/visible.ts';
import type { CheckReport } from './check-report.ts';
import { fileUri } from './file-uri.ts';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const mostRelated = 10;

export interface SarifOptions {
  readonly version: string;
  /** Absolute folder that places are told from. */
  readonly cwd: string;
  /** Whether there was a baseline, so that results are new or unchanged. */
  readonly hasBaseline: boolean;
}

export function checkSarif(report: CheckReport, options: SarifOptions): string {
  const { rules, strictness, outcome, findings } = report;
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'framescope',
            semanticVersion: options.version,
            rules: rules.map((rule) => ruleOf(rule, strictness)),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { uri: `${fileUri(options.cwd)}/` } },
        invocations: [
          {
            executionSuccessful: !outcome.stopped,
            startTimeUtc: report.subject.startedAt,
            properties: { profile: outcome.profile, strictness, notTried: outcome.notTried },
          },
        ],
        results: findings.map((finding) => resultOf(finding, report, options)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(rule: Rule, strictness: number) {
  const severity = severityAt(rule, strictness);
  return {
    id: rule.id,
    name: pascal(rule.id),
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.wrong },
    help: { text: `${rule.fix} (${rule.source})` },
    defaultConfiguration: severity ? { level: levels[severity] } : { enabled: false, level: 'none' },
  };
}

function resultOf(finding: JudgedFinding, report: CheckReport, options: SarifOptions) {
  const { rule, severity, evidence, is, known, count } = finding;
  const [first] = evidence;
  const words = [...new Set(evidence.map((one) => one.words))].slice(0, 3).map((text) => visibleText(text));
  return {
    ruleId: rule,
    ruleIndex: report.rules.indexOf(is),
    level: levels[severity],
    message: { text: [...words, `Fix: ${visibleText(first?.fix ?? is.fix)}`].join('\n') },
    locations: [{ physicalLocation: placeOf(report, options) }],
    relatedLocations: relatedOf(finding, report),
    partialFingerprints: Object.fromEntries(
      fingerprints(finding)
        .slice(0, 5)
        .map((print, at) => [`framescope/v1/${at}`, print]),
    ),
    ...(options.hasBaseline ? { baselineState: known ? 'unchanged' : 'new' } : {}),
    properties: { count },
  };
}

/** The manifest, library or recording; a command line is known by its words only. */
function placeOf({ subject }: CheckReport, { cwd }: SarifOptions) {
  const { file, name } = subject;
  if (file === null) return { artifactLocation: { uri: encodeURIComponent(name), uriBaseId: 'SRCROOT' } };
  const artifactLocation = file.startsWith(`${cwd}/`)
    ? {
        uri: file
          .slice(cwd.length + 1)
          .split('/')
          .map(encodeURIComponent)
          .join('/'),
        uriBaseId: 'SRCROOT',
      }
    : { uri: fileUri(file) };
  return { artifactLocation, region: { startLine: 1 } };
}

/** The rows that show it. Line 1 of a recording is its header, so row n stands in line n + 1. */
function relatedOf({ evidence }: JudgedFinding, { outcome }: CheckReport) {
  return evidence.slice(0, mostRelated).flatMap(({ run, seq, words }) => {
    const path = outcome.runs.find((one) => run === undefined || one.run === run)?.path;
    if (path === undefined || seq === null) return [];
    return [
      {
        message: { text: visibleText(words) },
        physicalLocation: { artifactLocation: { uri: fileUri(path) }, region: { startLine: seq + 1 } },
      },
    ];
  });
}

function pascal(id: string): string {
  return id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
