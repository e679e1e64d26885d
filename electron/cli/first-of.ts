// Waiting for whichever happens first, without leaving a listener or timer behind. Knows nothing of sessions.

/** Starts listening; calls `fire` when it happened (or has happened already); gives back how to stop listening. */
export type Source = (fire: () => void) => () => void;

/** Resolves with the name of the source that fires first; all are unsubscribed then. */
export function firstOf<K extends string>(sources: Readonly<Record<K, Source>>): Promise<K> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    let settled = false;
    const settle = (name: K): void => {
      settled = true;
      for (const stop of stops.splice(0)) stop();
      resolve(name);
    };
    for (const name of Object.keys(sources) as K[]) {
      if (settled) return;
      const stop = sources[name](() => {
        if (!settled) settle(name);
      });
      // It may have fired while it was being subscribed to.
      if (settled) stop();
      else stops.push(stop);
    }
  });
}

/** @param ms undefined: never */
export function after(ms: number | undefined): Source {
  return (fire) => {
    if (ms === undefined) return () => {};
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  };
}

export function settled(promise: Promise<unknown>): Source {
  return (fire) => {
    // Who made the promise handles its failure; here only its end counts.
    promise.then(fire, fire);
    return () => {};
  };
}
