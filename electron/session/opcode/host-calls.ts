// The rules for what a plugin tells and asks the host beside its registrations: log, notes, status, entries, models, HTTP,
// deferred functions. Pure; what has to be written or sent is an effect.

import type { JsonObject } from '../../../shared/protocol/define.ts';
import { isBytes, told } from '../../../shared/protocol/opcode/parts.ts';
import { handlersOf, keep } from './plugin-offers.ts';
import {
  fault,
  numberOf,
  offersChanged,
  send,
  textOf,
  type HttpAnswer,
  type OpcodeRun,
} from './opcode-types.ts';
import { nullArgument } from './registrations.ts';

export function onLog(run: OpcodeRun, frame: JsonObject, line: number): void {
  checkLevel(run, 'log', frame, line);
  if (frame.msg === null) nullArgument(run, 'log', 'msg', 'Nothing is logged.', line);
}

export function onNotify(run: OpcodeRun, frame: JsonObject, line: number): void {
  checkLevel(run, 'notify', frame, line);
  const message = textOf(frame, 'message');
  if (message === null) {
    if (frame.message === null) nullArgument(run, 'notify', 'message', 'Nothing is shown.', line);
    return;
  }
  keep(run.offered.notes, { level: numberOf(frame, 'level'), message, line });
  offersChanged(run);
}

function checkLevel(run: OpcodeRun, functionName: string, frame: JsonObject, line: number): void {
  const level = numberOf(frame, 'level');
  if (level < 0 || level > 3) fault(run, 'log-level-unknown', { function: functionName, level }, line);
}

export function onStatus(run: OpcodeRun, frame: JsonObject, line: number): void {
  const key = textOf(frame, 'key');
  const text = textOf(frame, 'text') ?? '';
  if (key === null) return nullArgument(run, 'set_status', 'key', 'Nothing is shown.', line);
  if (!run.rules.statusShown) return;
  if (text === '') run.offered.statuses.delete(key);
  else run.offered.statuses.set(key, text);
  offersChanged(run);
}

export function onTitle(run: OpcodeRun, frame: JsonObject, line: number): void {
  const title = textOf(frame, 'title');
  if (title === null) return nullArgument(run, 'set_title', 'title', 'Nothing changes.', line);
  if (!run.rules.statusShown) return;
  run.offered.title = title;
  offersChanged(run);
}

export function onAppendEntry(run: OpcodeRun, frame: JsonObject, line: number): void {
  const customType = textOf(frame, 'custom_type');
  const data = textOf(frame, 'data_json');
  if (customType === null)
    return nullArgument(run, 'append_entry', 'custom_type', 'It is not written.', line);
  const reason =
    data === null ? (isBytes(frame.data_json) ? 'it is not UTF-8' : 'it is NULL') : notJson(data);
  if (reason !== '' || data === null)
    return fault(run, 'entry-not-json', { entry: told(customType), reason }, line);
  keep(run.offered.entries, { customType, data, line });
  offersChanged(run);
  const text = `{"type":"custom","custom_type":${JSON.stringify(customType)},"data":${data}}`;
  run.out.push({ kind: 'writeEntry', text, line });
}

export function onSetModel(run: OpcodeRun, asked: JsonObject, value: number, line: number): void {
  const provider = textOf(asked, 'provider') ?? '';
  const model = textOf(asked, 'model') ?? '';
  if (!run.rules.modelControl) return;
  if (value !== 1)
    return fault(run, 'model-unknown', { model: `${told(asked.provider)} ${told(asked.model)}` }, line);
  run.offered.model = { provider, model };
  offersChanged(run);
  tellEvent(run, 'model_select', { provider, model, source: 'plugin' });
}

export function onThinkingLevel(run: OpcodeRun, frame: JsonObject, line: number): void {
  const level = textOf(frame, 'level');
  if (!run.rules.modelControl) return;
  if (level === null || !run.plugin.thinkingLevels.includes(level))
    return fault(run, 'thinking-level-unknown', { level: told(frame.level) }, line);
  run.offered.thinkingLevel = level;
  offersChanged(run);
  tellEvent(run, 'thinking_level_change', { level, source: 'plugin' });
}

/** What the plugin itself has caused: its handlers hear of it once the call they came from is over. */
function tellEvent(run: OpcodeRun, event: string, payload: JsonObject): void {
  if (!run.rules.dispatched.includes(event)) return;
  for (const { registration } of handlersOf(run.offered, event)) {
    const payload_json = JSON.stringify(payload);
    send(run, { type: 'event', id: run.mintId(), event, registration, payload_json });
  }
}

/** On the main loop, after what is asked already: the order of the calls is the order they run in. */
export function onDefer(run: OpcodeRun, frame: JsonObject): void {
  if (typeof frame.fn !== 'string') return;
  send(run, { type: 'deferred', id: run.mintId(), defer: numberOf(frame, 'defer') });
}

export function onTokenAsked(run: OpcodeRun, frame: JsonObject, line: number): void {
  const token = textOf(frame, 'signal_token');
  if (token !== null && !run.tokens.has(token)) fault(run, 'token-unknown', { token: told(token) }, line);
}

export function onHttpRequest(run: OpcodeRun, asked: JsonObject, request: number, line: number): void {
  if (request === 0) return;
  const url = textOf(asked, 'url');
  const method = (textOf(asked, 'method') ?? 'GET').toUpperCase();
  if (url === null || !/^https?:\/\/[^/]/i.test(url)) {
    fault(run, 'http-url-invalid', { url: told(asked.url) }, line);
    return httpBack(run, {
      request,
      line,
      status: 0,
      headers: {},
      body: new Uint8Array(),
      mocked: '',
      failed: '',
    });
  }
  const headers = headersOf(run, asked, line);
  run.out.push({ kind: 'http', ask: { request, line, method, url, headers, body: bodyOf(asked.body) } });
}

function headersOf(run: OpcodeRun, asked: JsonObject, line: number): Record<string, string> {
  const text = textOf(asked, 'headers_json');
  if (text === null) return {};
  const refuse = (reason: string): Record<string, string> => {
    fault(run, 'http-headers-invalid', { reason }, line);
    return {};
  };
  const reason = notJson(text);
  if (reason !== '') return refuse(reason);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('it is no object');
  const wrong = Object.entries(value).find(([, one]) => typeof one !== 'string');
  return wrong ? refuse(`${told(wrong[0])} is no text`) : (value as Record<string, string>);
}

function bodyOf(body: unknown): Uint8Array | null {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return isBytes(body) ? Uint8Array.from(atob(body.base64), (letter) => letter.charCodeAt(0)) : null;
}

export function httpBack(run: OpcodeRun, answer: HttpAnswer): void {
  const { request, status, headers, body, mocked, failed, line } = answer;
  if (mocked !== '') fault(run, 'http-mocked', { host: mocked, status }, line);
  if (failed !== '') fault(run, 'http-failed', { host: failed.split(' ')[0] ?? '', reason: failed }, line);
  send(run, {
    type: 'http.callback',
    id: run.mintId(),
    request,
    status,
    headers_json: JSON.stringify(headers),
    body: asText(body),
  });
}

/** Text where the bytes are one. */
function asText(body: Uint8Array): string | { readonly base64: string } {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return { base64: Buffer.from(body).toString('base64') };
  }
}

function notJson(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
