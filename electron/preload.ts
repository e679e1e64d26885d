// Runs before the page, sandboxed: exposes `invoke` and `subscribe` for the contract's names only, and the path of a
// dropped file. Nothing else of Electron reaches the page.

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { commandChannel, commands, streamChannel, streamNames, type Bridge } from '../shared/ipc/contract.ts';

const bridge: Bridge = {
  invoke(name, args) {
    if (!Object.hasOwn(commands, name)) return Promise.reject(new Error(`unknown command ${String(name)}`));
    return ipcRenderer.invoke(commandChannel(name), args);
  },
  subscribe(name, listener) {
    if (!streamNames.includes(name)) throw new Error(`unknown stream ${String(name)}`);
    const channel = streamChannel(name);
    const receive = (_event: Electron.IpcRendererEvent, value: Parameters<typeof listener>[0]): void =>
      listener(value);
    ipcRenderer.on(channel, receive);
    return () => void ipcRenderer.removeListener(channel, receive);
  },
  pathForFile: (file) => webUtils.getPathForFile(file),
};

contextBridge.exposeInMainWorld('framescope', bridge);
