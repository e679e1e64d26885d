// What stands around the timeline: the target above it, registrations and the end below. Pure; every text
// of the extension goes through visibleText.

import { visibleText } from '../../shared/json/visible.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { Ink } from './ink.ts';
import { shown } from './shown.ts';
import type { Refusal } from './telling.ts';
import { cut, padEnd } from './text-width.ts';

const nameColumns = 24;
/** Needs no quotes to be seen as one argument. */
const plainWord = /^[\w@%+=:,./-]+$/;

/** What runs, where, and as what host. */
export function targetLines(target: ResolvedTarget, profile: string, ink: Ink): string[] {
  const { name, manifest, manifestPath, executable, argv, cwd } = target;
  const version = manifest ? ` ${shown(manifest.version)}` : '';
  const args = argv.slice(1).map((arg) => shown(plainWord.test(arg) ? arg : JSON.stringify(arg)));
  return [
    `${ink('strong', shown(name) + version)}${manifestPath ? `   ${visibleText(manifestPath)}` : ''}`,
    `  runs  ${[visibleText(executable ?? target.asked), ...args].join(' ')}`,
    `  in    ${visibleText(cwd)}`,
    `  host  ${profile}`,
  ];
}

/** Tools, commands, events and intercepts; one line says so when there are none. */
export function registrationLines(summary: SessionSummary, ink: Ink): string[] {
  const { tools, commands, events, intercepts } = summary;
  const lines = [
    ...named('tool', tools),
    ...named(
      'command',
      commands.map((command) => ({ ...command, name: `/${command.name}` })),
    ),
    ...list('events', events),
    ...list('intercepts', intercepts),
  ];
  if (lines.length === 0) return [ink('strong', 'Registered nothing')];
  return [ink('strong', 'Registered'), ...lines];
}

interface Named {
  readonly name: string;
  readonly description: string;
  readonly late: boolean;
}

function named(what: string, entries: readonly Named[]): string[] {
  return entries.map(({ name, description, late }) => {
    const words = [late ? '(late)' : '', shown(description)].filter((word) => word !== '').join(' ');
    return `  ${padEnd(what, 12)}${padEnd(cut(shown(name), 60), nameColumns)}  ${words}`.trimEnd();
  });
}

function list(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`  ${padEnd(what, 12)}${names.map(shown).join(', ')}`];
}

/** Why nothing was started, and what to do. */
export function refusalLines(refusals: readonly Refusal[]): string[] {
  return refusals.flatMap(({ message, fix }) => [
    `framescope: ${visibleText(message)}`,
    ...(fix === undefined ? [] : [`Fix: ${visibleText(fix)}`]),
  ]);
}

/** The last lines: how the process ended, how much crossed, where the recording is. */
export function endLines(summary: SessionSummary, journalPath: string): string[] {
  const { exit, frames } = summary;
  const ended =
    exit === null
      ? 'no exit was seen'
      : exit.signal === null
        ? `exit code ${exit.code}`
        : `ended by ${exit.signal}`;
  return [
    `${frames} ${frames === 1 ? 'frame' : 'frames'}, ${ended}`,
    `Recording: ${visibleText(journalPath)}`,
  ];
}
