// What a plugin's session does outside of itself: HTTP requests, and entries of its session. Everything is asked by the
// machine and told back; nothing is decided here but what the settings say.

import { appendFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import {
  notAllowedStatus,
  type HttpMock,
  type PluginHostSettings,
} from '../../../shared/target/plugin-target.ts';
import type { HttpAnswer, HttpAsk } from './opcode-types.ts';

const deadlineMs = 30_000;
/** A plugin gets no more of a body. */
const mostBodyBytes = 16 * 1024 * 1024;

export class PluginRim {
  readonly #settings: PluginHostSettings;
  readonly #sessionFile: string | null;
  readonly #requests = new Map<number, () => void>();
  #writing: Promise<void> = Promise.resolve();

  constructor(settings: PluginHostSettings, sessionFile: string | null) {
    this.#settings = settings;
    this.#sessionFile = sessionFile;
  }

  /** `answer` is called once, later, unless the request is cancelled before. */
  http(ask: HttpAsk, answer: (answer: HttpAnswer) => void): void {
    const { request, line } = ask;
    const base = { request, line, mocked: '', failed: '' };
    const done = (told: HttpAnswer): void => {
      if (this.#requests.delete(request)) answer(told);
    };
    const { host } = new URL(ask.url);
    const mock = this.#settings.httpMocks.find((one) => fits(one, ask));
    if (mock || !this.#settings.httpAllowed.includes(host)) {
      const timer = setImmediate(() => done({ ...base, mocked: host, ...mockAnswer(mock) }));
      this.#requests.set(request, () => clearImmediate(timer));
      return;
    }
    const abort = new AbortController();
    this.#requests.set(request, () => abort.abort());
    void send(ask, abort.signal).then(
      (told) => done({ ...base, ...told }),
      (error: unknown) => done({ ...base, ...failed(host, error) }),
    );
  }

  cancelHttp(request: number): void {
    const cancel = this.#requests.get(request);
    this.#requests.delete(request);
    cancel?.();
  }

  /** One line of the session's file, after those before it. */
  writeEntry(text: string, failed: (path: string, reason: string) => void): void {
    const path = this.#sessionFile;
    if (path === null) return;
    this.#writing = this.#writing
      .then(() => appendFile(path, `${text}\n`, { mode: 0o600 }))
      .catch((error: unknown) => failed(path, error instanceof Error ? error.message : String(error)));
  }

  /** Nobody is there to be called back any more. Resolves once all entries are written. */
  close(): Promise<void> {
    for (const request of [...this.#requests.keys()]) this.cancelHttp(request);
    return this.#writing;
  }
}

function fits({ method, url }: HttpMock, ask: HttpAsk): boolean {
  if (method !== undefined && method.toUpperCase() !== ask.method) return false;
  const pattern = url.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(ask.url);
}

function mockAnswer(mock: HttpMock | undefined): Pick<HttpAnswer, 'status' | 'headers' | 'body'> {
  const words =
    'Not sent: nobody allowed this host. Allow it for this target, or add an answer to its table.';
  return {
    status: mock?.status ?? notAllowedStatus,
    headers: mock?.headers ?? { 'content-type': 'text/plain' },
    body: new TextEncoder().encode(mock?.body ?? words),
  };
}

function failed(host: string, error: unknown): Pick<HttpAnswer, 'status' | 'headers' | 'body' | 'failed'> {
  const reason = error instanceof Error ? error.message : String(error);
  return { status: 0, headers: {}, body: new Uint8Array(), failed: `${host} ${reason}` };
}

function send(ask: HttpAsk, signal: AbortSignal): Promise<Pick<HttpAnswer, 'status' | 'headers' | 'body'>> {
  const { request } = ask.url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const { method, headers } = ask;
    const asked = request(ask.url, { method, headers, signal, timeout: deadlineMs }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBodyBytes) chunks.push(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const told = Object.entries(answer.headers).map(
          ([name, value]) => [name, [value].flat().join(', ')] as const,
        );
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(told),
          body: Buffer.concat(chunks),
        });
      });
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${deadlineMs / 1_000} s`)));
    asked.on('error', reject);
    asked.end(ask.body ?? undefined);
  });
}
