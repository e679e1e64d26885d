// Where taps find the app: a file in the state folder that names its socket and a key, for the user's eyes only. Whatever
// somebody else could have made or changed is not trusted. It opens no connection.

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tapVersion } from '../../shared/tap/messages.ts';

/** What the app tells by its file. */
export interface MeetingPlace {
  readonly tap: number;
  /** A Unix socket's absolute path, or the name of a Windows pipe. */
  readonly address: string;
  /** 64 hex digits, new at each start of the app. */
  readonly key: string;
}

/** The longest path of a Unix socket that all systems take. */
const maxAddressBytes = 100;
const maxFileBytes = 8_192;

export function meetingFolder(stateDir: string): string {
  return path.join(stateDir, 'tap');
}
export function meetingFile(stateDir: string): string {
  return path.join(meetingFolder(stateDir), 'app.json');
}

/** A new address and key; the folder is made. Nothing listens there yet. Throws the errno of what can't be made. */
export function newMeetingPlace(stateDir: string): MeetingPlace {
  const folder = meetingFolder(stateDir);
  makeOwnFolder(folder);
  const name = randomBytes(8).toString('hex');
  const key = randomBytes(32).toString('hex');
  if (process.platform === 'win32')
    return { tap: tapVersion, address: `\\\\.\\pipe\\framescope-${name}`, key };
  const address = path.join(folder, `${name}.sock`);
  if (Buffer.byteLength(address) <= maxAddressBytes) return { tap: tapVersion, address, key };
  const short = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-tap-')); // for us alone, as mkdtemp makes it
  return { tap: tapVersion, address: path.join(short, 'app.sock'), key };
}

/** Tells taps where to come; replaces what was told before. */
export function announce(stateDir: string, place: MeetingPlace): void {
  const file = meetingFile(stateDir);
  const temporary = `${file}.${process.pid}`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, `${JSON.stringify(place)}\n`, { mode: 0o600, flag: 'wx' });
  fs.renameSync(temporary, file);
}

/** Takes back what `announce` told, unless another app has told something since. */
export function withdraw(stateDir: string, place: MeetingPlace): void {
  if (readMeetingPlace(stateDir)?.key === place.key) fs.rmSync(meetingFile(stateDir), { force: true });
  if (process.platform === 'win32') return;
  fs.rmSync(place.address, { force: true });
  const folder = path.dirname(place.address);
  if (folder !== meetingFolder(stateDir)) fs.rmSync(folder, { recursive: true, force: true });
}

/** What was announced; undefined when there is nothing, or nothing to be trusted. */
export function readMeetingPlace(stateDir: string): MeetingPlace | undefined {
  try {
    const file = meetingFile(stateDir);
    if (!isOurs(path.dirname(file)) || !isOurs(file) || fs.statSync(file).size > maxFileBytes)
      return undefined;
    const { tap, address, key } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof address !== 'string' || typeof key !== 'string' || typeof tap !== 'number') return undefined;
    return { tap, address, key };
  } catch {
    return undefined; // not there, or being replaced: as if there were no app
  }
}

/** Whether the socket is one that only we could have made. Pipes of Windows are known by their unguessable name. */
export function isTrustedAddress({ address }: MeetingPlace): boolean {
  if (process.platform === 'win32') return address.startsWith('\\\\.\\pipe\\framescope-');
  try {
    return path.isAbsolute(address) && isOurs(path.dirname(address)) && fs.lstatSync(address).isSocket();
  } catch {
    return false; // gone
  }
}

/** Ours, no link, and nobody else may read or write it. */
function isOurs(file: string): boolean {
  if (process.platform === 'win32') return true; // the user's own folder, by its inherited rights
  const { uid, mode } = fs.lstatSync(file);
  return uid === process.getuid?.() && (mode & 0o077) === 0 && (mode & 0o170000) !== 0o120000;
}

function makeOwnFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') fs.chmodSync(folder, 0o700);
}
