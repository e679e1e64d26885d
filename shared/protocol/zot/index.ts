// The zot protocol put together: every frame in the order lists show them, and its hosts.

import type { Protocol } from '../define.ts';
import { callTool, callToolCancel, toolCall, toolCancel, toolResult, toolResultFromHost } from './calls.ts';
import { commandInvoked, commandResponse, submit, submitSlash } from './commands.ts';
import { event } from './events.ts';
import { bootstrap, hello, helloAck, ready } from './handshake.ts';
import { eventIntercept, eventInterceptResponse } from './intercepts.ts';
import { errorFromExtension, errorFromHost, shutdown, shutdownAck } from './lifecycle.ts';
import { clearNotes, notify } from './notices.ts';
import {
  openPanel,
  panelCloseFromExtension,
  panelCloseFromHost,
  panelKey,
  panelRender,
  panelResize,
} from './panels.ts';
import { LATEST, type FrameOf } from './parts.ts';
import { zotProfiles } from './profiles.ts';
import { registerCommand, registerTool, setWithdrawnTools, subscribe } from './registry.ts';
import {
  hostToolCall,
  hostToolResult,
  listSessions,
  readSession,
  sessionData,
  sessionList,
} from './terva-calls.ts';
import {
  chatClose,
  chatDown,
  chatFromExtension,
  chatFromHost,
  chatOpen,
  registerConnector,
} from './terva-chat.ts';
import {
  contextCard,
  contextCardClear,
  refreshContext,
  registerContext,
  statusSegment,
} from './terva-context.ts';
import {
  secretAck,
  secretDelete,
  secretGet,
  secretKeys,
  secretList,
  secretSet,
  secretValue,
} from './terva-secrets.ts';

const frames = [
  bootstrap,
  hello,
  helloAck,
  registerCommand,
  registerTool,
  subscribe,
  registerContext,
  registerConnector,
  ready,
  toolCall,
  toolResult,
  commandInvoked,
  commandResponse,
  eventIntercept,
  eventInterceptResponse,
  event,
  notify,
  clearNotes,
  submit,
  submitSlash,
  openPanel,
  panelRender,
  panelKey,
  panelResize,
  panelCloseFromExtension,
  panelCloseFromHost,
  toolCancel,
  callTool,
  callToolCancel,
  toolResultFromHost,
  hostToolCall,
  hostToolResult,
  listSessions,
  sessionList,
  readSession,
  sessionData,
  refreshContext,
  contextCard,
  contextCardClear,
  statusSegment,
  setWithdrawnTools,
  secretSet,
  secretGet,
  secretDelete,
  secretList,
  secretValue,
  secretKeys,
  secretAck,
  chatOpen,
  chatClose,
  chatFromHost,
  chatFromExtension,
  chatDown,
  shutdown,
  shutdownAck,
  errorFromExtension,
  errorFromHost,
] as const;

/** Any well-formed frame of the family; tell them apart by `type` (and `tool_result` by who sent it). */
export type ZotFrame = FrameOf<(typeof frames)[number]>;

export const zot: Protocol = {
  name: 'zot',
  title: 'zot: lines of JSON over stdin and stdout',
  frames,
  profiles: zotProfiles,
  defaultProfile: LATEST,
};
