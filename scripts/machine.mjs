// What kind of machine this is, asked in one place. It changes nothing.
import process from 'node:process';

export const isLinux = process.platform === 'linux';
export const isRoot = isLinux && process.getuid?.() === 0;
/** Whether a window can be seen. macOS and Windows always have a display of their own. */
export const hasDisplay = !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
