// The application menu. Entries only name the window's own actions; the window decides what they do.

import { Menu, type MenuItemConstructorOptions } from 'electron';

type Tell = (action: string) => void;

function entry(tell: Tell, label: string, action: string, accelerator?: string): MenuItemConstructorOptions {
  return {
    label,
    click: () => tell(action),
    // Shown only: the window handles its own keys, so that each acts once.
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
  };
}

export function setMenu(tell: Tell, development: boolean): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        entry(tell, 'Open Extension Folder…', 'openFolder', 'CmdOrCtrl+O'),
        entry(tell, 'Open Project…', 'openProject', 'CmdOrCtrl+P'),
        entry(tell, 'Open Manifest, Plugin or Recording…', 'openFile', 'CmdOrCtrl+Shift+O'),
        entry(tell, 'Open Command…', 'openCommand'),
        { type: 'separator' },
        entry(tell, 'Close Session', 'closeSession', 'CmdOrCtrl+W'),
        ...(mac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Session',
      submenu: [
        entry(tell, 'Run On', 'runOn', 'F5'),
        entry(tell, 'Step', 'step', 'F9'),
        entry(tell, 'Next Frame', 'nextFrame', 'F10'),
        { type: 'separator' },
        entry(tell, 'Stop', 'stop', 'Shift+F5'),
        entry(tell, 'Restart', 'restart', 'CmdOrCtrl+Shift+F5'),
        entry(tell, 'Reload All', 'reloadAll', 'CmdOrCtrl+F5'),
      ],
    },
    {
      label: '&View',
      submenu: [
        entry(tell, 'Query', 'focusQuery', '/'),
        entry(tell, 'Commands', 'commands', 'CmdOrCtrl+K'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(development ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    { label: '&Help', submenu: [entry(tell, 'Keys', 'keys', '?'), entry(tell, 'About Framescope', 'about')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
