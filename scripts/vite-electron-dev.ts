// Dev server only: builds main + preload in watch mode and (re)starts Electron.
import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createBuilder, type Plugin, type ViteDevServer } from 'vite';
import { launchCommand } from './launch.mjs';

const root = resolve(import.meta.dirname, '..');

export function electronDev(): Plugin {
  let child: ChildProcess | undefined;
  let closing = false;

  function restart(server: ViteDevServer): void {
    const { address, port } = server.httpServer?.address() as AddressInfo;
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/`;
    const { command, args } = launchCommand([root]);
    const previous = child;
    child = undefined;
    previous?.kill();
    const started = spawn(command, args, {
      stdio: 'inherit',
      cwd: root,
      env: { ...process.env, VITE_DEV_SERVER_URL: url },
    });
    started.on('exit', () => {
      if (child !== started || closing) return; // restarted by us
      closing = true;
      void server.close().finally(() => process.exit(0));
    });
    child = started;
  }

  return {
    name: 'electron-dev',
    apply: (_config, env) => env.command === 'serve' && !env.isPreview && !process.env.VITEST,
    // The development server puts styles into the page and talks over a socket; the built page keeps its policy.
    transformIndexHtml: (html) =>
      html
        .replace(/style-src [^;]+;/, "style-src 'self' 'unsafe-inline';")
        .replace("connect-src 'none'", "connect-src 'self' ws://127.0.0.1:*"),
    configureServer(server) {
      process.on('exit', () => child?.kill());
      server.httpServer?.once('listening', () => {
        void (async () => {
          const builder = await createBuilder({
            configFile: resolve(root, 'vite.config.ts'),
            mode: 'development',
          });
          const first = new Set(['main', 'preload']);
          for (const name of ['main', 'preload']) {
            const environment = builder.environments[name];
            if (!environment) continue;
            environment.config.build.watch = {};
            const watcher = await builder.build(environment);
            if (!('on' in watcher)) continue;
            watcher.on('event', (event) => {
              if (event.code === 'ERROR') server.config.logger.error(String(event.error));
              if (event.code !== 'END') return;
              const initial = first.delete(name);
              if (first.size === 0 && (initial || name === 'main')) restart(server);
              else if (!initial) server.ws.send({ type: 'full-reload' });
            });
          }
        })();
      });
    },
  };
}
