// From the content of a tool_result to what the model gets (real host, May 2026, and zot-family §9): empty texts are
// dropped, nothing at all becomes a sentence, an image that is no base64 becomes an error text, a block of an unknown type
// says so. Pure.

import type { JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { AgentBlock, AgentRemark } from './agent-type.ts';
import { emptyContent, undecodableImage, unknownBlock } from './agent-words.ts';
import { readBase64 } from './go-base64.ts';

export interface Converted {
  readonly content: readonly AgentBlock[];
  readonly isError: boolean;
  readonly remarks: readonly AgentRemark[];
}

interface Names {
  readonly extension: string;
  readonly tool: string;
}

/** As the agent hands it on. `frame` has passed the codec: no field has a wrong type, but any may be null or absent. */
export function convertResult(frame: JsonObject, names: Names): Converted {
  const content: AgentBlock[] = [];
  const remarks: AgentRemark[] = [];
  let isError = frame['is_error'] === true;
  blocksOf(frame).forEach((block, at) => {
    const converted = convertBlock(block, at, names);
    if (converted.block) content.push(converted.block);
    if (converted.remark) remarks.push(converted.remark);
    isError ||= converted.isError === true;
  });
  if (content.length === 0) {
    content.push({ kind: 'text', text: emptyContent });
    remarks.push(remark('empty-content', 'warning', `No content: the model reads ${quote(emptyContent)}.`));
  }
  return { content, isError, remarks };
}

/** As it came, without the agent's conversion: what has no place among blocks is left out and remarked. */
export function rawResult(frame: JsonObject): Converted {
  const content: AgentBlock[] = [];
  const remarks: AgentRemark[] = [];
  blocksOf(frame).forEach((block, at) => {
    const { type, text } = fieldsOf(block);
    if (type === 'text') content.push({ kind: 'text', text });
    else if (type === 'image') content.push(imageOf(block));
    else remarks.push(remark('unknown-block', 'warning', `Block ${at + 1} has the type ${quote(type)}.`));
  });
  return { content, isError: frame['is_error'] === true, remarks };
}

interface ConvertedBlock {
  readonly block?: AgentBlock;
  readonly isError?: true;
  readonly remark?: AgentRemark;
}

function convertBlock(block: unknown, at: number, { extension, tool }: Names): ConvertedBlock {
  const { type, text, data } = fieldsOf(block);
  const place = `Block ${at + 1}`;
  if (type === 'text') {
    if (text !== '') return { block: { kind: 'text', text } };
    return { remark: remark('empty-text', 'info', `${place} is an empty text; the host leaves it out.`) };
  }
  if (type === 'image') {
    const reading = readBase64(data);
    if (reading.ok) return { block: imageOf(block) };
    const words = `${place} is an image whose data is no base64 at byte ${reading.atByte}; the model reads an error instead.`;
    return {
      block: { kind: 'text', text: undecodableImage(extension, tool, reading.atByte) },
      isError: true,
      remark: remark('bad-base64', 'error', words),
    };
  }
  const words = `${place} has the type ${quote(type)}, which the host does not know; its content is lost.`;
  return {
    block: { kind: 'text', text: unknownBlock(type, extension) },
    remark: remark('unknown-block', 'warning', words),
  };
}

function imageOf(block: unknown): AgentBlock {
  const { mimeType, data } = fieldsOf(block);
  const reading = readBase64(data);
  return {
    kind: 'image',
    mimeType,
    base64: data.replace(/[\r\n]/g, ''),
    byteLength: reading.ok ? reading.byteLength : 0,
  };
}

function blocksOf(frame: JsonObject): readonly unknown[] {
  return Array.isArray(frame['content']) ? frame['content'] : [];
}

/** A null block is a block without anything (real host, May 2026: unknown block type ""). */
function fieldsOf(block: unknown): { type: string; text: string; mimeType: string; data: string } {
  const fields = (block ?? {}) as JsonObject;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return { type: text('type'), text: text('text'), mimeType: text('mime_type'), data: text('data') };
}

function remark(code: string, severity: AgentRemark['severity'], message: string): AgentRemark {
  return { code, severity, message };
}
