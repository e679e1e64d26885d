// Puts a tap into an extension's manifest and takes it out again. The original lies beside it, byte for byte, from before
// the first change on; a manifest that somebody has edited since is left alone. Each step is one rename, so that a host that
// reads meanwhile finds the one or the other.

import fs from 'node:fs';
import path from 'node:path';
import { failure, type Failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Manifest } from '../../shared/target/target.ts';
import { locateManifest } from '../session/discover/locate-manifest.ts';
import { parseManifest } from '../session/discover/manifest.ts';
import { isBareWord } from '../session/discover/find-executable.ts';
import { tapIn, tappedManifest, type TapStart } from '../session/discover/tapped-manifest.ts';

const backupSuffix = '.before-tap';

/** What was done. `already`: nothing had to be. */
export interface Installed {
  readonly how: 'done' | 'already';
  readonly name: string;
  /** Absolute, links followed. */
  readonly manifest: string;
  readonly backup: string;
}

interface Place {
  readonly file: string;
  readonly backup: string;
  readonly bytes: Buffer;
  readonly manifest: Manifest;
  /** The extension's folder, as it was named. */
  readonly folder: string;
  readonly original: Buffer | undefined;
}

/** Errors: those of a manifest that can't be read; `manifestTapped`, `fileUnwritable`. */
export async function installTap(dir: string, start: TapStart): Promise<Result<Installed>> {
  return attempt(dir, (place) => {
    const inIt = tapIn(place.manifest);
    const named = { ...start, options: [...start.options, '--name', place.manifest.name] };
    if (!inIt) return installInto(place, named);
    const untouched = unchanged(place, inIt);
    if (!untouched.ok) return untouched;
    const wanted = tapped(place, untouched.value, named);
    if (wanted.equals(place.bytes)) return ok(done(place, 'already'));
    replace(place.file, wanted);
    return ok(done(place, 'done'));
  });
}

/** Errors: those of a manifest that can't be read; `manifestTapped`, `fileUnwritable`. */
export async function uninstallTap(dir: string): Promise<Result<Installed>> {
  return attempt(dir, (place) => {
    const inIt = tapIn(place.manifest);
    if (!inIt) {
      // An install that was interrupted before it changed anything.
      if (place.original?.equals(place.bytes)) fs.rmSync(place.backup);
      else if (place.original) return failed(leftover(place));
      return ok(done(place, 'already'));
    }
    const untouched = unchanged(place, inIt);
    if (!untouched.ok) return untouched;
    fs.renameSync(place.backup, place.file);
    return ok(done(place, 'done'));
  });
}

function installInto(place: Place, start: TapStart): Result<Installed> {
  if (place.original && !place.original.equals(place.bytes)) return failed(leftover(place));
  if (!place.original) fs.copyFileSync(place.file, place.backup, fs.constants.COPYFILE_EXCL);
  fs.chmodSync(place.backup, fs.statSync(place.file).mode & 0o7777);
  replace(place.file, tapped(place, place.bytes, start));
  return ok(done(place, 'done'));
}

/** The original, when the manifest is still what was made of it. */
function unchanged(place: Place, start: TapStart): Result<Buffer> {
  const { original, file, backup } = place;
  if (!original)
    return failed(
      failure(
        'manifestTapped',
        `${file} has a tap in it, and the original ${backup} is not there.`,
        'Put the program and its arguments, which stand behind "--" in "args", back by hand.',
      ),
    );
  if (tapped(place, original, start).equals(place.bytes)) return ok(original);
  return failed(
    failure(
      'manifestTapped',
      `${file} was edited since the tap was put into it, or its original ${backup} was; nothing was changed.`,
      `Bring the two together by hand: make the same change in ${backup} and rename it to ${path.basename(file)}.`,
    ),
  );
}

function tapped({ file, folder }: Place, original: Buffer, start: TapStart): Buffer {
  const parsed = parseManifest(original, file);
  if (!parsed.ok) return original; // it was changed: then nothing equals it
  const { exec, args } = parsed.value;
  // The host starts a relative program from the extension's folder, wherever the tap runs.
  const real = isBareWord(exec) || path.isAbsolute(exec) ? exec : path.resolve(folder, exec);
  return Buffer.from(tappedManifest(original.toString('utf8'), start, { exec: real, args }));
}

async function attempt(dir: string, act: (place: Place) => Result<Installed>): Promise<Result<Installed>> {
  const located = await locateManifest(path.resolve(dir));
  if (!located.ok) return located;
  const { manifestPath, bytes, folder } = located.value;
  const parsed = parseManifest(bytes, manifestPath);
  if (!parsed.ok) return parsed;
  try {
    const file = fs.realpathSync(manifestPath); // a link stays one
    const backup = `${file}${backupSuffix}`;
    const original = fs.existsSync(backup) ? fs.readFileSync(backup) : undefined;
    return act({ file, backup, bytes, manifest: parsed.value, folder, original });
  } catch (error) {
    const { message } = error as Error;
    const fix = 'Look at the permissions of the folder and the files in it.';
    return failed(failure('fileUnwritable', `${manifestPath} can't be changed: ${message}.`, fix));
  }
}

/** With the rights of the old one, and all of it or nothing. */
function replace(file: string, bytes: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  const { mode, uid, gid } = fs.statSync(file);
  try {
    fs.writeFileSync(temporary, bytes, { flag: 'wx', mode: mode & 0o7777 });
    fs.chmodSync(temporary, mode & 0o7777);
    if (process.getuid?.() === 0) fs.chownSync(temporary, uid, gid);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

function done({ manifest, file, backup }: Place, how: Installed['how']): Installed {
  return { how, name: manifest.name, manifest: file, backup };
}

function leftover({ file, backup }: Place): Failure {
  return failure(
    'manifestTapped',
    `${backup} is left from an earlier tap and is not what ${file} is now; nothing was changed.`,
    `Compare the two, keep the right one as ${path.basename(file)}, and remove ${path.basename(backup)}.`,
  );
}
