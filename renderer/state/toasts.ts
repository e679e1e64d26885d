// What the window has to say about what the person has just asked for: a few sentences, the newest last. Pure.

import type { Failure } from '@shared/errors.ts';

export interface Toast {
  readonly id: number;
  readonly failure: Failure;
}

const most = 4;

/** The same sentence again moves to the end instead of piling up. */
export function withToast(toasts: readonly Toast[], added: Toast): readonly Toast[] {
  const { code, message } = added.failure;
  const others = toasts.filter(({ failure }) => failure.code !== code || failure.message !== message);
  return [...others, added].slice(-most);
}
