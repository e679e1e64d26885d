// Which host profile holds for a target or a recording: the one that is named, where the registry has it and it speaks the
// right protocol. It must not look at files.

import type { HostProfile } from '../../shared/protocol/define.ts';
import {
  defaultProfileName,
  profileNamed,
  protocolNamed,
  type ProfileOfProtocol,
} from '../../shared/protocol/registry.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

/** The profile with the built-in names that the person set for this target. */
export function withBuiltins(profile: HostProfile, settings: HostSettings): HostProfile {
  const { builtinTools = profile.builtinTools, builtinCommands = profile.builtinCommands } = settings;
  return { ...profile, builtinTools, builtinCommands };
}

/** Of the protocol that the target speaks: one of another protocol gives way to the default of the right one. */
export function profileFor(target: ResolvedTarget, name: string): ProfileOfProtocol {
  const chosen = profileOrDefault(name);
  const wanted = protocolNamed(target.plugin ? 'opcode' : 'zot');
  if (!wanted || chosen.protocol === wanted) return chosen;
  return profileOrDefault(wanted.defaultProfile);
}

/** Unknown names, and none, give the default. */
export function profileOrDefault(name = defaultProfileName): ProfileOfProtocol {
  const found = profileNamed(name) ?? profileNamed(defaultProfileName);
  if (!found) throw new Error(`the registry has no profile ${defaultProfileName}`);
  return found;
}
