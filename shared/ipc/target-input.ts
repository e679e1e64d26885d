// What names a target that may be opened, as arguments of the contract.

import { Type } from '@sinclair/typebox';
import { path, strict } from './command.ts';

export const targetInput = Type.Union([
  Type.Object({ kind: Type.Literal('path'), path }, strict),
  Type.Object(
    {
      kind: Type.Literal('command'),
      argv: Type.Array(Type.String({ maxLength: 65_536 }), { minItems: 1, maxItems: 1_000 }),
      cwd: Type.Optional(path),
    },
    strict,
  ),
]);
