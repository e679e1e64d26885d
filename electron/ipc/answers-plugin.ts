// Answers about native plugins. Translates only: each answer is one call.

import { ok } from '../../shared/result.ts';
import type { PluginDesk } from '../engine/plugin-desk.ts';
import type { Handlers } from './handlers.ts';

type PluginCommands = Extract<keyof Handlers, `plugin.${string}`>;

export function answersAboutPlugins({ desk }: { readonly desk: PluginDesk }): Pick<Handlers, PluginCommands> {
  return {
    'plugin.callTool': ({ session, ...ask }) => desk.callTool(session, ask),
    'plugin.cancel': ({ session, token }) => desk.cancel(session, token),
    'plugin.update': ({ session, call, partial }) => desk.update(session, call, partial),
    'plugin.runCommand': ({ session, name, args }) => desk.runCommand(session, name, args),
    'plugin.emit': ({ session, event, payload }) => desk.emit(session, event, payload),
    'plugin.driveAgain': ({ session, mode }) => desk.driveAgain(session, mode),
    'plugin.run': ({ steps }) => desk.runSteps(steps),
    'plugin.runState': () => ok(desk.run.news),
    'plugin.confirm': ({ ask, allow }) => desk.run.confirm(ask, allow),
    'plugin.stopRun': () => ok(desk.run.stop()),
  };
}
