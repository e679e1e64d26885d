// What a person may open: looks at targets without running anything, and knows what they agreed to and set for each.

import type { TargetPreview } from '../../shared/ipc/contract.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { resolveTarget } from '../session/discover/resolve-target.ts';
import { childEnvironment } from '../session/environment.ts';
import { defaultSettings } from './workspace.ts';
import type { ConsentBook } from './consent.ts';
import type { PreferenceStore } from './preferences.ts';

export interface TargetsOptions {
  readonly preferences: PreferenceStore;
  readonly consents: ConsentBook;
  /** Ours, with the login shell's PATH where that was needed. */
  readonly environment: Readonly<Record<string, string>>;
  /** What relative paths of commands and the project folder of hello_ack fall back to. */
  readonly cwd: string;
  readonly profile: string;
  /** The program of ours that calls native plugins; default: the one beside this program. */
  readonly pluginChild?: string;
}

export class Targets {
  readonly #options: TargetsOptions;

  constructor(options: TargetsOptions) {
    this.#options = options;
  }

  /** Programs are looked for along the PATH that the target will have, which the person may have set for it. */
  async resolve(input: TargetInput): Promise<Result<ResolvedTarget>> {
    const { cwd, environment, preferences, pluginChild } = this.#options;
    const child = pluginChild === undefined ? {} : { pluginChild };
    const resolved = await resolveTarget(input, { cwd, environment, ...child });
    if (!resolved.ok) return resolved;
    const own = preferences.get('hostSettings')[resolved.value.key]?.environment;
    if (own?.['PATH'] === undefined) return resolved;
    return resolveTarget(input, { cwd, environment: { ...environment, ...own }, ...child });
  }

  /** The defaults of the profile chosen for this target, with what else the person changed for it. */
  settingsFor(target: ResolvedTarget, projectDir?: string | null): HostSettings {
    const changed = this.#options.preferences.get('hostSettings')[target.key];
    return { ...this.#defaults(target, changed?.profile, projectDir), ...changed };
  }

  async preview(input: TargetInput): Promise<Result<TargetPreview>> {
    const resolved = await this.resolve(input);
    if (!resolved.ok) return resolved;
    return ok(await this.describe(resolved.value));
  }

  async describe(target: ResolvedTarget, projectDir?: string | null): Promise<TargetPreview> {
    const settings = this.settingsFor(target, projectDir);
    const { environment, added } = await childEnvironment(this.#options.environment, target, settings);
    return {
      target,
      settings,
      consent: this.#options.consents.state(target),
      environmentAdded: added,
      environmentCount: Object.keys(environment).length,
    };
  }

  async saveSettings(input: TargetInput, settings: HostSettings): Promise<Result<TargetPreview>> {
    const resolved = await this.resolve(input);
    if (!resolved.ok) return resolved;
    const target = resolved.value;
    const { preferences, profile } = this.#options;
    const before = this.settingsFor(target);
    const defaults = this.#defaults(target, settings.profile);
    // What nobody set goes along with the profile.
    const followed =
      settings.protocolVersion === before.protocolVersion &&
      before.protocolVersion === this.#defaults(target, before.profile).protocolVersion;
    const wanted = followed ? { ...settings, protocolVersion: defaults.protocolVersion } : settings;
    const changed = changesAgainst({ ...defaults, profile }, wanted);
    preferences.set('hostSettings', { ...preferences.get('hostSettings'), [target.key]: changed });
    return ok(await this.describe(target));
  }

  #defaults(target: ResolvedTarget, profile?: string, projectDir?: string | null): HostSettings {
    const { cwd, profile: usual } = this.#options;
    return defaultSettings(target, projectDir ?? cwd, profile ?? usual);
  }
}

/** Only what differs is kept, so that a default that changes later still reaches the target. */
function changesAgainst(defaults: HostSettings, wanted: HostSettings): Partial<HostSettings> {
  const names = Object.keys(wanted) as (keyof HostSettings)[];
  const differ = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(defaults[name]));
  return Object.fromEntries(differ.map((name) => [name, wanted[name]]));
}
