// The rules for loading a plugin, step by step: open the library, find the entry point, ask it, look at what it filled in,
// init, and resources_discover. Each step is a frame; the first that fails ends the plugin, and its process, so that
// nothing of a refused plugin stays. Pure.

import {
  abiVersion,
  entrySymbol,
  leastPluginBytes,
  pluginLayout,
} from '../../../shared/protocol/opcode/abi.ts';
import type { FaultCode, FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import { told } from '../../../shared/protocol/opcode/parts.ts';
import type { JsonObject } from '../../../shared/protocol/define.ts';
import { inWords } from '../machine-types.ts';
import { judgeLoader } from './loader-words.ts';
import {
  changeState,
  decide,
  fault,
  numberOf,
  offersChanged,
  send,
  textOf,
  type Known,
  type LoadStep,
  type OpcodeRun,
} from './opcode-types.ts';
import { giveUp } from './ending.ts';
import { handlersOf } from './plugin-offers.ts';

export function childReady(run: OpcodeRun): void {
  if (run.state !== 'starting') return;
  const { rules, settings, plugin, sessionId, sessionFile } = run;
  const { systemPrompt, models, poison } = plugin;
  const facts = { rules, cwd: settings.projectDir, sessionId, sessionFile, systemPrompt, models, poison };
  run.out.push({ kind: 'word', word: { facts } });
  changeState(run, 'awaitingHello', 'The library is opened and its entry point asked.');
  begin(run, 'open', { type: 'library.open', path: run.target.plugin?.library ?? '' });
}

function begin(run: OpcodeRun, name: LoadStep, frame: JsonObject): void {
  const id = run.mintId();
  run.step = { name, id };
  const { type, ...fields } = frame;
  send(run, { type, id, ...fields });
}

/** A return that belongs to the step under way; false when it is none. */
export function onLoadReturn(run: OpcodeRun, { id, frame, type }: Known, line: number): boolean {
  const { step } = run;
  if (step === null || step.id !== id) return false;
  run.step = null;
  switch (type) {
    case 'library.open.return':
      opened(run, frame, line);
      return true;
    case 'library.symbol.return':
      found(run, frame, line);
      return true;
    case 'plugin.entry.return':
      entered(run, frame, line);
      return true;
    case 'plugin.init.return':
      initialised(run, frame, line);
      return true;
    case 'event.return':
      discoverNext(run);
      return true;
    default:
      run.step = step;
      return false;
  }
}

function opened(run: OpcodeRun, frame: JsonObject, line: number): void {
  if (frame.ok === true) return begin(run, 'symbol', { type: 'library.symbol', name: entrySymbol });
  const path = run.target.plugin?.library ?? '';
  const { code, words } = judgeLoader(
    textOf(frame, 'error') ?? '',
    path,
    run.target.plugin?.preflight ?? null,
  );
  refuse(run, code, words, line);
}

function found(run: OpcodeRun, frame: JsonObject, line: number): void {
  if (typeof frame.address === 'string') return begin(run, 'entry', { type: 'plugin.entry' });
  refuse(run, 'entry-missing', {}, line);
}

/** Versions and sizes before any pointer: the struct of another header has other things in these places. */
function entered(run: OpcodeRun, frame: JsonObject, line: number): void {
  const value = numberOf(frame, 'value');
  const abi = numberOf(frame, 'abi_version');
  const size = numberOf(frame, 'struct_size');
  if (value !== 0) return refuse(run, 'entry-failed', { value }, line);
  if (abi !== abiVersion) return refuse(run, 'abi-mismatch', { found: abi }, line);
  if (size < leastPluginBytes)
    return refuse(run, 'struct-too-small', { found: size, least: leastPluginBytes }, line);
  if (size > pluginLayout.size) fault(run, 'struct-larger', { found: size, known: pluginLayout.size }, line);
  const name = textOf(frame, 'name');
  if (name === null || name === '')
    return refuse(run, 'plugin-name-missing', { found: told(frame.name) }, line);
  const version = textOf(frame, 'version');
  if (version === null || version === '')
    fault(run, 'plugin-version-missing', { found: told(frame.version) }, line);
  const { reserved } = frame;
  if (Array.isArray(reserved) && reserved.length > 0)
    fault(run, 'reserved-used', { slots: reserved.join(', ') }, line);
  run.offers.helloName = name;
  run.offers.listening = true;
  offersChanged(run);
  const hello = { name, version: version ?? '', capabilities: [] };
  decide(run, 'helloAccepted', hello, `The plugin ${name} ${version ?? ''} is accepted.`, line);
  changeState(run, 'registering', 'The plugin registers what it has.');
  if (typeof frame.init === 'string') {
    begin(run, 'init', { type: 'plugin.init' });
    run.initId = run.step?.id ?? '';
  } else {
    fault(run, 'plugin-init-missing', {}, line);
    discover(run);
  }
}

function initialised(run: OpcodeRun, frame: JsonObject, line: number): void {
  const value = numberOf(frame, 'value');
  if (value !== 0) return refuse(run, 'init-failed', { value }, line);
  discover(run);
}

/** Once at start, after the plugin has registered: each handler by itself, in their order. */
function discover(run: OpcodeRun): void {
  run.discover = handlersOf(run.offered, 'resources_discover').map(({ registration }) => registration);
  discoverNext(run);
}

function discoverNext(run: OpcodeRun): void {
  const registration = run.discover.shift();
  if (registration === undefined) return ready(run);
  const payload = { cwd: run.settings.projectDir, trusted: run.plugin.trusted };
  begin(run, 'discover', {
    type: 'event',
    event: 'resources_discover',
    registration,
    payload_json: JSON.stringify(payload),
  });
}

function ready(run: OpcodeRun): void {
  if (run.state !== 'registering') return;
  run.readyUs = run.nowUs;
  const afterMs = Math.round((run.nowUs - run.spawnedUs) / 1_000);
  const { tools, commands, handlers } = run.offered;
  const has = `${tools.length} tools, ${commands.length} commands, ${handlers.length} handlers`;
  decide(run, 'ready', { by: 'frame', afterMs }, `Loaded in ${inWords(afterMs)}: ${has}.`);
  changeState(run, 'ready', 'The plugin is loaded.');
}

function refuse(run: OpcodeRun, code: FaultCode, words: FaultWords, line: number): void {
  fault(run, code, words, line);
  giveUp(run, 'the plugin was refused');
}
