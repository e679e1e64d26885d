// Loaded into a scenario's Node extension: its own timers run SC_SCALE times as fast, as its host's deadlines then do.
const scale = Number(process.env.SC_SCALE);
/** @type {any} */
const timers = globalThis;
const original = timers.setTimeout;
timers.setTimeout = (
  /** @type {unknown} */ callback,
  /** @type {number} */ ms,
  /** @type {unknown[]} */ ...args
) => original(callback, ms / scale, ...args);
