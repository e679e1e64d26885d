// The open sessions in load order: live ones by where they were found and then as opened, recordings last. A restarted
// one takes the place of the one it replaces, as chains and name conflicts are settled by this order.

import type { SessionId } from '../../shared/ids.ts';
import { extensionPlaces } from '../../shared/target/found-extension.ts';
import type { Opened } from './opened.ts';

export class OpenedList {
  #list: readonly Opened[] = [];

  get all(): readonly Opened[] {
    return this.#list;
  }

  get(id: string): Opened | undefined {
    return this.#list.find((opened) => opened.id === id);
  }

  /** Beside the one it replaces if that is still here, else last of its kind. */
  add(opened: Opened): void {
    const list = [...this.#list];
    const replaced = list.findIndex((other) => other.id === opened.replaces);
    const at =
      replaced === -1 ? list.findLastIndex((other) => rank(other) <= rank(opened)) + 1 : replaced + 1;
    list.splice(at, 0, opened);
    this.#list = list;
  }

  remove(id: SessionId): void {
    this.#list = this.#list.filter((opened) => opened.id !== id);
  }
}

function rank({ kind, place }: Opened): number {
  return kind === 'recording' ? extensionPlaces.length : extensionPlaces.indexOf(place);
}
