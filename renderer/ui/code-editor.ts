// An editor of plain text with line numbers and JSON colours. It lives in a shadow root: there its style sheets are
// adopted ones, which the page's policy against inline styles allows. What can't be seen in a text is shown by name.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { makeVisible } from '@shared/json/visible.ts';

export interface CodeMark {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly language: 'json' | 'text';
  readonly onchange: (text: string) => void;
  /** Chords of the caller's, in CodeMirror's spelling: `Mod-Enter`. */
  readonly keys: Readonly<Record<string, () => void>>;
}

export interface CodeEditor {
  /** Takes over a text that was changed elsewhere, as one change that can be undone. */
  setText(text: string): void;
  setMarks(marks: readonly CodeMark[]): void;
  setReadOnly(readOnly: boolean): void;
  /** Puts the cursor there and into view. */
  goTo(offset: number): void;
  focus(): void;
  destroy(): void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--j-key)' },
  { tag: tags.string, color: 'var(--j-str)' },
  { tag: tags.number, color: 'var(--j-num)' },
  { tag: [tags.bool, tags.null], color: 'var(--j-lit)' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--j-punct)' },
  { tag: tags.invalid, color: 'var(--fault)' },
]);

const looks = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text-1)',
    backgroundColor: 'var(--bg-sunken)',
    fontSize: 'var(--fs-12)',
  },
  '&.cm-focused': { outline: 'none' },
  // Over the gutter, which would cover an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: 'var(--focus-w) solid var(--focus)',
    pointerEvents: 'none',
  },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: 'var(--lh-20)',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line-strong) transparent',
  },
  '.cm-content': { padding: 'var(--s-1) 0', caretColor: 'var(--text-1)' },
  '.cm-line': { padding: '0 var(--s-3)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-sunken)', color: 'var(--text-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 var(--s-1) 0 var(--s-2)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 32%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--bg-active)' },
  '.cm-specialChar': {
    padding: '0 2px',
    borderRadius: 'var(--r-1)',
    backgroundColor: 'var(--warn-bg)',
    color: 'var(--warn)',
  },
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--fault)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--accent)' },
  '.cm-tooltip': {
    border: '0',
    borderRadius: 'var(--r-2)',
    boxShadow: 'var(--e-2)',
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--text-1)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-diagnostic': { borderLeft: '0', padding: 'var(--s-1) var(--s-2)' },
  '.cm-panels': { backgroundColor: 'var(--bg-raised)', color: 'var(--text-1)' },
});

/**
 * Typing over a selection is done here: the browser would keep the looks of what was there by an inline style, which the
 * page's policy refuses.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || !data || view.composing || view.state.readOnly) return false;
    const { from, to } = selected(view);
    if (from === to) return false;
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});

/** The selection of the page, of which the editor hears a moment later; the editor's own where the page tells none. */
function selected(view: EditorView): { readonly from: number; readonly to: number } {
  // Chromium only, like the window: a shadow root has a selection of its own.
  const root = view.root as ShadowRoot & { getSelection?: () => Selection | null };
  const page = root.getSelection?.();
  const { anchorNode, focusNode } = page ?? {};
  const inside =
    anchorNode && focusNode && view.contentDOM.contains(anchorNode) && view.contentDOM.contains(focusNode);
  if (!page || !inside) return view.state.selection.main;
  const ends = [view.posAtDOM(anchorNode, page.anchorOffset), view.posAtDOM(focusNode, page.focusOffset)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** Beyond the editor's own: direction marks and characters without width. */
const hidden = /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ud800-\udfff]/u;

const shownByName = highlightSpecialChars({
  addSpecialChars: hidden,
  render(code, description) {
    const span = document.createElement('span');
    const [segment] = makeVisible(String.fromCodePoint(code));
    span.className = 'cm-specialChar';
    span.textContent = segment && 'escape' in segment ? segment.escape : (description ?? '?');
    span.title = description ?? '';
    return span;
  },
});

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { parent, text, label, language, onchange, keys } = options;
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open', delegatesFocus: true });
  const readOnly = new Compartment();
  let own = false;
  const bindings = Object.entries(keys).map(([key, act]) => ({ key, run: () => (act(), true) }));
  const extensions: Extension[] = [
    Prec.highest(keymap.of(bindings)),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    shownByName,
    typedOver,
    history(),
    drawSelection(),
    bracketMatching(),
    EditorView.lineWrapping,
    keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
    ...(language === 'json' ? [json()] : []),
    syntaxHighlighting(colours),
    looks,
    readOnly.of([]),
    // What was typed is kept: no other line breaks than the text's own.
    EditorState.lineSeparator.of('\n'),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !own) onchange(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  // Outside nobody can see that this is a field: letters that are typed here are not anybody's shortcut.
  view.dom.addEventListener('keydown', (event) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  return {
    setText(wanted) {
      const now = view.state.doc.toString();
      if (now === wanted) return;
      own = true;
      view.dispatch({ changes: changeBetween(now, wanted) });
      own = false;
    },
    setMarks(marks) {
      const { length } = view.state.doc;
      const diagnostics = marks
        .filter(({ from, to }) => from < to && to <= length)
        .map((mark): Diagnostic => ({ ...mark }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    setReadOnly(on) {
      view.dispatch({ effects: readOnly.reconfigure(on ? EditorState.readOnly.of(true) : []) });
    },
    goTo(offset) {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
