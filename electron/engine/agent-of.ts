// The simulated agent over all that runs in a workspace, in its load order.

import { HostAgent } from '../session/agent.ts';
import type { Workspace } from './workspace.ts';

/** Whoever makes it disposes of it. */
export function agentOf(workspace: Workspace): HostAgent {
  return new HostAgent({
    get sessions() {
      return workspace.list.flatMap(({ session }) =>
        session && session.notOurs === undefined ? [session] : [],
      );
    },
    onChange: (listener) => workspace.onChange(listener),
  });
}
