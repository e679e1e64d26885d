// The window's end of the border: the only file that touches `window`. Turns a broken call into a failure like any
// other, so that whoever asks has one way of hearing "no". It must not know views or decide anything.

import type { Bridge, CommandArgs, CommandName, CommandResult } from '@shared/ipc/contract.ts';
import { failure } from '@shared/errors.ts';
import { failed, type Result } from '@shared/result.ts';

declare global {
  interface Window {
    readonly framescope?: Bridge;
  }
}

/** Hears of faults of our own that nothing caught; returns what ends it. */
export function onFault(hear: (words: string) => void): () => void {
  const failed = (event: ErrorEvent): void => {
    // Not a fault: the browser only says that the rest of a layout comes with the next frame.
    if (!event.message.startsWith('ResizeObserver loop')) hear(event.message);
  };
  const rejected = (event: PromiseRejectionEvent): void => hear(String(event.reason));
  window.addEventListener('error', failed);
  window.addEventListener('unhandledrejection', rejected);
  return () => {
    window.removeEventListener('error', failed);
    window.removeEventListener('unhandledrejection', rejected);
  };
}

/** The bridge the preload has put up. Throws when the page runs anywhere but in the app. */
export function connect(): Bridge {
  const bridge = window.framescope;
  if (!bridge) throw new Error('This page is the window of Framescope and does nothing in a browser.');
  return bridge;
}

/** What is only read may be given where the schema's type would let it be changed. */
type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
    : T;

/** Arguments of a command as the window gives them. */
export type AskArgs<C extends CommandName> = ReadonlyDeep<CommandArgs<C>>;

/** Asks main for something. Refusals and a broken border both come back as a failure; never rejects. */
export async function ask<C extends CommandName>(
  bridge: Bridge,
  name: C,
  args: AskArgs<C>,
): Promise<Result<CommandResult<C>>> {
  try {
    return await bridge.invoke(name, args as CommandArgs<C>);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(
      failure('internal', `${name} got no answer: ${why}`, 'Try again; if it stays so, restart Framescope.', {
        command: name,
      }),
    );
  }
}
