// What is an error here and what is not. Layout is prettier's, imports between folders are dependency-cruiser's.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const impureGlobals = [
  'process',
  'Buffer',
  'window',
  'document',
  'navigator',
  'localStorage',
  'fetch',
  'console',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
];

export default defineConfig(
  globalIgnores(['dist/', 'release/', 'test-results/', 'node_modules/']),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-inner-declarations': 'off', // fails on CommonJS, and is of no use in modules
      // The type checker knows better what is defined.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.ts'], // also *.svelte.ts; in *.svelte files it would double the time of the whole check
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'prefer-const': 'off', // the plugin's own knows about runes
      'svelte/prefer-const': 'error',
      // What is reactive is declared so, with runes; other collections are plain on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-useless-mustaches': 'off', // {' '} is how a space is kept
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-target-blank': 'error',
    },
  },
  {
    files: ['{electron,renderer,shared,scripts}/**'],
    rules: { 'max-lines': ['error', { max: 300 }] },
  },
  {
    files: ['shared/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...impureGlobals.map((name) => ({
          name,
          message: 'shared/ is pure and runs anywhere: take it as an argument.',
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'shared/ takes the time as an argument.' },
        { object: 'Math', property: 'random', message: 'shared/ takes its randomness as an argument.' },
        { object: 'crypto', property: 'randomUUID', message: 'shared/ takes ids as arguments.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'shared/ takes the time as an argument.',
        },
      ],
    },
  },
  {
    files: ['renderer/**'],
    ignores: ['renderer/bridge.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': [
        'error',
        { name: 'window', message: 'Only bridge.ts touches window; for events use <svelte:window>.' },
      ],
    },
  },
  { files: ['test/**'], rules: { 'no-eval': 'off' } }, // that the window refuses it is tested with it
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
