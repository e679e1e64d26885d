// An extension of a test's own, written to a folder: what it registers and how it answers in a few lines of JavaScript.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const before = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
const tool = (name) => send({ type: 'register_tool', name, description: '', schema: { type: 'object' } });
const text = (id, text, more = {}) => send({ type: 'tool_result', id, content: [{ type: 'text', text }], ...more });
const answer = (id, more = {}) => send({ type: 'event_intercept_response', id, ...more });
const intercept = (...events) => send({ type: 'subscribe', intercept: events });
const handlers = { shutdown: () => process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0)) };
`;
const after = `
send({ type: 'ready' });
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    handlers[frame.type]?.(frame, line);
  }
});
process.stdin.on('end', () => process.exit(0));
`;

/**
 * Writes the extension and returns its folder.
 * @param source registers and puts functions into `handlers`, by the type of the frame they answer
 */
export function writeExtension(parent: string, name: string, source: string): string {
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: '1.0.0', exec: process.execPath, args: ['main.mjs'] };
  writeFileSync(path.join(folder, 'extension.json'), JSON.stringify(manifest));
  const hello = `send({ type: 'hello', name: ${JSON.stringify(name)}, version: '1.0.0' });`;
  writeFileSync(path.join(folder, 'main.mjs'), `${before}${hello}\n${source}${after}`);
  return folder;
}
