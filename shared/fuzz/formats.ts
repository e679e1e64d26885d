// Strings of each format that ajv-formats knows, and strings that nearly have it. The checker has the last word on both.

import fc from 'fast-check';
import type { Chance } from './random.ts';

interface Format {
  readonly make: (chance: Chance) => string;
  readonly broken: readonly string[];
}

const two = (chance: Chance, least: number, most: number): string =>
  String(chance.between(least, most)).padStart(2, '0');
const day = (chance: Chance): string =>
  chance.is(10)
    ? chance.pick(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '1970-01-01'])
    : `${chance.between(1900, 2100)}-${two(chance, 1, 12)}-${two(chance, 1, 28)}`;
const clock = (chance: Chance): string =>
  `${two(chance, 0, 23)}:${two(chance, 0, 59)}:${two(chance, 0, 59)}${chance.pick(['', '.5', '.123456'])}`;
const zone = (chance: Chance): string => chance.pick(['Z', 'z', '+00:00', '-08:00', '+05:30', '+14:00']);
const word = (chance: Chance): string =>
  chance.pick(['a', 'x1', 'name', 'Ada', 'q-w', 'long-name-of-a-host']);
const host = (chance: Chance): string =>
  chance.pick(['example.com', 'a.example.org', 'localhost', 'xn--bcher-kva.example', '192.0.2.1']);
const url = (chance: Chance): string =>
  `${chance.pick(['https', 'http', 'ftp'])}://${chance.pick(['example.com', 'a.b.example.org', '192.0.2.1'])}${chance.pick(['', ':8080'])}/${word(chance)}${chance.pick(['', '?q=1', '?a=b&c=%20', '#top'])}`;
const hex = (chance: Chance, length: number): string =>
  Array.from({ length }, () => chance.pick([...'0123456789abcdef'])).join('');
const pointer = (chance: Chance): string => chance.pick(['', '/', '/a', '/a/0', '/a~1b', '/m~0n', '//']);

const dates = ['2026-02-30', '2026-13-01', '2026-1-1', '20260101', 'yesterday', '', '2023-02-29'];
const times = ['25:00:00Z', '12:60:00Z', '12:00', 'noon', '', '12:00:00+25:00', '12:00:61Z'];
const dateTimes = ['2026-01-31', '2026-02-30T12:00:00Z', '2026-01-31T25:00:00Z', 'now', '', '2026-01-31T'];

export const formats: Readonly<Record<string, Format>> = {
  date: { make: day, broken: dates },
  time: { make: (chance) => clock(chance) + zone(chance), broken: times },
  'date-time': { make: (chance) => `${day(chance)}T${clock(chance)}${zone(chance)}`, broken: dateTimes },
  'iso-time': { make: (chance) => clock(chance) + chance.pick(['', 'Z', '+01:00']), broken: times },
  'iso-date-time': { make: (chance) => `${day(chance)}T${clock(chance)}${zone(chance)}`, broken: dateTimes },
  duration: {
    make: (chance) =>
      chance.pick(['P1D', 'PT1H', 'P1Y2M3DT4H5M6S', 'P2W', 'PT0S', `P${chance.between(0, 400)}D`]),
    broken: ['P', 'PT', '1 day', '', 'P1H', 'P1.5D', 'P2W3D'],
  },
  email: {
    make: (chance) =>
      `${word(chance)}${chance.pick(['', '+tag', '.b'])}@${chance.pick(['example.com', 'a.b.org'])}`,
    broken: ['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'ada@@example.com', 'ada@example..com'],
  },
  hostname: { make: host, broken: ['', '-a.example', 'a..b', 'a_b.example', `${'a'.repeat(64)}.com`, 'a b'] },
  ipv4: {
    make: (chance) =>
      chance.is(30)
        ? chance.pick(['0.0.0.0', '255.255.255.255', '127.0.0.1'])
        : [0, 0, 0, 0].map(() => chance.between(0, 255)).join('.'),
    broken: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '', '01.2.3.04', '::1'],
  },
  ipv6: {
    make: (chance) => (chance.is(60) ? chance.draw(fc.ipV6()) : chance.pick(['::', '::1', '2001:db8::1'])),
    broken: ['', ':::', '1::2::3', '12345::', '127.0.0.1', '[::1]', 'g::1'],
  },
  uri: {
    make: (chance) =>
      chance.is(70) ? url(chance) : chance.pick(['mailto:ada@example.com', 'urn:a:b', 'file:///a']),
    broken: ['', '/a', 'example.com', 'http://a b/', 'http://[::1', ':a', '\\\\share'],
  },
  'uri-reference': {
    make: (chance) => chance.pick(['', '/a', 'a/b', '#top', '?q=1', '../x', url(chance)]),
    broken: ['\\a', 'a b', 'http://[::1', '%', '<a>'],
  },
  'uri-template': {
    make: (chance) => chance.pick(['/a/{id}', '/{+path}', '{?q,lang}', '/plain', `/x/{${hex(chance, 4)}}`]),
    broken: ['/a/{id', '/a/id}', '/{a b}', '{', '/{}'],
  },
  url: { make: url, broken: ['', '/a', 'example.com', 'http://', 'http:// a', 'https://-a'] },
  uuid: {
    make: (chance) => (chance.is(80) ? chance.draw(fc.uuid()) : '00000000-0000-0000-0000-000000000000'),
    broken: ['', '00000000-0000-0000-0000-00000000000', '0000', 'g0000000-0000-0000-0000-000000000000'],
  },
  regex: {
    make: (chance) => chance.pick(['^a$', '[a-z]+', 'a|b', '\\d{2,3}', '', '.*', '(x)\\1']),
    broken: ['[', '(', '*', 'a{2,1}', '(?<n', '[z-a]'],
  },
  'json-pointer': { make: pointer, broken: ['a', '/~', '/~2', 'a/b', '#/a'] },
  'json-pointer-uri-fragment': {
    make: (chance) => chance.pick(['#', '#/a', '#/a/0', '#/a~1b', '#/%20']),
    broken: ['', '/a', 'a', '#a', '#/ ', '#/~'],
  },
  'relative-json-pointer': {
    make: (chance) => chance.pick(['0', '1/a', '2#', `${chance.between(1, 9)}/x/0`]),
    broken: ['', '/a', '01', '-1/a', 'a', '1#/a'],
  },
  byte: {
    make: (chance) => chance.pick(['', 'YQ==', 'YWI=', 'YWJj', 'AAECAwQ=']),
    broken: ['a', 'YQ=', '====', 'Y Q==', '*'],
  },
  // Checked by ajv-formats to be any string.
  password: { make: (chance) => `pass ${hex(chance, 4)}`, broken: [] },
  binary: { make: (chance) => hex(chance, 8), broken: [] },
};

/** Numbers that a number's format refuses, JSON text. */
export const brokenNumbers: Readonly<Record<string, readonly string[]>> = {
  int32: ['2147483648', '-2147483649', '0.5', '1e10'],
  int64: ['0.5', '1e-3'],
  float: [],
  double: [],
};
