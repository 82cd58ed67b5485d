/** Edits the text of a config in place: only the bytes of the keys that an edit touches change. */
import { LIMITS } from '../../base/limits.ts';
import { isPlainObject, type PlainObject } from '../../base/plain.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isNothing, toPlain, type YamlNode, type YamlProblem } from '../../base/yaml/node.ts';
import { parseYaml } from '../../base/yaml/parse.ts';
import { applyToText } from './apply.ts';
import { applyEdit, type ConfigEdit, isWritable, nodeEquals, smallestEdits } from './model.ts';
import { WindowedText } from './windowed-text.ts';

/** Why edits cannot be made. The message contains no value of the config. */
export interface EditFailure {
  readonly message: string;
  /** What is wrong with the text as it stands, or as it would be. */
  readonly problems?: readonly YamlProblem[];
}

/** A text with edits made in it, read back. */
export interface Edited<Loaded> {
  readonly text: string;
  /** What the text says. */
  readonly value: PlainObject;
  /** What the text was read into; null when nothing was to be changed. */
  readonly loaded: Loaded | null;
}

/** What is edited. */
export interface Editable {
  readonly text: string;
  /** What the text was read into. */
  readonly root: YamlNode;
  /** The same as plain values. */
  readonly value: PlainObject;
}

const BYTE_ORDER_MARK = '\ufeff';

const BOUNDS = { maxNodes: LIMITS.configNodes, maxDepth: LIMITS.yamlDepth };

const NOT_IN_PLACE = { message: 'the edit cannot be made in this file without changing something else' };

/**
 * Edit a text. The result has been read back and says exactly what the edits mean.
 * @returns the same text when there is nothing to change
 */
export function editConfigText(text: string, edits: readonly ConfigEdit[]): Result<string, EditFailure> {
  const before = parseYaml(text, BOUNDS);
  if (!before.ok) return err({ message: 'the text is no YAML that can be edited', problems: before.error });
  const { root } = before.value;
  const value = rootValue(root);
  if (value === null) return err({ message: 'expected a map of settings' });
  const edited = editAndLoad({ text, root, value }, edits, (result) => parseYaml(result, BOUNDS));
  if (edited.ok) return ok(edited.value.text);
  return 'message' in edited.error ? err(edited.error) : err({ ...NOT_IN_PLACE, problems: edited.error });
}

/**
 * Edit a text and read the result with a reader of the caller's.
 * @returns a failure of the reader, when it cannot use the result
 */
export function editAndLoad<Loaded extends { readonly root: YamlNode }, E>(
  before: Editable,
  edits: readonly ConfigEdit[],
  load: (text: string) => Result<Loaded, E>,
): Result<Edited<Loaded>, EditFailure | E> {
  const small = plannedEdits(before.value, edits);
  if (!small.ok) return small;
  const { steps, value } = small.value;
  if (steps.length === 0) return ok({ text: before.text, value: before.value, loaded: null });
  let failure: EditFailure | E = NOT_IN_PLACE;
  let tried: string | null = null;
  // A few lines are read many times faster than all; where they are not enough, all are.
  for (const make of [editWindows, editWhole]) {
    const text = make(before, steps);
    if (text === null || text === tried) continue;
    tried = text;
    const loaded = load(text);
    if (!loaded.ok) failure = loaded.error;
    else if (says(loaded.value.root, value)) return ok({ text, value, loaded: loaded.value });
    else failure = NOT_IN_PLACE;
  }
  return err(failure);
}

/** The root as plain values; an empty file is an empty map. Null for something else than a map. */
export function rootValue(root: YamlNode): PlainObject | null {
  const value = isNothing(root) ? {} : toPlain(root);
  return isPlainObject(value) ? value : null;
}

/** A smallest edit, and what the text says before it. */
interface EditStep {
  readonly edit: ConfigEdit;
  readonly value: PlainObject;
}

function plannedEdits(
  before: PlainObject,
  edits: readonly ConfigEdit[],
): Result<{ readonly steps: readonly EditStep[]; readonly value: PlainObject }, EditFailure> {
  const steps: EditStep[] = [];
  let value = before;
  for (const wanted of edits) {
    const place = wanted.path.join('.');
    if (wanted.kind === 'set' && !isWritable(wanted.value)) {
      return err({ message: `${place}: expected a finite number` });
    }
    for (const edit of smallestEdits(value, wanted)) {
      const after = applyEdit(value, edit);
      if (after === null) {
        return err({ message: `${place}: expected maps on the way to the key, got something else` });
      }
      steps.push({ edit, value });
      value = after;
    }
  }
  return ok({ steps, value });
}

function editWindows({ text, root }: Editable, steps: readonly EditStep[]): string | null {
  if (root.kind !== 'map' || text.startsWith(BYTE_ORDER_MARK)) return null;
  const windows = new WindowedText(text, root);
  return steps.every(({ edit, value }) => windows.apply(edit, value)) ? windows.text() : null;
}

function editWhole({ text }: Editable, steps: readonly EditStep[]): string | null {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let body: string | null = text.slice(mark.length);
  for (const { edit, value } of steps) {
    body = applyToText(body, value, edit);
    if (body === null) return null;
  }
  return mark + body;
}

/** True when the text that the tree was read from says the value. */
function says(root: YamlNode, value: PlainObject): boolean {
  return isNothing(root) ? Object.keys(value).length === 0 : nodeEquals(root, value);
}
