// Small choices of how the window looks, kept between runs by the page itself. Nothing depends on them: a store that
// refuses (full, switched off, damaged) only means the usual layout.

const prefix = 'framescope.';

/** The value kept under `name` if it is one that `fits`, else `usual`. */
export function kept<T>(name: string, usual: T, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    return fits(value) ? value : usual;
  } catch {
    return usual; // no store, or not what we wrote: the usual layout is right
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Not kept; the choice still holds for this run.
  }
}
