/** The editor of one file, in a shadow root: there its styles are constructed, which the CSP allows. */
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { Finding } from '../drawn-findings.ts';
import type { OpenFile } from '../open-file.ts';
import { workspace } from '../workspace.ts';
import { newEditorState } from './setup.ts';
import { changeBetween, diagnosticOf, positionOf } from './text-change.ts';

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

/** As it was left, else anew. What the file holds by now is taken over by the editor afterwards. */
function stateOf(file: OpenFile): EditorState {
  if (file.editorState instanceof EditorState) return file.editorState;
  const { path, text, writable } = file;
  return newEditorState({ path, text: text.peek(), writable }, (typed) => {
    file.text.value = typed;
  });
}
