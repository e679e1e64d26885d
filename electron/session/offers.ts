// What an extension offers the agent so far: tools, commands, subscriptions, panels. Filled by the machine's rules, read by
// the simulated agent. Plain state.

import type { PanelContent } from '../../shared/session/decisions.ts';

/** One registration as it came, also one that lost its name to an earlier one of the same extension. */
export interface Registration {
  readonly kind: 'tool' | 'command';
  readonly name: string;
  readonly description: string;
  /** Exactly as sent; null for commands and for a tool that sent none. */
  readonly schemaText: string | null;
  readonly late: boolean;
  /** The same extension had registered this name before. */
  readonly repeated: boolean;
  /** Why its schema is no JSON Schema; '' when it is one. */
  readonly schemaProblem: string;
  readonly line: number;
}

export interface PanelState extends PanelContent {
  readonly open: boolean;
}

export interface Offers {
  /** Another number after each change. */
  version: number;
  /** Name in the accepted hello. */
  helloName: string | null;
  /** Its stdout is open: answers can come, and the real host still dispatches to it. */
  listening: boolean;
  readonly registrations: Registration[];
  readonly events: Set<string>;
  readonly intercepts: Set<string>;
  readonly panels: Map<string, PanelState>;
}

export type ReadonlyOffers = {
  readonly [K in keyof Offers]: Offers[K] extends (infer T)[]
    ? readonly T[]
    : Offers[K] extends Set<infer T>
      ? ReadonlySet<T>
      : Offers[K] extends Map<infer A, infer B>
        ? ReadonlyMap<A, B>
        : Offers[K];
};

export function newOffers(): Offers {
  return {
    version: 0,
    helloName: null,
    listening: false,
    registrations: [],
    events: new Set(),
    intercepts: new Set(),
    panels: new Map(),
  };
}
