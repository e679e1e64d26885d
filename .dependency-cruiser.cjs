// Who may import whom, as data: `layers` is the dependency table of the architecture, the rest of this file only turns
// it into rules. A folder that is in no row fails, so a new room has to be thought about. Paths are patterns.
const node = '^node:';
const typebox = npm('@sinclair/typebox');

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} at the files it speaks of
 * @property {string[]} may what they may import, besides their own folder
 * @property {string[]} [typesOnly] what they may import as types, with `import type`
 * @property {string[]} [never] what they may not, although `may` or their own folder would allow it
 */

/** Rows that come first win: a file belongs to the first row that matches it. @type {Layer[]} */
const layers = [
  {
    name: 'shared/protocol registry',
    at: '^shared/protocol/[^/]+$',
    may: ['^shared/(protocol/|json/|result|errors|ids)', typebox, npm('jsonc-parser')],
    typesOnly: ['^shared/session/'],
  },
  {
    name: 'shared/protocol/X',
    at: '^shared/protocol/([^/]+)/',
    may: ['^shared/protocol/[^/]+$', '^shared/(result|errors|ids)', typebox],
    typesOnly: ['^shared/session/'],
    // Only the registry sees all protocols, and a protocol does not see the registry.
    never: ['^shared/protocol/(?!$1/)[^/]+/', '^shared/protocol/registry'],
  },
  // Cases come from fast-check; everything else there is as pure as the rest of shared.
  { name: 'shared/fuzz', at: '^shared/fuzz/', may: ['^shared/', npm('fast-check')] },
  { name: 'shared', at: '^shared/', may: ['^shared/', typebox, npm('jsonc-parser')] },

  {
    name: 'electron/transport',
    at: '^electron/transport/',
    may: ['^shared/(result|errors|ids)', node, npm('execa')],
    typesOnly: ['^shared/session/'],
  },
  {
    name: 'electron/session',
    at: '^electron/session/',
    may: ['^electron/transport/', '^shared/', node, npm('ajv'), npm('ajv-formats'), npm('jsonc-parser')],
  },
  {
    name: 'electron/recorder',
    at: '^electron/recorder/',
    // Pairs are derived while the index grows, so the pure fold that finds them is needed at run time.
    may: ['^shared/(session|recording)/', '^shared/protocol/correlate', '^shared/(result|errors|ids)', node],
    // The journal is what a session's sink asks for, and takes lines as the transport gives them.
    typesOnly: [
      '^shared/protocol/(?!correlate)[^/]+$',
      '^electron/session/fact-sink',
      '^electron/transport/transport\\.ts$',
    ],
  },
  {
    name: 'electron/drivers',
    at: '^electron/drivers/',
    may: ['^electron/recorder/', '^shared/', node, npm('fast-check')],
    typesOnly: ['^electron/session/'],
  },
  // The private socket between taps and the app: who may talk there, not what is done about it.
  { name: 'electron/link', at: '^electron/link/', may: ['^shared/(tap/|result|errors|ids)', node] },
  // What stands in for an extension in a real host, and records; started by hosts, so it loads next to nothing.
  {
    name: 'electron/tap',
    at: '^electron/tap/',
    may: ['^electron/(link|transport|recorder|session)/', '^shared/', node],
  },
  { name: 'electron/plugin', at: '^electron/plugin/', may: ['^shared/', node, npm('koffi')] },
  // What the app and the command line both stand on: it puts targets, sessions and journals together.
  {
    name: 'electron/engine',
    at: '^electron/engine/',
    may: ['^electron/(transport|session|recorder|drivers|link)/', '^shared/', node, npm('chokidar')],
  },
  {
    name: 'electron/ipc',
    at: '^electron/ipc/',
    may: ['^shared/', node, npm('electron'), npm('ajv')],
    typesOnly: ['^electron/(engine|session|recorder|drivers)/'],
  },
  {
    name: 'electron/app',
    at: '^electron/app/',
    may: ['^shared/', node, npm('electron'), npm('electron-store'), npm('electron-log')],
    typesOnly: ['^electron/(engine|session|recorder|drivers|ipc)/'],
  },
  {
    name: 'electron/cli',
    at: '^electron/cli/',
    may: [
      '^electron/(engine|transport|session|recorder|drivers|plugin|tap)/',
      '^shared/',
      node,
      npm('commander'),
      npm('ajv'),
    ],
  },
  {
    name: 'electron/main.ts',
    at: '^electron/main\\.ts$',
    may: [
      '^electron/(app|engine|transport|session|recorder|drivers|plugin|ipc)/',
      '^shared/',
      node,
      npm('electron'),
      npm('electron-log'),
    ],
  },
  {
    name: 'electron/preload.ts',
    at: '^electron/preload\\.ts$',
    may: ['^shared/(ipc/|result|errors|ids)', npm('electron')],
  },

  { name: 'renderer/bridge.ts', at: '^renderer/bridge\\.ts$', may: ['^shared/', npm('svelte')] },
  {
    name: 'renderer/state',
    at: '^renderer/state/',
    may: ['^renderer/(bridge\\.ts$|format/)', '^shared/', npm('svelte')],
  },
  {
    name: 'renderer/views/V',
    at: '^renderer/views/([^/]+)/',
    may: ['^renderer/(state|ui|format)/', '^shared/', npm('svelte'), npm('@lucide/svelte')],
    never: ['^renderer/bridge', '^renderer/views/(?!$1/)[^/]+/'],
  },
  {
    name: 'renderer/ui',
    at: '^renderer/ui/',
    may: [
      '^shared/json/visible',
      npm('svelte'),
      npm('paneforge'),
      npm('@lucide/svelte'),
      npm('@codemirror/[^/]+'),
      npm('@lezer/highlight'),
    ],
  },
  { name: 'renderer/format', at: '^renderer/format/', may: [] },
  { name: 'renderer/styles', at: '^renderer/styles/', may: [npm('@fontsource-variable/[^/]+')] },
  {
    name: 'renderer (its root: what puts the window together)',
    at: '^renderer/[^/]+$',
    may: [
      '^renderer/((state|views|ui|format|styles)/|bridge\\.ts$|[^/]+\\.svelte$)',
      '^shared/',
      npm('svelte'),
      npm('paneforge'),
      npm('@lucide/svelte'),
      npm('@fontsource-variable/[^/]+'),
    ],
  },
];

/** A package, wherever it is installed. @param {string} name */
function npm(name) {
  return `(^|/)node_modules/${name}/`;
}

/** @param {Layer} layer @param {number} at */
function rules({ name, at: path, may, typesOnly = [], never = [] }, at) {
  const from = { path, pathNot: layers.slice(0, at).map((layer) => layer.at) };
  const core = may.includes(node) ? [] : [{ dependencyTypes: ['core'] }];
  const packagesAndFiles = [...may.filter((pattern) => pattern !== node), path, ...typesOnly];
  const comment = `${name} may import its own folder and: ${[...may, ...typesOnly].join(', ') || 'nothing else'}`;
  const error = { severity: 'error', comment };
  return [
    {
      name,
      ...error,
      from,
      to: { pathNot: packagesAndFiles, couldNotResolve: false, dependencyTypesNot: ['core'] },
    },
    ...core.map((to) => ({ name: `${name}: no Node`, ...error, from, to })),
    ...typesOnly.map((to) => ({
      name: `${name}: types only`,
      ...error,
      from,
      to: { path: to, dependencyTypesNot: ['type-only'] },
    })),
    ...never.map((to) => ({ name: `${name}: never`, ...error, from, to: { path: to } })),
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every file has a row in the table',
      severity: 'error',
      from: { path: '^(shared|electron|renderer)/', pathNot: layers.map((layer) => layer.at) },
      to: {},
    },
    ...layers.flatMap(rules),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'browser', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.svelte', '.mjs', '.js', '.cjs', '.d.ts', '.css', '.json'],
    },
  },
};
