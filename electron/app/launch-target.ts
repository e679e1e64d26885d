// A target named on the app's command line: naming it is consent to run it. With `--screenshot` the window is pictured
// once the session is ready or has ended, and the app leaves.

import { resolve } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { StreamEvents } from '../../shared/ipc/contract.ts';
import type { ConsentBook } from '../engine/consent.ts';
import type { Targets } from '../engine/targets.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { LaunchArgs } from './launch-args.ts';
import { savePicture } from './picture.ts';

export interface Opening {
  readonly targets: Targets;
  readonly consents: ConsentBook;
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly tell: (target: StreamEvents['openTarget']) => void;
  /** For pictures. */
  readonly window?: BrowserWindow;
  readonly workspace?: Workspace;
  /** Resolves when the window has been told all. */
  readonly windowCaughtUp?: () => Promise<void>;
}

/** @throws when the picture can't be saved. */
export async function openAtLaunch(args: LaunchArgs, opening: Opening): Promise<void> {
  if (args.path !== undefined) {
    const input = { kind: 'path', path: resolve(opening.cwd, args.path) } as const;
    const resolved = await opening.targets.resolve(input);
    // A target that can't be resolved is shown by the window, which asks for its preview and gets the reason.
    const consented = resolved.ok && opening.consents.give(resolved.value, resolved.value.digest).ok;
    opening.tell({ target: input, consented });
  }
  const { window, workspace } = opening;
  if (args.screenshot === undefined || !window || !workspace) return;
  if (args.path !== undefined) await firstSettled(workspace);
  await opening.windowCaughtUp?.();
  await savePicture(window, args.screenshot);
  app.quit();
}

/** Longer than every grace of the handshake: a session that is neither ready nor over by then is pictured as it is. */
const settleMs = 8_000;

function firstSettled(workspace: Workspace): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, settleMs);
    const off = workspace.onChange(look);
    function finish(): void {
      clearTimeout(timer);
      off();
      done();
    }
    function look(): void {
      const states = workspace.list.map((opened) => opened.journal.summary.state);
      if (states.some((state) => state === 'ready' || state === 'ended')) finish();
    }
    look();
  });
}
