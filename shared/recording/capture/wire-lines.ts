// Plain lines of the wire, of one side or of both in the order they crossed. Who sent a line is told by its type, which
// the catalogue knows; a line that is no frame belongs to the side that spoke last. Part of the capture readers.

import { parseJsonObject } from './json-object.ts';
import type { CaptureChoices, CaptureReader } from './capture.ts';

export function wireLines({ side, sideOf }: CaptureChoices): CaptureReader {
  let last = side;
  return {
    line(raw, ending) {
      if ('text' in raw && raw.text.trim() === '') return [{ kind: 'passedOver' }];
      const type = 'text' in raw ? parseJsonObject(raw.text)?.type : undefined;
      last = (typeof type === 'string' ? sideOf(type) : undefined) ?? last;
      return [{ kind: 'line', from: last, raw, ending }];
    },
    end: () => [],
  };
}
