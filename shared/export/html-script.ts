// What the report does when it is open: a list of which only the rows in sight are in the page, a search over all of them, and
// one row in full. Puts text into the page as text and never as markup; asks nobody for anything.

export const reportScript = String.raw`
'use strict';
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const facts = read('facts'), rows = read('rows'), end = read('end');
const el = (name, cls, text) => { const made = document.createElement(name); if (cls) made.className = cls; if (text !== undefined) made.textContent = text; return made; };
const id = (name) => document.getElementById(name);
const height = 24;
const bySeq = new Map(rows.map((row, index) => [row.seq, index]));
const time = (us) => us < 1e6 ? '+' + (us / 1e3).toFixed(1) + ' ms' : '+' + (us / 1e6).toFixed(3) + ' s';
const took = (us) => us === undefined ? '' : us < 1e6 ? (us / 1e3).toFixed(2) + ' ms' : (us / 1e6).toFixed(2) + ' s';
const glyph = { host: '→', extension: '←', stderr: '·', fact: '·' };
let shown = rows.map((_, index) => index), picked = -1, words = '', pretty = true;

document.title = facts.title;
id('title').textContent = facts.title;
for (const [what, value] of facts.list.concat(end.list)) {
  const pair = el('div'); pair.append(el('dt', '', what), el('dd', 'mono', value)); id('facts-list').append(pair);
}
id('meter').textContent = end.redaction;
for (const text of end.notes) id('notes').append(el('div', 'note warn', text));
if (end.problems.length > 0) {
  id('problems').hidden = false;
  id('problem-count').textContent = end.problems.length + (end.problems.length === 1 ? ' thing is wrong' : ' things are wrong');
  for (const { seq, text } of end.problems) {
    const item = el('li'), button = el('button', '', '#' + seq + '  ' + text);
    button.addEventListener('click', () => { clear(); pick(bySeq.get(seq) ?? -1, true); });
    item.append(button); id('problem-list').append(item);
  }
}

const list = id('list'), frame = id('window');
function marked(target, text) {
  if (!words) return void (target.textContent = text);
  const low = text.toLowerCase();
  let done = 0;
  for (let at = low.indexOf(words); at >= 0 && low.length === text.length; at = low.indexOf(words, done)) {
    target.append(text.slice(done, at), el('mark', '', text.slice(at, at + words.length)));
    done = at + words.length;
  }
  target.append(text.slice(done));
}
function draw() {
  id('space').style.height = shown.length * height + 'px';
  const first = Math.max(0, Math.floor(list.scrollTop / height) - 10);
  const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / height) + 20);
  frame.style.transform = 'translateY(' + first * height + 'px)';
  frame.replaceChildren();
  for (let at = first; at < last; at++) {
    const index = shown[at], row = rows[index];
    const line = el('div', 'row ' + row.side + (row.severity ? ' ' + row.severity : ''));
    line.id = 'r' + index;
    line.setAttribute('role', 'option');
    line.setAttribute('aria-selected', String(index === picked));
    const type = el('span', 'type'), text = el('span', 'text');
    marked(type, row.type); marked(text, row.text);
    line.append(el('span', 'seq', '#' + row.seq), el('span', 'at', time(row.at)), el('span', 'who', glyph[row.side]), type, el('span', 'took', took(row.took)), text);
    line.addEventListener('click', () => pick(index, false));
    frame.append(line);
  }
  if (shown.length === 0) frame.append(el('div', 'empty', rows.length === 0 ? 'The recording has no rows.' : 'No row fits. Clear the search to see all.'));
  if (picked >= 0) list.setAttribute('aria-activedescendant', 'r' + picked); else list.removeAttribute('aria-activedescendant');
}
function clear() { id('search').value = ''; for (const box of document.querySelectorAll('.bar input[type=checkbox]')) box.checked = true; filter(); }
function filter() {
  words = id('search').value.trim().toLowerCase();
  const sides = new Set([...document.querySelectorAll('.bar input[type=checkbox]:checked')].map((box) => box.value));
  shown = [];
  rows.forEach((row, index) => {
    if (!sides.has(row.side)) return;
    if (!words || ('#' + row.seq + ' ' + row.type + ' ' + row.text + ' ' + row.raw).toLowerCase().includes(words)) shown.push(index);
  });
  id('count').textContent = shown.length.toLocaleString('en-US') + ' of ' + rows.length.toLocaleString('en-US') + ' rows';
  list.scrollTop = 0;
  draw();
}
function pick(index, into) {
  picked = index;
  const at = shown.indexOf(index);
  if (into && at >= 0 && (at * height < list.scrollTop || (at + 1) * height > list.scrollTop + list.clientHeight)) list.scrollTop = Math.max(0, at * height - list.clientHeight / 2);
  draw(); detail();
}
function indent(text) {
  // Only white space is added: digits, escapes and the order of keys stay as they were sent.
  let out = '', depth = 0;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+/g) || [];
  tokens.forEach((token, at) => {
    if (token === '{' || token === '[') {
      const empty = tokens[at + 1] === '}' || tokens[at + 1] === ']';
      depth++; out += token + (empty ? '' : '\n' + '  '.repeat(depth));
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      const empty = tokens[at - 1] === '{' || tokens[at - 1] === '[';
      out += (empty ? '' : '\n' + '  '.repeat(depth)) + token;
    } else if (token === ',') out += ',\n' + '  '.repeat(depth);
    else if (token === ':') out += ': ';
    else out += token;
  });
  return out;
}
function coloured(target, text) {
  const parts = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;
  let done = 0;
  for (const match of text.matchAll(parts)) {
    target.append(text.slice(done, match.index));
    if (match[1] !== undefined) { target.append(el('span', match[2] ? 'j-key' : 'j-str', match[1])); if (match[2]) target.append(match[2]); }
    else target.append(el('span', match[3] !== undefined ? 'j-num' : 'j-lit', match[0]));
    done = match.index + match[0].length;
  }
  target.append(text.slice(done));
}
function isJson(text) { try { JSON.parse(text); return true; } catch { return false; } }
function detail() {
  const box = id('detail'), row = rows[picked];
  box.replaceChildren();
  if (!row) return void box.append(el('div', 'empty', 'Choose a row to see all of it.'));
  box.append(el('h2', 'mono', '#' + row.seq + '  ' + row.type));
  const pairs = el('dl');
  const add = (what, value) => { if (value !== undefined && value !== '') pairs.append(el('dt', '', what), el('dd', 'mono', value)); };
  add('from', row.side === 'fact' ? 'a fact of the host' : row.side);
  add('time', time(row.at)); add('id', row.id); add('answered after', took(row.took)); add('marks', row.marks);
  box.append(pairs);
  if (row.pair !== undefined && bySeq.has(row.pair)) {
    const button = el('button', '', 'Its other half: #' + row.pair);
    button.addEventListener('click', () => { if (!shown.includes(bySeq.get(row.pair))) clear(); pick(bySeq.get(row.pair), true); });
    box.append(button);
  }
  const json = isJson(row.raw);
  if (json) {
    const tabs = el('div', 'tabs');
    for (const [label, value] of [['Indented', true], ['As it crossed', false]]) {
      const tab = el('button', '', label);
      tab.setAttribute('aria-pressed', String(pretty === value));
      tab.addEventListener('click', () => { pretty = value; detail(); });
      tabs.append(tab);
    }
    box.append(tabs);
  }
  const pre = el('pre');
  if (json) coloured(pre, pretty ? indent(row.raw) : row.raw); else pre.textContent = row.raw;
  box.append(pre);
  if (row.cut) box.append(el('p', 'quiet', 'Only the beginning is in this report: the whole has ' + row.cut.toLocaleString('en-US') + ' characters.'));
}
list.addEventListener('scroll', draw);
list.addEventListener('keydown', (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity }[event.key];
  if (by === undefined || shown.length === 0) return;
  event.preventDefault();
  const at = shown.indexOf(picked);
  pick(shown[Math.min(shown.length - 1, Math.max(0, (at < 0 ? -1 : at) + by))], true);
});
addEventListener('resize', draw);
document.addEventListener('keydown', (event) => { if (event.key === '/' && event.target !== id('search')) { event.preventDefault(); id('search').focus(); } });
id('search').addEventListener('input', filter);
for (const box of document.querySelectorAll('.bar input[type=checkbox]')) box.addEventListener('change', filter);
id('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
filter(); detail();
`;
