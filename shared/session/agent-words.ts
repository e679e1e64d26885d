// The agent's outcomes in plain words, the same wherever they are told. Pure.

import type { CommandEffect, RequestEnd } from './agent.ts';
import { durationWords } from './time-words.ts';

/** How a request ended; empty for one that was answered. */
export function endWords(end: RequestEnd): string {
  switch (end.how) {
    case 'answered':
      return '';
    case 'timedOut':
      return `No answer within ${durationWords(end.afterMs * 1_000)}.`;
    case 'gone':
      return `It is gone: ${end.reason}.`;
    case 'notSent':
      return `Nothing was sent: ${end.reason}.`;
    case 'dropped':
      return `Dropped at the gate: ${end.reason}.`;
  }
}

/** What the host does with a command's answer, without the text it does it with. */
export function effectWords(effect: CommandEffect): string {
  switch (effect.kind) {
    case 'prompt':
      return 'sends a prompt to the model';
    case 'insert':
      return 'puts text into the input';
    case 'display':
      return 'shows a text';
    case 'openPanel':
      return `opens the panel ${effect.panel.title || effect.panel.id}`;
    case 'toolPrompt':
      return `asks for the tool ${effect.tool}`;
    case 'noop':
      return 'does nothing';
    case 'error':
      return 'shows an error';
  }
}
