// What the host tells an extension when nobody has chosen otherwise. Plain values; nothing is looked up here.

import type { HostProfile } from '../../shared/protocol/define.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

/** Settings that reach the extension as the profile's real host would send them; the version tells who is behind it. */
export function defaultSettings(
  target: ResolvedTarget,
  projectDir: string,
  profile: HostProfile,
): HostSettings {
  return {
    profile: profile.name,
    hostVersion: '0.0.0-framescope',
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    projectDir: projectDir || target.cwd,
    extensionDir: null,
    dataDir: null,
    protocolVersion: profile.protocolVersion,
    environment: {},
  };
}
