// resources/default_app.asar for the fallback Electron: what makes `electron .` open the app in a folder.
// It must stay as near to Electron's own default app as our use of it needs.

const source = `import { app, dialog } from 'electron';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = [];
let file;
const argv = process.argv.slice(1);
for (let i = 0; i < argv.length; i++) {
  const arg = argv[i];
  if (arg === '-v' || arg === '--version') {
    console.log('v' + process.versions.electron);
    process.exit(0);
  } else if (arg === '-a' || arg === '--abi') {
    console.log(process.versions.modules);
    process.exit(0);
  } else if (arg === '-r' || arg === '--require') modules.push(argv[++i]);
  else if (arg.startsWith('--app=')) { file = arg.slice(6); break; }
  else if (!arg.startsWith('-')) { file = arg; break; }
}
if (modules.length > 0) Module._preloadModules(modules);

function fail(message) {
  console.error(message);
  if (process.env.DISPLAY && process.stderr.isTTY) dialog.showErrorBox('Error launching app', message);
  process.exit(1);
}

if (file === undefined) fail('usage: electron [options] <path> [args]');
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
const target = path.resolve(file);
const manifest = path.join(target, 'package.json');
let appPath;
if (fs.existsSync(manifest)) {
  const pkg = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  if (pkg.version) app.setVersion(pkg.version);
  if (pkg.productName ?? pkg.name) app.name = pkg.productName ?? pkg.name;
  app.setDesktopName(pkg.desktopName ?? app.name + '.desktop');
  appPath = target;
}
let entry;
try {
  entry = createRequire(import.meta.url).resolve(target);
} catch (error) {
  fail('Unable to find Electron app at ' + target + '\\n\\n' + error.message);
}
app.setAppPath(appPath ?? path.dirname(entry));
try {
  await import(pathToFileURL(entry).href);
} catch (error) {
  console.error('App threw an error during load');
  console.error(error);
  process.exit(1);
}
`;

/** @returns {Buffer} the archive's bytes */
export function defaultApp() {
  const manifest = JSON.stringify({
    name: 'electron',
    productName: 'Electron',
    main: 'main.js',
    type: 'module',
  });
  return asar({ 'package.json': Buffer.from(manifest), 'main.js': Buffer.from(source) });
}

/** @param {Record<string, Buffer>} contents */
function asar(contents) {
  /** @type {Record<string, { size: number, offset: string }>} */
  const files = {};
  let offset = 0;
  for (const [name, data] of Object.entries(contents)) {
    files[name] = { size: data.length, offset: String(offset) };
    offset += data.length;
  }
  const json = Buffer.from(JSON.stringify({ files }));
  const padded = (json.length + 3) & ~3;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(8 + padded, 4);
  head.writeUInt32LE(4 + padded, 8);
  head.writeUInt32LE(json.length, 12);
  json.copy(head, 16);
  return Buffer.concat([head, ...Object.values(contents)]);
}
