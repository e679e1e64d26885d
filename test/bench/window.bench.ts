// The real window during a flood: a real extension sends frames as fast as it can while the list is scrolled. Prints how
// long a frame of the window takes, at rest and during the flood, and whether every row arrived. WINDOW_COUNT changes
// the size.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { launchCommand, withDisplay } from '../../scripts/launch.mjs';
import { median, ms, percentile, say } from './say.ts';

const root = resolve(import.meta.dirname, '../..');
const count = Number(process.env.WINDOW_COUNT ?? 1_000_000);

/** Times between two frames of the page, while its list is turned by the wheel. */
function frameTimes(page: Page, forMs: number): Promise<number[]> {
  return page.evaluate(
    (durationMs) =>
      new Promise<number[]>((done) => {
        const grid = document.querySelector('[role=grid]');
        const scroller = [...(grid?.querySelectorAll('*') ?? [])].find(
          (one) => one.scrollHeight > one.clientHeight,
        );
        const times: number[] = [];
        const startedAt = performance.now();
        let last = startedAt;
        let turn = 0;
        const frame = (now: number): void => {
          times.push(now - last);
          last = now;
          scroller?.scrollBy(0, turn++ % 40 < 20 ? -66 : 66);
          if (now - startedAt < durationMs) requestAnimationFrame(frame);
          else done(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    forMs,
  );
}

function rowsNow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const open = await window.framescope?.invoke('sessions.list', {});
    return open?.ok ? (open.value[0]?.summary.entries ?? 0) : 0;
  });
}

function tell(what: string, times: readonly number[]): void {
  const late = times.filter((time) => time > 50).length;
  say(
    `${what}: ${times.length} frames, median ${ms([median(times)])}, p95 ${ms([percentile(times, 95)])}, p99 ${ms([percentile(times, 99)])}, ${late} over 50 ms`,
  );
}

await withDisplay(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-window-'));
  const { command, args } = launchCommand(['.', `--user-data-dir=${join(folder, 'profile')}`]);
  const app = await _electron.launch({
    executablePath: command,
    args: [...args, join(root, 'test/fixtures/extensions/flood')],
    cwd: root,
    env: { ...process.env, FRAMESCOPE_STATE_DIR: join(folder, 'state'), FIXTURE_COUNT: String(count) },
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('grid', { name: 'Rows' }).waitFor();
    const during: number[] = [];
    const startedAt = performance.now();
    while ((await rowsNow(page)) < count) during.push(...(await frameTimes(page, 500)));
    const seconds = (performance.now() - startedAt) / 1_000;
    tell(`during the flood of ${count} frames (${seconds.toFixed(1)} s)`, during);
    tell('at rest, all rows there', await frameTimes(page, 3_000));
    const rows = await rowsNow(page);
    if (rows < count) throw new Error(`only ${rows} of ${count} rows arrived`);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});
