// The gate renderer → main: arguments are checked against the contract before any handler sees them.
// Refuses with `argumentInvalid`; never coerces, never fills in.

import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { commands, type CommandName } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

const ajv = new Ajv({ allErrors: false, strict: true });
const checks = new Map<CommandName, ValidateFunction>();

function checkOf(name: CommandName): ValidateFunction {
  const known = checks.get(name);
  if (known) return known;
  const made = ajv.compile(commands[name].args);
  checks.set(name, made);
  return made;
}

function words(errors: readonly ErrorObject[] | null | undefined): string {
  const first = errors?.[0];
  if (!first) return 'they do not fit the contract';
  return `${first.instancePath || 'the arguments'} ${first.message ?? 'are not valid'}`;
}

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

export function checkArgs(name: CommandName, args: unknown): Result<void> {
  const check = checkOf(name);
  if (check(args)) return ok(undefined);
  return failed(
    failure('argumentInvalid', `${name} was asked with wrong arguments: ${words(check.errors)}.`, undefined, {
      command: name,
    }),
  );
}
