// What is odd about a frame that somebody is about to send: what the codec says of a host's line, what the tool's own
// schema says of its arguments, and whether the moment is right. Tells; never forbids.

import type { ComposeCheck } from '../../shared/ipc/contract.ts';
import { readRaw } from '../../shared/form/edit.ts';
import { walkJson } from '../../shared/json/walk.ts';
import { deepIssues, makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { DecodeLine, Decoded, Issue } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { checkJson } from '../session/check-json.ts';
import { makeValidateFrame } from '../session/validate-frame.ts';
import { deadlineOf } from './compose.ts';
import type { Opened } from './opened.ts';

const decoders = new Map<string, DecodeLine>();
const validate = makeValidateFrame();

export function composeCheck(opened: Opened, text: string): ComposeCheck {
  const decoded = decoderOf(opened.profile)(text, 'host', 'lf');
  const lines = text.split('\n').length;
  const broken: readonly Issue[] =
    lines > 1
      ? [
          {
            code: 'line-break',
            severity: 'error',
            message: `It holds a line break: on the wire these are ${lines} lines.`,
            pointer: '',
          },
        ]
      : [];
  const args = argsCheck(opened, decoded, text);
  return {
    issues: [...broken, ...decoded.issues, ...deepIssues(text, decoded), ...args.issues],
    schemaProblem: args.schemaProblem,
    inOrder: inOrder(opened, decoded),
  };
}

function decoderOf(profile: string): DecodeLine {
  const known = decoders.get(profile);
  if (known) return known;
  const chosen = profileNamed(profile);
  if (!chosen) throw new Error(`the registry has no profile ${profile}`);
  const made = makeDecodeLine(chosen.protocol, chosen.profile, validate);
  decoders.set(profile, made);
  return made;
}

function argsCheck(
  { journal, name }: Opened,
  decoded: Decoded,
  text: string,
): Pick<ComposeCheck, 'issues' | 'schemaProblem'> {
  const fine = { issues: [], schemaProblem: '' };
  if (decoded.kind !== 'frame') return fine;
  const use = decoded.def.exercises;
  if (use?.part !== 'tool' || use.args === undefined) return fine;
  const { args: field } = use;
  const isText = use.argsAs === 'text';
  const wanted = decoded.frame[use.name];
  if (typeof wanted !== 'string') return fine;
  const tool = journal.summary.tools.find((one) => one.name === wanted);
  if (!tool) {
    const message = `${name} has registered no tool ${quote(wanted)}.`;
    return {
      ...fine,
      issues: [{ code: 'tool-unknown', severity: 'warning', message, pointer: `/${use.name}` }],
    };
  }
  const args = isText ? decoded.frame[field] : readRaw(text, `/${field}`);
  if (tool.schemaText === null || typeof args !== 'string') return fine;
  const broken = isText ? walkJson(args) : undefined;
  if (broken && !broken.ok) return { ...fine, issues: [notJson(field, broken.expected)] };
  const { schemaProblem, issues } = checkJson(tool.schemaText, args);
  return {
    schemaProblem,
    issues: issues.map((issue) => ({ ...issue, pointer: `/${field}${issue.pointer ?? ''}` })),
  };
}

function notJson(field: string, expected: string): Issue {
  const message = `The text is not JSON: there should be ${expected}. The header says that it is an object.`;
  return { code: 'args-not-json', severity: 'warning', message, pointer: `/${field}` };
}

function inOrder({ session, profile: name }: Opened, decoded: Decoded): ComposeCheck['inOrder'] {
  if (!session) return { legal: false, words: 'a recording is read only' };
  const { state } = session;
  if (decoded.kind === 'notFrame') return { legal: false, words: 'not a frame: it will be sent as it is' };
  if (decoded.kind === 'unknown') {
    return { legal: false, words: `${name} has no frame ${quote(decoded.type)} of the host` };
  }
  const legal = decoded.def.legalIn.includes(state);
  const due = deadlineOf(decoded.def, session.profile);
  const answer =
    decoded.def.role.kind !== 'request'
      ? 'no answer is due'
      : due === null
        ? 'an answer is due'
        : `answer due within ${due / 1_000} s`;
  return {
    legal,
    words: legal ? `${state}; in order now, ${answer}` : `${state}; ${decoded.type} is not in order now`,
  };
}
