// What the person set for a target: the profile above all, which brings its own version of the protocol along.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostSettings } from '../../../shared/target/target.ts';
import { DesksUnderTest, value } from '../../support/desks.ts';
import { textOf } from '../../support/engine.ts';

let under: DesksUnderTest;
let path: string;
beforeEach(() => {
  under = new DesksUnderTest();
  path = under.disk.good('aside', 'ext');
});
afterEach(() => under.close());

const preview = async () => value(await under.targets.preview({ kind: 'path', path }));
async function change(changes: Partial<HostSettings>): Promise<HostSettings> {
  const { settings } = await preview();
  return value(await under.targets.saveSettings({ kind: 'path', path }, { ...settings, ...changes }))
    .settings;
}

describe('the profile of a target', () => {
  it('brings its protocol version along, there and back', async () => {
    expect((await preview()).settings).toMatchObject({ profile: 'zot-latest', protocolVersion: 1 });
    expect(await change({ profile: 'terva-6' })).toMatchObject({ profile: 'terva-6', protocolVersion: 6 });
    expect(await change({ profile: 'zot-seed' })).toMatchObject({ profile: 'zot-seed', protocolVersion: 1 });
    await change({ profile: 'zot-latest' });
    expect(Object.values(under.preferences.get('hostSettings'))).toEqual([{}]);
  });

  it('leaves a version that was set by hand', async () => {
    await change({ protocolVersion: 9 });
    expect(await change({ profile: 'terva-6' })).toMatchObject({ profile: 'terva-6', protocolVersion: 9 });
    expect(await change({ protocolVersion: 6 })).toMatchObject({ profile: 'terva-6', protocolVersion: 6 });
  });

  it('applies at the next start, and the session that runs keeps its own', async () => {
    const run = await under.open(path);
    await run.untilState('ready');
    await change({ profile: 'terva-6' });
    expect(run.session.profile.name).toBe('zot-latest');
    value(await under.desks.desk.restart(run.session.id, 'run'));
    const again = under.run('ext');
    await again.untilState('ready');
    expect(again.session.profile.name).toBe('terva-6');
    const [ack] = await again.lines('host');
    expect(ack && textOf(ack)).toContain('"protocol_version":6');
  });

  it('does not keep the project that a preview for another project showed', async () => {
    await under.open(path);
    const [opened] = under.list;
    if (!opened?.target) throw new Error('not open');
    expect(under.targets.settingsFor(opened.target, '/some/project').projectDir).toBe('/some/project');
    expect(under.targets.settingsFor(opened.target).projectDir).toBe(under.disk.aside);
  });
});
