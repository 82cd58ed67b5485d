/**
 * Text that goes over several lines at once. Browsers that put it in themselves give the lines they join styles of their
 * own, which the CSP refuses, and the editor removes; so the editor puts it in.
 */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const TYPED_OVER_LINES: Extension = EditorView.domEventHandlers({
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
