// Calling off a run: what is under way is given up by an exception of its own, which nobody but the run catches.

export class CalledOff extends Error {
  constructor() {
    super('The run was called off.');
  }
}

/** Rejects with CalledOff when the run is called off first. */
export async function unlessCalledOff<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  if (signal.aborted) throw new CalledOff();
  let abort = (): void => {};
  const called = new Promise<never>((_, reject) => {
    abort = () => reject(new CalledOff());
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, called]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
