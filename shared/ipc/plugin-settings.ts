// The settings of a native plugin's host as they may come from the window, as JSON Schema for the contract.

import { Type } from '@sinclair/typebox';
import { path, strict } from './command.ts';
import type { PluginHostSettings } from '../target/plugin-target.ts';

const short = Type.String({ maxLength: 256 });

export const pluginHostSettings = Type.Unsafe<PluginHostSettings>(
  Type.Object(
    {
      trusted: Type.Boolean(),
      sessionId: Type.Union([short, Type.Null()]),
      sessionFile: Type.Union([path, Type.Null()]),
      systemPrompt: Type.String({ maxLength: 1_048_576 }),
      models: Type.Array(Type.Object({ provider: short, model: short }, strict), { maxItems: 1_000 }),
      thinkingLevels: Type.Array(short, { maxItems: 100 }),
      httpMocks: Type.Array(
        Type.Object(
          {
            method: Type.Optional(short),
            url: Type.String({ minLength: 1, maxLength: 8_192 }),
            status: Type.Integer({ minimum: 0, maximum: 999 }),
            headers: Type.Record(short, Type.String({ maxLength: 8_192 })),
            body: Type.String({ maxLength: 1_048_576 }),
          },
          strict,
        ),
        { maxItems: 1_000 },
      ),
      httpAllowed: Type.Array(short, { maxItems: 1_000 }),
      poison: Type.Boolean(),
      under: Type.Optional(Type.Array(Type.String({ maxLength: 8_192 }), { maxItems: 100 })),
    },
    strict,
  ),
);
