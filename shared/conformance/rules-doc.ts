// The rules as tables of Markdown, for the page about them. Derived; a contract test compares the page with this.

import type { Levels, Rule, Stage } from './rule.ts';
import { stages } from './rule.ts';
import { allRules } from './rules.ts';

const stageTitles: Readonly<Record<Stage, string>> = {
  start: 'Start and handshake',
  registry: 'What is registered',
  answers: 'Answers',
  lines: 'Lines and frames',
  process: 'The process',
  probes: 'What it bears',
};

const linesTitle = 'Texts, memory and threads';

/** One heading and table for each stage of the protocol's rules. */
export function rulesMarkdown(protocol: string): string {
  return stages
    .map((stage) => ({
      stage,
      rules: allRules.filter((rule) => rule.stage === stage && rule.protocols.includes(protocol)),
    }))
    .filter(({ rules }) => rules.length > 0)
    .map(({ stage, rules }) =>
      [
        `### ${protocol === 'opcode' && stage === 'lines' ? linesTitle : stageTitles[stage]}`,
        '',
        '| rule | what is right | told as | what goes wrong in the host | fix | source |',
        '| --- | --- | --- | --- | --- | --- |',
        ...rules.map(rowOf),
      ].join('\n'),
    )
    .join('\n\n');
}

function rowOf({ id, title, levels, wrong, fix, source, profiles }: Rule): string {
  const only = profiles === undefined ? '' : ` (${profiles.join(', ')} only)`;
  const cells = [`\`${id}\`${only}`, title, levelWords(levels), wrong, fix, source];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('_', '\\_')).join(' | ')} |`;
}

/** "error from 2, warning from 1". */
function levelWords({ error, warning, info }: Levels): string {
  const levels = [
    ['error', error],
    ['warning', warning],
    ['hint', info],
  ] as const;
  return levels
    .filter(([, from]) => from !== undefined)
    .map(([name, from]) => (from === 1 ? name : `${name} from ${from}`))
    .join(', ');
}
