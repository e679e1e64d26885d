// The rules for what a plugin registers: tools, handlers, commands, folders. What is not in order is named and, where the
// header says so, not taken. Pure.

import { flagNames, leastToolBytes, toolLayout } from '../../../shared/protocol/opcode/abi.ts';
import { eventTemplate, eventTemplates, isVetoable } from '../../../shared/protocol/opcode/event-names.ts';
import { told } from '../../../shared/protocol/opcode/parts.ts';
import { rootKinds, toolName } from '../../../shared/protocol/opcode/rules.ts';
import type { JsonObject } from '../../../shared/protocol/define.ts';
import { nearestName } from '../../../shared/protocol/near.ts';
import { decide, fault, numberOf, offersChanged, textOf, type OpcodeRun } from './opcode-types.ts';
import type { PluginTool } from './plugin-offers.ts';

export function onRegisterTool(run: OpcodeRun, frame: JsonObject, line: number): void {
  const structSize = numberOf(frame, 'struct_size');
  if (structSize < leastToolBytes) {
    // Of a NULL the child has said so already.
    if (structSize > 0 || frame.flags !== undefined)
      fault(run, 'tool-struct-small', { found: structSize, least: leastToolBytes }, line);
    return;
  }
  if (structSize > toolLayout.size)
    fault(run, 'tool-struct-larger', { found: structSize, known: toolLayout.size }, line);
  const name = textOf(frame, 'name') ?? '';
  if (run.rules.toolsChecked && !nameTaken(run, frame, name, line)) return;
  if (typeof frame.execute !== 'string')
    return fault(run, 'tool-execute-missing', { name: told(name) }, line);
  const late = inOrder(run, frame, `The tool ${name}`, line);
  const tool = toolOf(run, frame, name, late, line);
  checkTool(run, frame, tool, line);
  run.offered.tools.push(tool);
  const { description, schemaText, schemaProblem } = tool;
  const registration = {
    kind: 'tool',
    name,
    description,
    schemaText,
    late,
    repeated: false,
    schemaProblem,
    line,
  } as const;
  run.offers.registrations.push(registration);
  offersChanged(run);
  const flags = tool.flags.length > 0 ? ` (${tool.flags.join(', ').toLowerCase()})` : '';
  const message = `Tool ${name} registered${flags}${late ? ', late' : ''}.`;
  decide(run, 'toolRegistered', { name, description, schemaText, late }, message, line);
}

/** Whether the name is one and free. */
function nameTaken(run: OpcodeRun, frame: JsonObject, name: string, line: number): boolean {
  const shown = told(frame.name);
  const bytes = new TextEncoder().encode(name).length;
  if (!toolName.test(name)) fault(run, 'tool-name-invalid', { name: shown }, line);
  else if (bytes > run.rules.nameBytes)
    fault(run, 'tool-name-long', { name: shown, bytes, most: run.rules.nameBytes }, line);
  else if (run.offered.tools.some((tool) => tool.name === name))
    fault(run, 'tool-name-taken', { name: shown }, line);
  else return true;
  return false;
}

/** Whether it comes after registration was over; names what comes at no time at all. */
function inOrder(run: OpcodeRun, frame: JsonObject, what: string, line: number): boolean {
  if (run.state === 'registering' && frame.during === run.initId) return false;
  if (!run.sessionStarted) fault(run, 'register-out-of-order', { what }, line);
  return true;
}

function toolOf(run: OpcodeRun, frame: JsonObject, name: string, late: boolean, line: number): PluginTool {
  const schemaText = textOf(frame, 'parameters_json');
  const guidelines = textOf(frame, 'prompt_guidelines') ?? '';
  return {
    registration: numberOf(frame, 'registration'),
    name,
    label: textOf(frame, 'label') ?? '',
    description: textOf(frame, 'description') ?? '',
    schemaText,
    schemaProblem: schemaText === null ? '' : schemaProblemOf(run, schemaText),
    flags: flagNames(numberOf(frame, 'flags')).known,
    snippet: textOf(frame, 'prompt_snippet'),
    guidelines: guidelines.split('\n').filter((one) => one.trim() !== ''),
    hasUpdate: typeof frame.update === 'string',
    late,
    line,
  };
}

function schemaProblemOf(run: OpcodeRun, schemaText: string): string {
  let schema: unknown;
  try {
    schema = JSON.parse(schemaText);
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'it is no object';
  return run.checkSchema(schemaText).replace(/\.$/, '');
}

function checkTool(run: OpcodeRun, frame: JsonObject, tool: PluginTool, line: number): void {
  const name = told(tool.name);
  if (!run.rules.toolsChecked) return;
  if (tool.description === '') fault(run, 'tool-description-missing', { name }, line);
  if (tool.schemaText === null) fault(run, 'tool-schema-missing', { name }, line);
  else if (tool.schemaProblem !== '')
    fault(run, 'tool-schema-invalid', { name, reason: tool.schemaProblem }, line);
  const { unknown } = flagNames(numberOf(frame, 'flags'));
  if (unknown !== 0) fault(run, 'tool-flags-unknown', { name, flags: `0x${unknown.toString(16)}` }, line);
  if (tool.snippet?.includes('\n') === true) fault(run, 'tool-snippet-lines', { name }, line);
}

export function onEvent(run: OpcodeRun, frame: JsonObject, line: number): void {
  const event = textOf(frame, 'event_name');
  const { mostHandlers, dispatched } = run.rules;
  if (event === null) return nullArgument(run, 'on_event', 'event_name', 'It is never called.', line);
  if (typeof frame.handler !== 'string')
    return fault(run, 'function-null', { function: 'on_event', argument: 'handler' }, line);
  if (mostHandlers !== null && run.offered.handlers.length >= mostHandlers)
    return fault(run, 'handlers-full', { most: mostHandlers, what: 'handlers' }, line);
  if (eventTemplate(event) === undefined) {
    const near = nearestName(
      event,
      eventTemplates.map(({ name }) => name),
    );
    const meant = near === undefined ? '' : `; did you mean "${near}"?`;
    fault(run, 'event-unknown', { event: told(event), meant }, line);
  } else if (!dispatched.includes(event)) fault(run, 'event-never-told', { event }, line);
  run.offered.handlers.push({ registration: numberOf(frame, 'registration'), event, line });
  run.offers.events.add(event);
  const intercept = isVetoable(event) ? [event] : [];
  for (const one of intercept) run.offers.intercepts.add(one);
  offersChanged(run);
  const place = run.offered.handlers.filter((handler) => handler.event === event).length;
  const message = `Handler ${place} of ${event}${intercept.length > 0 ? ', which it can veto' : ''}.`;
  decide(run, 'subscribed', { events: [event], intercept }, message, line);
}

export function onRegisterCommand(run: OpcodeRun, frame: JsonObject, line: number): void {
  const name = textOf(frame, 'name');
  const description = textOf(frame, 'description') ?? '';
  const { mostCommands } = run.rules;
  if (name === null) return nullArgument(run, 'register_command', 'name', 'It is not registered.', line);
  if (typeof frame.handler !== 'string')
    return fault(run, 'function-null', { function: 'register_command', argument: 'handler' }, line);
  if (mostCommands !== null && run.offered.commands.length >= mostCommands)
    return fault(run, 'handlers-full', { most: mostCommands, what: 'commands' }, line);
  if (!/^[^\s/]+$/.test(name)) fault(run, 'command-name-invalid', { name: told(name) }, line);
  const repeated = run.offered.commands.some((command) => command.name === name);
  if (repeated) fault(run, 'command-name-taken', { name: told(name) }, line);
  else run.offered.commands.push({ registration: numberOf(frame, 'registration'), name, description, line });
  const late = run.state !== 'registering';
  run.offers.registrations.push({
    ...{ kind: 'command', name, description, schemaText: null, late, repeated, schemaProblem: '', line },
  } as const);
  offersChanged(run);
  if (repeated) return;
  decide(run, 'commandRegistered', { name, description, late }, `Command /${name} registered.`, line);
}

export function onResourceRoot(run: OpcodeRun, frame: JsonObject, line: number): void {
  const kind = textOf(frame, 'kind');
  const path = textOf(frame, 'path');
  const { rootBytes, rootsPerKind } = run.rules;
  if (kind === null || path === null)
    return nullArgument(run, 'add_resource_root', kind === null ? 'kind' : 'path', 'It is dropped.', line);
  const bytes = new TextEncoder().encode(path).length;
  const shown = told(path);
  if (!rootKinds.some((known) => known === kind))
    return fault(run, 'root-kind-unknown', { kind: told(kind) }, line);
  if (!path.startsWith('/')) return fault(run, 'root-not-absolute', { path: shown }, line);
  if (path.split('/').includes('..')) return fault(run, 'root-has-dots', { path: shown }, line);
  if (bytes > rootBytes) return fault(run, 'root-too-long', { bytes, most: rootBytes }, line);
  const roots = run.offered.roots.get(kind) ?? [];
  if (roots.length >= rootsPerKind)
    return fault(run, 'roots-full', { most: rootsPerKind, kind, path: shown }, line);
  run.offered.roots.set(kind, [...roots, path]);
  offersChanged(run);
  if (!duringDiscover(run, frame)) fault(run, 'root-out-of-order', {}, line);
}

function duringDiscover(run: OpcodeRun, { during }: JsonObject): boolean {
  return run.inFlight.some(
    ({ id, type, name }) => id === during && type === 'event' && name === 'resources_discover',
  );
}

export function nullArgument(
  run: OpcodeRun,
  functionName: string,
  argument: string,
  consequence: string,
  line: number,
): void {
  fault(run, 'argument-null', { function: functionName, argument, consequence }, line);
}
