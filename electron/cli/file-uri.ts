// An absolute path as a file URI. Pure.

import { pathToFileURL } from 'node:url';

export function fileUri(path: string): string {
  return pathToFileURL(path).href;
}
