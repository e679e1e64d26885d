// The one window: sandboxed, isolated, guarded; remembers its place. Shows the built page, or the development server's.

import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { PreferenceStore, WindowBounds } from '../engine/preferences.ts';
import { guardContents } from './security.ts';

const smallest = { width: 960, height: 600 };
const usual = { width: 1440, height: 900 };

function onSomeScreen(bounds: WindowBounds): boolean {
  if (bounds.x === undefined || bounds.y === undefined) return false;
  const { x, y, width, height } = screen.getDisplayMatching({
    x: bounds.x,
    y: bounds.y,
    width: bounds.width,
    height: bounds.height,
  }).workArea;
  return bounds.x < x + width && bounds.y < y + height && bounds.x + bounds.width > x && bounds.y >= y - 8;
}

export interface WindowOptions {
  readonly preferences: PreferenceStore;
  readonly preload: string;
  /** file:// or development URL. */
  readonly page: string;
  readonly title: string;
}

export function createWindow({ preferences, preload, page, title }: WindowOptions): BrowserWindow {
  const kept = preferences.get('window');
  const place = kept && onSomeScreen(kept) ? { x: kept.x, y: kept.y } : {};
  const window = new BrowserWindow({
    ...place,
    width: kept?.width ?? usual.width,
    height: kept?.height ?? usual.height,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1012' : '#f2f3f5',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (kept?.maximized) window.maximize();
  guardContents(window.webContents, page);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds();
    preferences.set('window', { x, y, width, height, maximized: window.isMaximized() });
  });
  return window;
}

/** Where the built files lie, seen from the bundled main.js. */
export function builtFiles(mainDir: string): { readonly preload: string; readonly html: string } {
  return { preload: join(mainDir, '../preload/preload.cjs'), html: join(mainDir, '../renderer/index.html') };
}
