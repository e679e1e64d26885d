// The host's rules for what an extension registers: commands, tools, subscriptions; who wins a name, and what comes too
// early or too late. Pure. One extension only: conflicts between several belong to the host that has them all.

import type { JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import { rawMember, textListMember, textMember } from './frame-fields.ts';
import { decide, firstTime, inWords, problem, type Run, type SeenLine } from './machine-types.ts';
import type { Registration } from './offers.ts';

const nameSource = 'seed, RegisterToolFromExt; real host, May 2026';

export function onRegisterCommand(run: Run, frame: JsonObject, line: number): void {
  const name = textMember(frame, 'name');
  const description = textMember(frame, 'description');
  if (name === undefined || description === undefined)
    return dropped(run, 'register_command', 'name and description must be text', line);
  noteOrder(run, 'register_command', line);
  const late = run.readyBy !== null;
  const offer = {
    kind: 'command',
    name,
    description,
    schemaText: null,
    late,
    schemaProblem: '',
    line,
  } as const;
  if (!takeName(run, 'command', run.commands, name, line))
    return void offerNow(run, { ...offer, repeated: true });
  offerNow(run, { ...offer, repeated: false });
  const message = `Command /${name} registered${late ? ', late: it works when typed' : ''}.`;
  decide(run, 'commandRegistered', { name, description, late }, message, line);
  if (!late) return;
  problem(run, {
    code: 'late-registration',
    severity: 'info',
    message: `Command ${quote(name)} was registered after registration was over. The real host still finds it when it is typed.`,
    fix: 'Register everything before ready.',
    source: 'seed, ReadyFromExt; real host, May 2026',
    line,
  });
}

export function onRegisterTool(run: Run, frame: JsonObject, line: number, seen: SeenLine): void {
  const name = textMember(frame, 'name');
  const description = textMember(frame, 'description');
  if (name === undefined || description === undefined)
    return dropped(run, 'register_tool', 'name and description must be text', line);
  noteOrder(run, 'register_tool', line);
  const late = run.readyBy !== null;
  const schemaText = seen.text === undefined ? null : rawMember(seen.text, 'schema');
  const offer = { kind: 'tool', name, description, schemaText, late, line } as const;
  if (!takeName(run, 'tool', run.tools, name, line))
    return void offerNow(run, { ...offer, schemaProblem: '', repeated: true });
  const schemaProblem = schemaText === null ? '' : (run.checkSchema?.(schemaText) ?? '');
  offerNow(run, { ...offer, schemaProblem, repeated: false });
  const message = `Tool ${name} registered${late ? ', late: not on the agent’s list' : ''}.`;
  decide(run, 'toolRegistered', { name, description, schemaText, late }, message, line);
  checkSchema(run, name, schemaText, schemaProblem, line);
  if (!late) return;
  problem(run, {
    code: 'late-registration',
    severity: 'warning',
    message: `Tool ${quote(name)} was registered after registration was over: the agent's tool list is already built, so the model does not see it in this session.`,
    fix: `Register before ready, and never be silent for ${inWords(run.profile.autoReadyMs)} before it.`,
    source: 'seed, ReadyFromExt; real host, May 2026',
    line,
  });
}

export function onSubscribe(run: Run, frame: JsonObject, line: number): void {
  const events = textListMember(frame, 'events');
  const asked = textListMember(frame, 'intercept');
  if (!events || !asked)
    return dropped(run, 'subscribe', 'events and intercept must be lists of names, every one of them', line);
  noteOrder(run, 'subscribe', line);
  // The codec names the events and intercepts that this host does not have.
  const intercept = asked.filter((event) => run.profile.intercepts.includes(event));
  for (const event of events) run.offers.events.add(event);
  for (const event of intercept) run.offers.intercepts.add(event);
  run.offers.version++;
  decide(run, 'subscribed', { events, intercept }, subscribedWords(events, intercept), line);
  if (run.readyBy !== null)
    problem(run, {
      code: 'late-registration',
      severity: 'info',
      message: 'subscribe came after registration was over: events sent before it are missed.',
      fix: 'Send subscribe after hello and before ready.',
      source: 'seed, SubscribeFromExt',
      line,
    });
}

function offerNow(run: Run, registration: Registration): void {
  run.offers.registrations.push(registration);
  run.offers.version++;
}

/** hello was accepted: answers can come until stdout ends. */
export function startListening(run: Run, helloName: string): void {
  run.offers.helloName = helloName;
  run.offers.listening = !run.closedOutputs.has('stdout');
  run.offers.version++;
}

/** Real host, May 2026: with stdout its commands and tools are gone from dispatch; both stay listed. */
export function stopListening(run: Run): void {
  run.offers.listening = false;
  run.offers.version++;
}

function subscribedWords(events: readonly string[], intercept: readonly string[]): string {
  const seen = events.length > 0 ? `Subscribed to ${events.join(', ')}` : 'Subscribed to no event';
  return intercept.length > 0 ? `${seen}; intercepts ${intercept.join(', ')}.` : `${seen}.`;
}

/** Real hosts take registrations before the ack was read as well; only the seed's words say otherwise. */
function noteOrder(run: Run, type: string, line: number): void {
  if (!run.profile.registersAfterAck) return;
  const early = run.ackTakenAt === null || line <= run.ackTakenAt;
  if (!early || !firstTime(run, 'registered-before-ack')) return;
  problem(run, {
    code: 'registered-before-ack',
    severity: 'info',
    message: `${type} was sent before hello_ack could be read. The seed allows registrations only after the ack; real hosts accept both orders.`,
    source: 'seed, HelloFromExt; real host, May 2026',
    line,
  });
}

function takeName(
  run: Run,
  what: 'tool' | 'command',
  taken: Set<string>,
  name: string,
  line: number,
): boolean {
  const key = keyOf(run, what, name);
  if (taken.has(key)) {
    const message = `A second ${what} ${quote(name)} is ignored: the first registration of a name wins, and the real host says nothing about it.`;
    problem(run, {
      code: 'name-taken',
      severity: 'warning',
      message,
      fix: 'Register each name once.',
      source: nameSource,
      line,
    });
    decide(run, 'frameIgnored', { why: 'name taken' }, `${what} ${name} is registered already.`, line);
    return false;
  }
  taken.add(key);
  if (name === '')
    problem(run, {
      code: 'name-empty',
      severity: 'warning',
      message: `A ${what} without a name. The real host takes it, but nobody can call it.`,
      fix: `Give the ${what} a non-empty "name".`,
      source: 'real host, May 2026',
      line,
    });
  const builtins = what === 'tool' ? run.profile.builtinTools : run.profile.builtinCommands;
  if (builtins.some((builtin) => keyOf(run, what, builtin) === key))
    problem(run, {
      code: 'shadowed-by-builtin',
      severity: 'warning',
      message: `The host has a built-in ${what} ${quote(name)}, which always wins: the extension's own is never called, and the real host says nothing about it.`,
      fix: `Choose another name. Built in: ${builtins.join(', ')}.`,
      source: nameSource,
      line,
    });
  return true;
}

/** Newest zot: commands are one and the same in any letter case. */
function keyOf({ profile }: Run, what: 'tool' | 'command', name: string): string {
  return what === 'command' && profile.commandMatch === 'anyCase' ? name.toLowerCase() : name;
}

/** A missing schema is the codec's to report; the host takes any JSON for one. */
function checkSchema(
  run: Run,
  name: string,
  schemaText: string | null,
  schemaProblem: string,
  line: number,
): void {
  if (schemaText === null) return;
  if (schemaText.startsWith('{')) {
    if (schemaProblem === '') return;
    problem(run, {
      code: 'schema-invalid',
      severity: 'warning',
      message: `The schema of tool ${quote(name)} is no working JSON Schema: ${schemaProblem} The real host passes it on unread, but model providers may refuse the whole request.`,
      fix: 'Correct it; everything else the extension registers is not affected.',
      source: 'seed, RegisterToolFromExt: "a JSON Schema object describing Args"',
      line,
    });
    return;
  }
  problem(run, {
    code: 'schema-not-object',
    severity: 'warning',
    message: `The schema of tool ${quote(name)} is no JSON object. The real host takes any JSON, but model providers may refuse the whole request.`,
    fix: 'Give it a JSON Schema object, at least {"type":"object"}.',
    source: 'seed, RegisterToolFromExt; real host, May 2026',
    line,
  });
}

function dropped(run: Run, type: string, why: string, line: number): void {
  decide(run, 'frameIgnored', { why }, `${type} is dropped whole: ${why} (real host, May 2026).`, line);
}
