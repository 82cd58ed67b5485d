/** What the editor can do, and the language of each kind of file. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { jinja } from '@codemirror/lang-jinja';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { EDITOR_LOOK } from './theme.ts';

const LANGUAGES: readonly (readonly [end: RegExp, language: () => Extension])[] = [
  [/\.lua$/i, () => StreamLanguage.define(lua)],
  [/\.(?:svg|xml|html?|jinja2?|j2)$/i, () => jinja({ base: xml() })],
  // JSON is YAML, too.
  [/\.(?:ya?ml|json)$/i, () => yaml()],
];

function languageOf(path: string): Extension {
  return LANGUAGES.find(([end]) => end.test(path))?.[1]() ?? [];
}

/**
 * Text that goes over several lines at once. Browsers that put it in themselves give the lines they join styles of their
 * own, which the CSP refuses, and the editor removes; so the editor puts it in.
 */
const TYPED_OVER_LINES: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    const { doc, selection, readOnly } = view.state;
    const { from, to } = selection.main;
    const isWithinLine = !data.includes('\n') && doc.lineAt(from).number === doc.lineAt(to).number;
    if (readOnly || isWithinLine || selection.ranges.length > 1) return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // Brackets go around what is selected.
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

/** With Escape, then Tab, the keyboard leaves the editor: `indentWithTab` takes only the Tab that follows no Escape. */
const BEHAVIOUR: Extension = [
  TYPED_OVER_LINES,
  lineNumbers(),
  lintGutter(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

/** The state of a file that was never shown. @param onText  gets each text that is typed */
export function newEditorState(
  { path, text, writable }: { readonly path: string; readonly text: string; readonly writable: boolean },
  onText: (text: string) => void,
): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      BEHAVIOUR,
      EDITOR_LOOK,
      languageOf(path),
      EditorState.readOnly.of(!writable),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}`, tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onText(state.doc.toString());
      }),
    ],
  });
}
