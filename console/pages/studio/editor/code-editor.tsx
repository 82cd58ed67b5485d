/** The editor of one file, in a shadow root: there its styles are constructed, which the CSP allows. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { type ChangeSpec, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { Finding } from '../drawn-findings.ts';
import type { OpenFile } from '../open-file.ts';
import { workspace } from '../workspace.ts';
import { newEditorState } from './setup.ts';

interface CodeEditorProps {
  readonly file: OpenFile;
  /** What is wrong with this file. */
  readonly findings: readonly Finding[];
}

export function CodeEditor({ file, findings }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = new EditorView({ root, parent: root, state: stateOf(file) });
    editor.current = view;
    return () => {
      editor.current = null;
      view.destroy();
    };
  }, []);
  useEffect(() => {
    const view = editor.current;
    if (view === null) return;
    view.setState(stateOf(file));
    return () => {
      file.editorState = view.state;
    };
  }, [file]);
  const replaced = file.replaced.value;
  useEffect(() => {
    const view = editor.current;
    const text = file.text.peek();
    const shown = view?.state.doc.toString() ?? text;
    if (view !== null && shown !== text) view.dispatch({ changes: changeBetween(shown, text) });
  }, [file, replaced]);
  useEffect(() => {
    const view = editor.current;
    if (view === null) return;
    const marks = findings.map((finding) => diagnosticOf(view.state.doc, finding));
    view.dispatch(setDiagnostics(view.state, marks));
  }, [file, findings]);
  const goal = workspace.goal.value;
  useEffect(() => {
    const view = editor.current;
    if (view === null || goal === null || goal.key !== file.key) return;
    const anchor = positionOf(view.state.doc, goal.line, goal.column);
    view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    view.focus();
    workspace.goal.value = null;
  }, [file, goal]);
  return <div ref={host} class="code-editor" />;
}

/** The state of a file as it was left, else a new one. What the file holds by now is taken over by the editor afterwards. */
function stateOf(file: OpenFile): EditorState {
  if (file.editorState instanceof EditorState) return file.editorState;
  const { path, text, writable } = file;
  return newEditorState({ path, text: text.peek(), writable }, (typed) => {
    file.text.value = typed;
  });
}

/** The smallest change from one text to another, so that the cursor stays where it is. */
function changeBetween(from: string, to: string): ChangeSpec {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** The position of a line and a column, which may both be beyond a text that was edited since. */
function positionOf(doc: Text, line: number, column: number | null): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max((column ?? 1) - 1, 0), found.to);
}

/** A finding as the editor marks it: from its column, else from the first character of its line. */
function diagnosticOf(doc: Text, { severity, line, column, message }: Finding): Diagnostic {
  const at = positionOf(doc, line ?? 1, column);
  const whole = doc.lineAt(at);
  const blank = whole.text.length - whole.text.trimStart().length;
  const from = column === null ? Math.min(whole.from + blank, whole.to) : at;
  const word = /^[\w.]+/.exec(whole.text.slice(from - whole.from))?.[0].length ?? 0;
  const to = line === null ? from : column === null ? whole.to : Math.min(from + Math.max(word, 1), whole.to);
  return { from, to, severity: severity === 'note' ? 'info' : severity, message };
}
