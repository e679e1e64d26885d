// What the host tells an extension when nobody has chosen otherwise. Plain values; nothing is looked up here.

import type { HostProfile } from '../../shared/protocol/define.ts';
import { defaultPluginSettings } from '../../shared/target/plugin-target.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

/** Settings that reach the extension as the profile's real host would send them; the version tells who is behind it. */
export function defaultSettings(
  target: ResolvedTarget,
  projectDir: string,
  profile: HostProfile,
): HostSettings {
  const [provider, model] = ['anthropic', 'claude-sonnet-4-5'];
  return {
    profile: profile.name,
    hostVersion: '0.0.0-framescope',
    provider,
    model,
    projectDir: projectDir || target.cwd,
    extensionDir: null,
    dataDir: null,
    protocolVersion: profile.protocolVersion,
    environment: {},
    ...(target.plugin ? { plugin: defaultPluginSettings(provider, model) } : {}),
  };
}
