// How the ways of failing look in a list. Words are those of the table of oracles.

import Ban from '@lucide/svelte/icons/ban';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import Info from '@lucide/svelte/icons/info';
import Link from '@lucide/svelte/icons/link';
import Terminal from '@lucide/svelte/icons/terminal';
import Timer from '@lucide/svelte/icons/timer';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import X from '@lucide/svelte/icons/x';
import type { Oracle } from '@shared/fuzz/findings.ts';

export const bucketLooks = {
  death: { icon: X, tone: 'c-fault' },
  'crash-text': { icon: CircleAlert, tone: 'c-fault' },
  'invalid-answer': { icon: TriangleAlert, tone: 'c-warn' },
  'unknown-id': { icon: Link, tone: 'c-warn' },
  'two-answers': { icon: Link, tone: 'c-warn' },
  'stdout-pollution': { icon: Terminal, tone: 'c-warn' },
  timeout: { icon: Timer, tone: 'c-fault' },
  'no-answer': { icon: Timer, tone: 'c-fault' },
  'not-alive': { icon: CircleAlert, tone: 'c-fault' },
  'accepted-invalid': { icon: Info, tone: 'c-accent' },
  'refused-valid': { icon: Ban, tone: 'c-warn' },
  'memory-growth': { icon: TriangleAlert, tone: 'c-warn' },
  'slow-down': { icon: Timer, tone: 'c-warn' },
} as const satisfies Readonly<Record<Oracle, { icon: unknown; tone: string }>>;
