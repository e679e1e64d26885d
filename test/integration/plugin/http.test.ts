import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins, type LivePlugin } from '../../support/live-plugin.ts';

let plugins = new LivePlugins();
const servers: http.Server[] = [];
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answered(live: LivePlugin): Promise<string> {
  await live.frame('http.callback.return');
  return live.call('answers');
}

describe('http_request', () => {
  it('is answered from the table, on the main loop, after the call that asked', async () => {
    const mock = {
      url: 'https://example.com/*',
      status: 201,
      headers: { 'x-from': 'the table' },
      body: '{"nodes":3}',
    };
    const live = await plugins.ready('http', { host: { httpMocks: [mock] } });
    expect(await live.call('get', { url: 'https://example.com/a' })).toBe('request 1');
    expect(await answered(live)).toBe('got 201 {"nodes":3} 11 the table|');
    expect(await live.problem('http-mocked')).toMatch(/example\.com was not sent.*\(201\)/);
  });

  it('is not sent to a host that nobody allowed, and says so in the answer', async () => {
    const live = await plugins.ready('http');
    await live.call('get', { url: 'https://example.com/a' });
    expect(await answered(live)).toMatch(/^got 503 Not sent: nobody allowed this host/);
  });

  it('is really sent to a host that was allowed, with method, headers and body', async () => {
    const asked: string[] = [];
    const host = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push(`${request.method} ${request.url} ${request.headers['x-probe']} ${body}`);
        response.writeHead(200, { 'x-from': 'a server' }).end('really');
      });
    });
    const live = await plugins.ready('http', { host: { httpAllowed: [host] } });
    await live.call('get', {
      url: `http://${host}/path`,
      method: 'post',
      headers: '{"X-Probe":"yes"}',
      body: 'here',
    });
    expect(await answered(live)).toBe('got 200 really 6 a server|');
    expect(asked).toEqual(['POST /path yes here']);
  });

  it('gets status 0 when the server does not answer', async () => {
    const host = await serve((request) => request.socket.destroy());
    const live = await plugins.ready('http', { host: { httpAllowed: [host] } });
    await live.call('get', { url: `http://${host}/` });
    expect(await answered(live)).toMatch(/^got 0 /);
    expect(await live.problem('http-failed')).toMatch(/failed/);
  });

  it('may be taken back: its callback is not called, and one that is unknown is named', async () => {
    const live = await plugins.ready('http');
    await live.call('cancel');
    expect(await live.problem('http-request-unknown')).toMatch(/4711/);
    await live.call('get', { url: 'https://example.com/' });
    expect(await answered(live)).not.toContain('never');
  });

  it('with an address, headers or a callback that are none is named', async () => {
    const live = await plugins.ready('http');
    await live.call('get', { url: 'file:///etc/passwd' });
    expect(await live.problem('http-url-invalid')).toMatch(/"file:\/\/\/etc\/passwd"/);
    await live.frame('http.callback', ({ status }) => status === 0);
    await live.call('get', { url: 'https://example.com/', headers: '["x"]' });
    expect(await live.problem('http-headers-invalid')).toMatch(/it is no object/);
    await live.call('no_callback');
    expect(await live.problem('function-null')).toMatch(/http_request was given NULL as its cb/);
  });

  it('lends its body for the callback only: what is kept of it is named, and overwritten if so asked', async () => {
    const httpMocks = [{ url: '*', status: 200, headers: {}, body: 'A' }];
    const live = await plugins.ready('http', { host: { httpMocks, poison: true } });
    await live.call('get', { url: 'https://example.com/' });
    expect(await answered(live)).toBe('got 200 A 1 -|');
    expect(await live.call('use_body')).toBe('dd');
    expect(await live.problem('use-after-turn')).toMatch(/handed to log, but it is a text of the host/);
  });

  it('is not taken in today’s host', async () => {
    const live = await plugins.ready('http', { profile: 'opcode-today' });
    expect(await live.call('get', { url: 'https://example.com/' })).toBe('request 0');
    expect(live.frames('http.callback')).toEqual([]);
  });
});
