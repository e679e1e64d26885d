// Binds the contract's commands to their handlers: sender check, argument check, and one shape of answer whatever
// happens. A handler that throws is our own bug: it is reported, and the window gets a plain failure, never a stack.

import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { commandChannel, commands, type CommandName } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { failed, type Result } from '../../shared/result.ts';
import { checkArgs } from './check-args.ts';
import type { Handler, Handlers } from './handlers.ts';

/** Only the main frame of our own window, showing our own page, may ask. */
export function isOwnSender(event: IpcMainInvokeEvent, own: WebContents | undefined, page: string): boolean {
  const frame = event.senderFrame;
  if (!own || event.sender !== own || !frame || frame !== own.mainFrame) return false;
  return frame.url === page || frame.url.startsWith(`${page}#`);
}

export interface RegisterOptions {
  readonly handlers: Handlers;
  /** The window's contents while it is open. */
  readonly own: () => WebContents | undefined;
  /** URL of our page. */
  readonly page: string;
  /** Where bugs are reported. */
  readonly report: (channel: string, error: unknown) => void;
}

async function answer(name: CommandName, args: unknown, options: RegisterOptions): Promise<Result<unknown>> {
  const checked = checkArgs(name, args);
  if (!checked.ok) return checked;
  try {
    const handler = options.handlers[name] as Handler<CommandName>;
    return await handler(args as never);
  } catch (error) {
    options.report(name, error);
    const message = error instanceof Error ? error.message : String(error);
    return failed(
      failure('internal', `${name} failed inside Framescope: ${message}`, 'The log file has the details.'),
    );
  }
}

/** @returns unregisters all. */
export function registerHandlers(options: RegisterOptions): () => void {
  const names = Object.keys(commands) as CommandName[];
  for (const name of names) {
    ipcMain.handle(commandChannel(name), (event, args: unknown) => {
      if (!isOwnSender(event, options.own(), options.page)) {
        options.report(name, new Error(`refused: asked by ${event.senderFrame?.url ?? 'an unknown frame'}`));
        return failed(failure('senderRefused', `${name} may only be asked by Framescope's own window.`));
      }
      return answer(name, args, options);
    });
  }
  return () => {
    for (const name of names) ipcMain.removeHandler(commandChannel(name));
  };
}
