// Frames of outbound HTTP: asked by the plugin, answered on the main loop when the answer is there.

import { Type } from '@sinclair/typebox';
import { counted, join, say, words, type Parts } from '../say.ts';
import {
  cText,
  hostCall,
  hostNotice,
  normativeOnly,
  pluginCall,
  pointer,
  returnsNothing,
  shown,
} from './parts.ts';

const requestNumber = Type.Integer({ description: 'As http_request returned it.' });
const header =
  'outbound HTTP (async). Callback runs on the main loop; response body is valid for the duration of the callback only';

function size(value: unknown): Parts {
  return typeof value === 'number' && value > 0 ? words(` · ${counted(value, 'byte')}`) : [];
}

export const [httpRequest, httpRequested] = hostCall({
  name: 'http_request',
  args: {
    method: cText(),
    url: cText(),
    headers_json: cText('An object of texts.'),
    body: cText(),
    body_len: Type.Integer({ minimum: 0 }),
    cb: pointer(),
    userdata: pointer(),
  },
  value: Type.Integer(),
  lane: 'other',
  summary: (f) => join(shown(f.method ?? null), words(' '), shown(f.url ?? null), size(f.body_len)),
  examples: [
    {
      method: 'GET',
      url: 'https://example.com/index.json',
      headers_json: '{"Accept":"application/json"}',
      body: null,
      body_len: 0,
      cb: '0x7f3a5c001e00',
      userdata: null,
    },
  ],
  returned: {
    summary: (f) => (f.value === 0 ? words('0: not taken') : say`request ${f.value}`),
    examples: [{ value: 1 }, { value: 0 }],
    doc: 'A number for http_cancel and to tell answers apart; 0 when the host does not take it.',
  },
  doc: 'Asks the host to send a request. Nothing is waited for: the callback comes later. It is really sent only where the person allowed that host, and answered from a table otherwise.',
  header,
});

export const httpCancel = hostNotice({
  name: 'http_cancel',
  args: { request: requestNumber },
  lane: 'other',
  summary: (f) => say`request ${f.request}`,
  examples: [{ request: 1 }],
  doc: 'Takes a request back. Its callback is not called after that.',
});

export const [httpCallback, httpCallbackReturned] = pluginCall({
  type: 'http.callback',
  sentByHost: 'always',
  args: {
    request: requestNumber,
    status: Type.Integer({ description: '0 when no answer came.' }),
    headers_json: cText(),
    body: cText('Valid during the call only.'),
  },
  ...returnsNothing,
  dialects: normativeOnly,
  lane: 'other',
  times: 'once per http_request',
  summary: (f) => join(say`request ${f.request}: `, say`${f.status}`),
  examples: [
    {
      request: 1,
      status: 200,
      headers_json: '{"content-type":"application/json"}',
      body: '{"nodes":3}',
    },
  ],
  doc: 'The answer to a request, on the main loop.',
  source: `opcode_plugin.h: http_request ("${header}")`,
});
