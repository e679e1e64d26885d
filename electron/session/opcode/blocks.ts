// Blocks of a plugin's result as the agent hands them on: texts, pictures, and for everything else a word. Pure.

import type { JsonObject } from '../../../shared/protocol/define.ts';
import { quote } from '../../../shared/protocol/say.ts';
import type { AgentBlock, AgentRemark } from '../../../shared/session/agent.ts';
import type { ConvertedResult } from './plugin-face.ts';

export function blocksOf(blocks: readonly JsonObject[]): ConvertedResult {
  const content: AgentBlock[] = [];
  const remarks: AgentRemark[] = [];
  blocks.forEach((block, at) => {
    const { type, text, data, mime_type: mimeType } = block;
    if (type === 'text' && typeof text === 'string') content.push({ kind: 'text', text });
    else if (type === 'image' && typeof data === 'string')
      content.push({
        kind: 'image',
        mimeType: typeof mimeType === 'string' ? mimeType : '',
        base64: data,
        byteLength: Buffer.from(data, 'base64').length,
      });
    else {
      const message = `Block ${at + 1} is of the type ${quote(type ?? '')}, which has no place in a result; it is left out.`;
      remarks.push({ code: 'unknown-block', severity: 'warning', message });
    }
  });
  return { content, remarks };
}
