// The real catalogue, profiles and decoder for tests of sessions, and a target and settings to go with them.

import { defaultSettings } from '../../electron/session/host-settings.ts';
import { makeValidateFrame } from '../../electron/session/validate-frame.ts';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

const validate = makeValidateFrame();

export interface HostPartsOptions {
  readonly profile?: string;
  readonly target?: Partial<ResolvedTarget>;
  readonly settings?: Partial<HostSettings>;
}

/** All a machine or session needs besides its sink, transport and time. */
export function hostParts({ profile: name = 'zot-latest', target, settings }: HostPartsOptions = {}) {
  const found = profileNamed(name);
  if (!found) throw new Error(`No profile ${name}.`);
  const { protocol, profile } = found;
  const resolved = { ...demoTarget, ...target };
  return {
    profile,
    target: resolved,
    settings: { ...defaultSettings(resolved, '/home/ada/shop', profile), ...settings },
    frames: protocol.frames,
    decode: makeDecodeLine(protocol, profile, validate),
  };
}

const demoTarget: ResolvedTarget = {
  key: '/ext/demo/extension.json',
  input: { kind: 'path', path: '/ext/demo' },
  name: 'demo',
  asked: 'node',
  executable: '/usr/bin/node',
  searched: [],
  argv: ['node', 'main.mjs'],
  cwd: '/ext/demo',
  remarks: [],
  digest: '0'.repeat(64),
};
