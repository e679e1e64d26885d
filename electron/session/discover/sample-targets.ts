// The extensions in a folder, for a list of samples. Nothing is run and nothing is searched for.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../../../shared/target/target.ts';
import { locateManifest } from './locate-manifest.ts';
import { parseManifest } from './manifest.ts';

export type FoundSample = Pick<Manifest, 'name' | 'language' | 'description'> & { readonly path: string };

/** Sub-folders with a manifest that reads well, by folder name; empty when there is no such folder. */
export async function sampleTargets(folder: string): Promise<readonly FoundSample[]> {
  const samples: FoundSample[] = [];
  for (const name of await namesIn(folder)) {
    const located = await locateManifest(path.join(folder, name));
    if (!located.ok) continue; // a README, a shared file: no extension
    const parsed = parseManifest(located.value.bytes, located.value.manifestPath);
    if (!parsed.ok) continue; // a broken one is told when it is opened, not in a list of what works
    const { language, description } = parsed.value;
    samples.push({ path: located.value.folder, name: parsed.value.name, language, description });
  }
  return samples;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return []; // samples were not installed
  }
}
