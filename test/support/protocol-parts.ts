// Decoders for tests of protocol knowledge: real profiles, the real validator, nothing faked.

import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { Decoded, DecodeLine, HostProfile, Issue, Protocol } from '../../shared/protocol/define.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { makeValidateFrame } from '../../electron/session/validate-frame.ts';
import type { Side } from '../../shared/session/entries.ts';

export const validateFrame = makeValidateFrame();

export function profileOf(name: string): { readonly protocol: Protocol; readonly profile: HostProfile } {
  const found = profileNamed(name);
  if (found === undefined) throw new Error(`There is no profile ${name}.`);
  return found;
}

const decoders = new Map<string, DecodeLine>();

/** A decoder as a session with this profile uses it. */
export function decoderFor(profileName: string): DecodeLine {
  let decode = decoders.get(profileName);
  if (decode === undefined) {
    const { protocol, profile } = profileOf(profileName);
    decoders.set(profileName, (decode = makeDecodeLine(protocol, profile, validateFrame)));
  }
  return decode;
}

/** One line from a side, under zot-latest unless said otherwise. */
export function decoded(text: string, from: Side = 'extension', profileName = 'zot-latest'): Decoded {
  return decoderFor(profileName)(text, from, 'lf');
}

export function codes(of: Decoded | readonly Issue[]): readonly string[] {
  return ('kind' in of ? of.issues : of).map((issue) => issue.code);
}

/** The only issue of a line; fails when there are none or several. */
export function onlyIssue(of: Decoded): Issue {
  const [issue, ...others] = of.issues;
  if (issue === undefined || others.length > 0)
    throw new Error(`Not one issue but ${JSON.stringify(of.issues)}`);
  return issue;
}
