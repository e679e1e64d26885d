// Random moments at which tests kill a program, the same again for the same TEST_SEED.

export const killSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A small generator of our own, so that a seed gives the same moments again. */
export function random(from: number): () => number {
  let state = from;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
