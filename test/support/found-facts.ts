// Found extensions as main would list them, for tests of the window. No behaviour.

import type { ListedExtension, WorkspaceFinds } from '../../shared/ipc/contract.ts';
import { preview, target } from './window-facts.ts';

/** A winner of the project, unless told otherwise; its target has the folder's name. */
export function found(name: string, over: Partial<ListedExtension> = {}): ListedExtension {
  const path = over.path ?? `/src/shop/.zot/extensions/${name}`;
  const key = `${path}/extension.json`;
  const argv = ['node', `${name}.mjs`];
  return {
    place: 'project',
    path,
    name,
    status: 'wins',
    why: '',
    failure: null,
    preview: preview({
      target: target({ key, name, argv, cwd: path, input: { kind: 'path', path } }),
      environmentAdded: [],
    }),
    session: null,
    ...over,
  };
}

export function finds(
  extensions: readonly ListedExtension[],
  over: Partial<WorkspaceFinds> = {},
): WorkspaceFinds {
  return {
    folder: '/src/shop',
    folders: [
      { place: 'project', folder: '/src/shop/.zot/extensions', state: 'read', words: '' },
      {
        place: 'home',
        folder: '/home/ada/.local/state/zot/extensions',
        state: 'missing',
        words: 'from the usual place, as ZOT_HOME is not set; there is no such folder',
      },
    ],
    extensions,
    ...over,
  };
}
