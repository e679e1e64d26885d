// Tells that something is new: at once, then at most so often while it goes on. For news that only carry how things stand.

export class CalmNews {
  readonly #tell: () => void;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #due = false;

  constructor(tell: () => void, pauseMs: number) {
    this.#tell = tell;
    this.#pauseMs = pauseMs;
  }

  changed(): void {
    if (this.#timer) this.#due = true;
    else this.#say();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = false;
  }

  #say(): void {
    this.#due = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#due) this.#say();
    }, this.#pauseMs);
    this.#tell();
  }
}
