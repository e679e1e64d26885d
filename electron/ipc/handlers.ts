// The type of the table that answers the window, and nothing else: one function a command, each answering a Result.
// The table itself is put together in ipc/answers/*; deciding is left to the engine.

import type { CommandArgs, CommandName, CommandResult } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';

export type Handler<C extends CommandName> = (
  args: CommandArgs<C>,
) => Result<CommandResult<C>> | Promise<Result<CommandResult<C>>>;

export type Handlers = { readonly [C in CommandName]: Handler<C> };
