// The Opcode ABI put together: every crossing in the order lists show them, and its hosts.

import type { FrameDef, Protocol } from '../define.ts';
import { command, commandReturned, event, eventReturned, onEvent, registerCommand } from './events.ts';
import { httpCallback, httpCallbackReturned, httpCancel, httpRequest, httpRequested } from './http.ts';
import {
  jsonEscape,
  jsonEscaped,
  jsonGetBool,
  jsonGetInt,
  jsonGetStr,
  jsonGotBool,
  jsonGotInt,
  jsonGotStr,
} from './json.ts';
import * as load from './load.ts';
import { alloc, allocated, cancelAsked, cancelTold, free, log, strdup, strdupped } from './memory.ts';
import { NORMATIVE } from './parts.ts';
import { opcodeProfiles } from './profiles.ts';
import * as session from './session.ts';
import * as tools from './tools.ts';

const frames: readonly FrameDef[] = [
  load.libraryOpen,
  load.libraryOpened,
  load.librarySymbol,
  load.librarySymbolFound,
  load.pluginEntry,
  load.pluginEntered,
  load.pluginInit,
  load.pluginInitialised,
  tools.registerTool,
  onEvent,
  registerCommand,
  session.addResourceRoot,
  tools.toolExecute,
  tools.toolReturned,
  tools.toolDone,
  tools.toolUpdate,
  tools.toolUpdated,
  event,
  eventReturned,
  command,
  commandReturned,
  tools.defer,
  tools.deferred,
  tools.deferredBack,
  cancelAsked,
  cancelTold,
  alloc,
  allocated,
  free,
  strdup,
  strdupped,
  log,
  jsonGetStr,
  jsonGotStr,
  jsonGetInt,
  jsonGotInt,
  jsonGetBool,
  jsonGotBool,
  jsonEscape,
  jsonEscaped,
  session.cwd,
  session.cwdTold,
  session.sessionId,
  session.sessionIdTold,
  session.sessionFile,
  session.sessionFileTold,
  session.systemPrompt,
  session.systemPromptTold,
  session.appendEntry,
  session.notify,
  session.setStatus,
  session.setTitle,
  session.setModel,
  session.modelSet,
  session.setThinkingLevel,
  httpRequest,
  httpRequested,
  httpCancel,
  httpCallback,
  httpCallbackReturned,
  load.pluginShutdown,
  load.pluginShutDown,
];

export const opcode: Protocol = {
  name: 'opcode',
  title: 'Opcode: native plugins through a C ABI',
  frames,
  profiles: opcodeProfiles,
  defaultProfile: NORMATIVE,
};
