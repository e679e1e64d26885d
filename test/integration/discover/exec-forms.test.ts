// Which program a manifest means, in every way of writing `exec`: as the real host of May 2026 took it where a recording of
// that lies beside this repository, and with extensions of our own for the same forms.

import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findExtensions } from '../../../electron/session/discover/find-extensions.ts';
import { resolveTarget } from '../../../electron/session/discover/resolve-target.ts';
import { profileNamed } from '../../../shared/protocol/registry.ts';
import { DesksUnderTest } from '../../support/desks.ts';
import { textOf } from '../../support/engine.ts';
import { ProjectFolder } from '../../support/project-folder.ts';
import { readScenario, scenarioNames, type Report } from '../../support/realhost/scenario.ts';
import { Stage } from '../../support/realhost/stage.ts';

const may = profileNamed('zot-2026-05')?.profile;
if (!may) throw new Error('no profile zot-2026-05');
const profile = may;

describe('forms of exec', () => {
  let disk: ProjectFolder;
  beforeEach(() => (disk = new ProjectFolder()));
  afterEach(() => disk.dispose());

  const script = '#!/bin/sh\nexec node main.mjs\n';
  function extension(name: string, exec: string, program?: string): string {
    disk.good('project', name, { exec, args: [] });
    if (program !== undefined) chmodSync(disk.write('project', path.join(name, program), script), 0o755);
    return name;
  }

  it('are a path from the folder of the extension, an absolute one, or a bare word on PATH', async () => {
    extension('dot-slash', './run.sh', 'run.sh');
    extension('inner', 'bin/run', 'bin/run');
    extension('above', '../dot-slash/run.sh');
    extension('absolute', path.join(disk.folderOf('project'), 'dot-slash/run.sh'));
    extension('on-path', 'node');
    extension('beside', 'run.sh', 'run.sh'); // a bare word is never looked for beside the manifest
    extension('folder', '.');
    extension('gone', './gone.sh');
    extension('spaced', 'node main.mjs');
    extension('variable', '$HOME/run.sh');
    const { extensions } = await findExtensions({
      explicit: [],
      projectDir: disk.project,
      home: null,
      profile,
      resolve: (input) => resolveTarget(input, { cwd: '/', environment: process.env }),
    });
    expect(extensions.filter(({ status }) => status === 'wins').map(({ name }) => name)).toEqual([
      'above',
      'absolute',
      'dot-slash',
      'inner',
      'on-path',
    ]);
    expect(extensions.filter(({ status }) => status === 'broken').map(({ name }) => name)).toEqual([
      'beside',
      'folder',
      'gone',
      'spaced',
      'variable',
    ]);
    expect(extensions.every(({ status, why, fix }) => status === 'wins' || Boolean(why && fix))).toBe(true);
  });

  it('start in the folder of the extension, whichever program is meant', async () => {
    const under = new DesksUnderTest();
    try {
      under.disk.good('project', 'first', { exec: './run.sh', args: [] });
      chmodSync(under.disk.write('project', 'first/run.sh', script), 0o755);
      under.disk.good('project', 'second', { exec: '../first/run.sh', args: [] });
      await under.openAll();
      for (const name of ['first', 'second']) {
        const run = under.run(name);
        await run.untilState('ready');
        const { entry } = await run.untilKind('spawned');
        expect(entry.cwd).toBe(path.join(under.disk.folderOf('project'), name));
        const [ack] = await run.lines('host');
        expect(ack && textOf(ack)).toContain(`"extension_dir":${JSON.stringify(entry.cwd)}`);
      }
    } finally {
      await under.close();
    }
  });
});

describe('the recording of the real host', () => {
  const recorded = '38-manifest-exec-forms';
  const there = scenarioNames().includes(recorded);

  it(`loads what it loaded and leaves out what it could not start${there ? '' : ' (no recording is here)'}`, async () => {
    if (!there) return;
    const { scenario, transcript } = readScenario(recorded);
    const stage = new Stage(recorded, scenario, {});
    try {
      const { extensions } = await findExtensions({
        explicit: scenario.exts.map(({ dir }) => ({ kind: 'path', path: stage.folder(dir) })),
        projectDir: stage.cwd,
        home: null,
        profile,
        resolve: (input) => resolveTarget(input, { cwd: stage.cwd, environment: stage.environment }),
      });
      const failed = transcript.reports
        .filter((report: Report) => report.kind === 'load_error')
        .map((report: Report) => /\$EXT\/(ext-\w+):/.exec(String(report['error']))?.[1]);
      const broken = extensions.filter(({ status }) => status === 'broken');
      expect(broken.map(({ path: at }) => path.basename(at))).toEqual(failed);
      expect(extensions.filter(({ status }) => status === 'wins')).toHaveLength(
        scenario.exts.length - failed.length,
      );
    } finally {
      stage.dispose();
    }
  });
});
