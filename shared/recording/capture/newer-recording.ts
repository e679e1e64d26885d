// A recording of a version that is not known here: lines that read as entries of today are taken, the others become
// notes. What a newer version means by an entry that looks the same is not known, so this is done only on request.

import { isHeaderLine, parseEntry } from '../parse.ts';
import type { Captured, CaptureReader } from './capture.ts';

export function newerRecording(): CaptureReader {
  return {
    line(raw): readonly Captured[] {
      if (!('text' in raw))
        return [{ kind: 'notTaken', why: 'it is not UTF-8', text: `base64 ${raw.base64}` }];
      const { text } = raw;
      if (isHeaderLine(text) || text.trim() === '') return [{ kind: 'passedOver' }];
      const entry = parseEntry(text);
      if ('fault' in entry) return [{ kind: 'notTaken', why: entry.message, text }];
      return [{ kind: 'entry', entry }];
    },
    end: () => [],
  };
}
