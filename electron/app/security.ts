// What the page may not do: leave its own document, open windows, ask for permissions, load from elsewhere. The CSP is
// also in index.html; the header here holds for whatever that file says.

import type { Session, WebContents } from 'electron';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
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
