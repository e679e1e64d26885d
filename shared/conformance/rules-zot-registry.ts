// Rules of the zot family about what is registered: names, schemas, subscriptions. Data only.

import { rulesOf } from './rule.ts';

const seedTool = 'seed, RegisterToolFromExt';
const measured = 'real host, May 2026';

export const zotRegistryRules = rulesOf('zot', [
  {
    id: 'name-valid',
    title: 'names can be used',
    stage: 'registry',
    levels: { warning: 1, error: 6 },
    wrong:
      'The host takes any name, but model providers refuse tools whose names have other signs, and nobody can type a command with a blank.',
    fix: 'Tools: letters, digits, _ and -, at most 64. Commands: one word without the slash.',
    source: `${measured}: an empty name is accepted; model providers: [a-zA-Z0-9_-]{1,64}`,
    matches: [
      'name-empty',
      ...['missing-field', 'empty-field', 'wrong-type', 'null-field'].map((code) => ({
        code,
        frames: ['register_tool', 'register_command'],
        pointer: '/name',
      })),
    ],
  },
  {
    id: 'name-not-builtin',
    title: 'no name is one of the host’s own',
    stage: 'registry',
    levels: { warning: 1, error: 6 },
    wrong:
      'The built-in tool or command always wins; the extension’s own is never called, and nobody is told.',
    fix: 'Choose another name.',
    source: `${seedTool}; ${measured}`,
    matches: ['shadowed-by-builtin'],
  },
  {
    id: 'name-unique',
    title: 'each name is registered once',
    stage: 'registry',
    levels: { warning: 1, error: 6 },
    wrong: 'The first registration wins without a word; the model may be shown the description of the other.',
    fix: 'Register each name once, and choose names that no other extension has.',
    source: `${seedTool}; ${measured}`,
    matches: ['name-taken', 'name-taken-by-other'],
  },
  {
    id: 'tool-described',
    title: 'tools and commands are described',
    stage: 'registry',
    levels: { info: 1, warning: 4 },
    wrong: 'The model chooses tools by their descriptions; one without is hardly ever called, or wrongly.',
    fix: 'Say in a sentence what it does and when to use it.',
    source: seedTool,
  },
  {
    id: 'schema-present',
    title: 'a tool has a schema',
    stage: 'registry',
    levels: { warning: 1, error: 6 },
    wrong:
      'The host registers the tool all the same; model providers refuse it, or the model guesses the arguments.',
    fix: 'Send "schema", at least {"type":"object","properties":{}}.',
    source: `${seedTool}; ${measured}: a missing schema is accepted`,
    matches: ['missing-field', 'null-field'].map((code) => ({
      code,
      frames: ['register_tool'],
      pointer: '/schema',
    })),
    entails: ['schema-object', 'schema-describes'],
  },
  {
    id: 'schema-object',
    title: 'a tool’s schema describes an object',
    stage: 'registry',
    levels: { warning: 1, error: 6 },
    wrong:
      'Arguments are an object always; model providers refuse the whole request for a schema of anything else.',
    fix: 'Make "type":"object" the root of the schema.',
    source: `${seedTool}: "a JSON Schema object describing Args"; ${measured}: any JSON is passed on`,
    matches: ['schema-not-object'],
    entails: ['schema-compiles', 'schema-describes'],
  },
  {
    id: 'schema-compiles',
    title: 'a tool’s schema is JSON Schema',
    stage: 'registry',
    levels: { warning: 1, error: 5 },
    wrong:
      'The host passes it on unread; model providers may refuse the whole request, with all other tools in it.',
    fix: 'Correct the schema; draft 2020-12 and draft-07 are understood.',
    source: `${seedTool}; ${measured}`,
    matches: ['schema-invalid'],
    entails: ['schema-describes'],
  },
  {
    id: 'schema-describes',
    title: 'a schema describes its properties',
    stage: 'registry',
    levels: { info: 1, warning: 4 },
    wrong: 'The model sees the bare names of the arguments and guesses what they mean.',
    fix: 'Give each property a "description", or a "title".',
    source: `${seedTool}; model providers`,
  },
  {
    id: 'subscription-known',
    title: 'the events subscribed to exist',
    stage: 'registry',
    levels: { warning: 2, error: 8 },
    wrong: 'The host keeps the name and never sends anything for it.',
    fix: 'Subscribe to events that the host has.',
    source: `seed, SubscribeFromExt; ${measured}: any text is kept`,
    matches: [{ code: 'event-unknown', frames: ['subscribe'] }],
  },
  {
    id: 'intercept-supported',
    title: 'the host can be asked to be intercepted there',
    stage: 'registry',
    levels: { warning: 1, error: 5 },
    wrong: 'The host drops the wish without a word: the guard is never asked, and everything passes.',
    fix: 'Intercept what this host supports.',
    source: `seed, SubscribeFromExt; ${measured}: others are dropped without a log`,
    matches: ['intercept-not-supported'],
  },
]);
