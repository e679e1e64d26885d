// Promises that the files themselves keep: the page's policy, and that looks are decided in one place.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getCursorStyle } from '../../../node_modules/paneforge/dist/internal/utils/style.js';

const root = 'renderer';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
const read = (name: string): string => readFileSync(name, 'utf8');

describe('the policy of the page', () => {
  const policy =
    /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(read('renderer/index.html'))?.[1] ?? '';
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...values] = rule.trim().split(/\s+/);
      return [name, values.join(' ')] as const;
    }),
  );

  test('allows nothing by default, no network, no inline script, no eval', () => {
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('connect-src')).toBe("'none'");
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('font-src')).toBe("'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test('knows by hash exactly the style elements of the pane library, and no others', () => {
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const states = [
      'horizontal',
      'horizontal-max',
      'horizontal-min',
      'vertical',
      'vertical-max',
      'vertical-min',
    ] as const;
    const expected = ['', ...states.map((state) => `*{cursor: ${getCursorStyle(state)}!important;}`)].map(
      hash,
    );
    expect(rules.get('style-src')?.split(' ').slice(1).sort()).toEqual(expected.sort());
  });
});

test('the window’s own header allows the same styles as the page', () => {
  const of = (name: string): string[] => read(name).match(/'sha256-[^']+'/g) ?? [];
  expect(of('electron/app/security.ts')).toEqual(of('renderer/index.html'));
});

describe('looks', () => {
  const styled = files.filter((name) => /\.(svelte|css)$/.test(name) && !name.endsWith('tokens.css'));

  test('are written with tokens: no raw colour stands outside tokens.css', () => {
    const raw = styled.flatMap((name) => {
      const css = name.endsWith('.css')
        ? read(name)
        : (/<style>[\s\S]*<\/style>/.exec(read(name))?.[0] ?? '');
      return (css.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []).map(
        (found) => `${name}: ${found}`,
      );
    });
    expect(raw).toEqual([]);
  });

  test('use only tokens that exist', () => {
    const tokens = new Set(
      [...read('renderer/styles/tokens.css').matchAll(/(--[\w-]+):/g)].map((match) => match[1]),
    );
    const unknown = styled.flatMap((name) => {
      const text = read(name);
      const own = new Set([...text.matchAll(/(--[\w-]+)[:=]/g)].map((match) => match[1]));
      return [...text.matchAll(/var\((--[\w-]+)/g)]
        .map((match) => match[1])
        .filter(
          (token) =>
            !tokens.has(token) &&
            !own.has(token) &&
            !['--columns', '--type', '--id', '--cell-gap'].includes(token ?? ''),
        )
        .map((token) => `${name}: ${token}`);
    });
    expect(unknown).toEqual([]);
  });

  test('both themes and high contrast give every colour a value', () => {
    const css = read('renderer/styles/tokens.css');
    const pairs = [...css.matchAll(/(--[\w-]+): light-dark\(/g)].map((match) => match[1]);
    const contrast = css.slice(css.indexOf('prefers-contrast'));
    expect(pairs.length).toBeGreaterThan(50);
    expect(pairs.filter((token) => !contrast.includes(`${token}:`))).toEqual([]);
  });

  test('no text is put into the page as markup', () => {
    expect(files.filter((name) => name.endsWith('.svelte') && read(name).includes('{@html'))).toEqual([]);
  });
});
