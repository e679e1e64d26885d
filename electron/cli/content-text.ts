// What an extension answered, as lines for a terminal: texts with their own line breaks, pictures by type and size, values
// that were rewritten as a difference. Pure; everything of the extension is made visible.

import { visibleText } from '../../shared/json/visible.ts';
import { diffLines } from '../../shared/intercept/diff.ts';
import { jsonLines, textLines } from '../../shared/intercept/value-lines.ts';
import type { AgentBlock, CommandEffect } from '../../shared/session/agent.ts';
import { effectWords } from '../../shared/session/agent-words.ts';
import type { Ink } from './ink.ts';

/** A text line by line; tabs stay, everything else that acts on a terminal is made visible. */
export function shownLines(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, '').split('\t').map(visibleText).join('\t'));
}

export function blockLines(blocks: readonly AgentBlock[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'text'
      ? shownLines(block.text)
      : [
          `${visibleText(block.mimeType) || 'image of no type'}, ${block.byteLength.toLocaleString('en-US')} B`,
        ],
  );
}

/** What the host does with a command's answer, and the text it does it with. */
export function effectLines(effect: CommandEffect): string[] {
  const head = `the host ${visibleText(effectWords(effect))}`;
  if ('text' in effect) return [head, ...shownLines(effect.text)];
  if (effect.kind === 'toolPrompt') return [head, ...shownLines(effect.argsText)];
  if (effect.kind !== 'openPanel') return [head];
  const { title, lines, footer } = effect.panel;
  return [head, ...[title, ...lines, footer].filter((line) => line !== '').flatMap(shownLines)];
}

/** `-` and `+` lines, with two unchanged ones around each change. */
export function rewriteLines(before: string, after: string, isJson: boolean, ink: Ink): string[] {
  const linesOf = isJson ? jsonLines : textLines;
  return diffLines(linesOf(before).lines, linesOf(after).lines).map((line) => {
    if (line.side === 'folded') return ink('quiet', `  … ${line.count} more`);
    const text = '  '.repeat(line.depth) + visibleText(line.pieces.map((piece) => piece.text).join(''));
    if (line.side === 'same') return ink('quiet', `  ${text}`);
    return line.side === 'removed' ? ink('fault', `- ${text}`) : ink('ok', `+ ${text}`);
  });
}
