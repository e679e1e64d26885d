// A text of the extension, or one of ours that quotes it, as a terminal may show it. Pure.

import { visibleText } from '../../shared/json/visible.ts';

const longestText = 400;

/** Its beginning, with everything made visible that would act on a terminal or hide text. */
export function shown(text: string): string {
  return visibleText(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}
