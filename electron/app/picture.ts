// A picture of the window for machines without a display: waits for the session that was named, saves, and is done.

import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';

/** Two frames painted after the last change, so that the picture shows it. */
const settled = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

/** @throws when the window is gone or the file can't be written. */
export async function savePicture(window: BrowserWindow, file: string): Promise<void> {
  await window.webContents.executeJavaScript(settled);
  const image = await window.webContents.capturePage();
  await writeFile(file, image.toPNG());
}
