// Leaving: the extensions are asked to shut down first, as a real host asks them, then the app goes. Bounded by the
// hosts' graces, so a stubborn extension delays it by seconds, never for ever.

import { app } from 'electron';

export function quitWhenStopped(
  stopAll: () => Promise<void>,
  report: (what: string, error: unknown) => void,
): void {
  let stopped = false;
  let stopping = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    void stopAll()
      .catch((error: unknown) => report('stopping the extensions', error))
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
  app.on('window-all-closed', () => app.quit());
}
