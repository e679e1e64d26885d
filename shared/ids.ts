// Names for things that live in one process: sessions are `s1`, `s2` … and recordings `r1`, `r2` … in the order opened,
// never clock-based.

declare const sessionBrand: unique symbol;
export type SessionId = string & { readonly [sessionBrand]: true };

export function sessionId(ordinal: number): SessionId {
  return `s${ordinal}` as SessionId;
}

/** Sessions that another host runs are `t1`, `t2` … */
export function tapId(ordinal: number): SessionId {
  return `t${ordinal}` as SessionId;
}

/** A recording stands among the sessions, read only. */
export function recordingId(ordinal: number): SessionId {
  return `r${ordinal}` as SessionId;
}
