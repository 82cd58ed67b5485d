/** The editor in the colours of the console, whose variables reach into the shadow root. No picture comes from a data URL: the CSP allows none. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

function wavy(colour: string) {
  return {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: `underline wavy ${colour}`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  };
}

function mark(colour: string, sign: string) {
  return { content: `"${sign}"`, color: colour, fontWeight: '700' };
}

const LOOK = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent) 26%, transparent)',
  },
  '.cm-content ::selection': { backgroundColor: 'color-mix(in oklab, var(--accent) 26%, transparent)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklab, var(--text) 5%, transparent)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--warning) 22%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-back)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--notice-back)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in oklab, var(--good) 25%, transparent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-back)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 30px 6px 8px', fontFamily: 'system-ui, sans-serif' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield': {
    border: '1px solid var(--control)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-button': {
    border: '1px solid var(--control)',
    borderRadius: '4px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', fontSize: '18px', top: '4px', right: '8px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    maxWidth: '32rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--notice)' },
  '.cm-lintRange-error': wavy('var(--bad)'),
  '.cm-lintRange-warning': wavy('var(--warning)'),
  '.cm-lintRange-info': wavy('var(--notice)'),
  '.cm-lintRange-active': { backgroundColor: 'var(--warning-back)' },
  '.cm-gutter-lint': { width: '1.2em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 .25em' },
  '.cm-lint-marker': { width: '1em', height: 'auto', textAlign: 'center' },
  '.cm-lint-marker-error': { content: 'normal' },
  '.cm-lint-marker-error::before': mark('var(--bad)', '✕'),
  '.cm-lint-marker-warning': { content: 'normal' },
  '.cm-lint-marker-warning::before': mark('var(--warning)', '!'),
  '.cm-lint-marker-info': { content: 'normal' },
  '.cm-lint-marker-info::before': mark('var(--notice)', 'i'),
  '.cm-highlightTab': { backgroundImage: 'none' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  {
    tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword],
    color: 'var(--accent)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warning)' },
  {
    tag: [tags.tagName, tags.standard(tags.variableName), tags.definition(tags.propertyName)],
    color: 'var(--accent)',
  },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--text)', fontWeight: '600' },
  { tag: [tags.angleBracket, tags.meta, tags.processingInstruction, tags.brace], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

export const EDITOR_LOOK: Extension = [LOOK, syntaxHighlighting(COLOURS)];
