// What stands beside the frames while a session is stepped: state, clock, deadlines, and which frames would be in order.

import type { LiveStatus } from '../../shared/ipc/contract.ts';
import { legalNext } from '../../shared/protocol/legal.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import type { Opened } from './opened.ts';

/** null for recordings. */
export function liveStatus(opened: Opened): LiveStatus | null {
  const { session } = opened;
  if (!session) return null;
  const { status, freeze, profile } = session;
  const protocol = profileNamed(profile.name)?.protocol;
  return { ...status, freeze, legalNext: protocol ? legalNext(protocol, profile, status.state) : [] };
}
