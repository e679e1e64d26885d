// What the page may not do: leave its own document, open windows, ask for permissions, load from elsewhere. The CSP is
// also in index.html; the header here holds for whatever that file says.

import type { Session, WebContents } from 'electron';

// The cursors that the pane library shows while a divider is dragged, and its empty style element; as in index.html.
const cursorStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-ejxaNqI9HE4qAX7B2hAfln6pnS37ktMxKSd3kZCKrvU='",
  "'sha256-3E7V3vrrCp0FIalfwVOrEiZQA9GXrPxylQSBapcdnoM='",
  "'sha256-XvJ01jaWVHkBTx63VEEV8Mmbn7pi9cbgzXIyweci36Q='",
  "'sha256-wUEtAaaVdYbl2wBKc7ZXQJ+ZY0hLP1JUfj5VzM8WQJ4='",
  "'sha256-xWWdZhbIKroFvyKpADxJwHlQTxeDyH03GJQEs0FTvdQ='",
  "'sha256-qRk/VfuUuXoKA7au6vyYM5V1nEMVy+UkEZk7KDa2ov0='",
];
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${cursorStyles.join(' ')}`,
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
].join('; ');

/** @param dev the development server's origin, which needs its own script and socket; never set in a packaged app */
export function guardSession(session: Session, dev?: string): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onHeadersReceived((details, respond) => {
    if (dev) return respond({});
    respond({ responseHeaders: { ...details.responseHeaders, 'Content-Security-Policy': [policy] } });
  });
  if (!dev)
    session.webRequest.onBeforeRequest((details, decide) => {
      const own = /^(file|devtools|data|blob):/.test(details.url);
      decide({ cancel: !own });
    });
}

export function guardContents(contents: WebContents, page: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => {
    if (event.url !== page) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
