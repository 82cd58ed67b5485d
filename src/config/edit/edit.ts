/** Edits the text of a config in place: only the bytes of the keys that an edit touches change. */
import { LIMITS } from '../../base/limits.ts';
import { isPlainObject, type PlainObject } from '../../base/plain.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isNothing, toPlain, type YamlNode, type YamlProblem } from '../../base/yaml/node.ts';
import { parseYaml } from '../../base/yaml/parse.ts';
import { applyToText } from './apply.ts';
import { applyEdit, type ConfigEdit, isWritable, nodeEquals, smallestEdits } from './model.ts';

/** Why edits cannot be made. The message contains no value of the config. */
export interface EditFailure {
  readonly message: string;
  /** Where the text itself is no good. */
  readonly problems?: readonly YamlProblem[];
}

/** Edits made, but not yet read back. */
export interface EditedText {
  readonly text: string;
  /** What the new text must say. */
  readonly value: PlainObject;
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Edit a text. The result has been read back and says exactly what the edits mean.
 * @returns the same text when there is nothing to change
 */
export function editConfigText(text: string, edits: readonly ConfigEdit[]): Result<string, EditFailure> {
  const before = parseYaml(text, BOUNDS);
  if (!before.ok) return err({ message: 'the text is no YAML that can be edited', problems: before.error });
  const edited = makeEdits(text, before.value.root, edits);
  if (!edited.ok || edited.value.text === text) return edited.ok ? ok(text) : edited;
  const after = parseYaml(edited.value.text, BOUNDS);
  return after.ok && says(after.value.root, edited.value.value) ? ok(edited.value.text) : NOT_IN_PLACE;
}

/**
 * Make edits in a text without reading the result back: the caller parses it anyway, and must refuse it unless it
 * `says` the value.
 * @param root the text as it was read
 */
export function makeEdits(
  text: string,
  root: YamlNode,
  edits: readonly ConfigEdit[],
): Result<EditedText, EditFailure> {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let body = text.slice(mark.length);
  let value = rootValue(root);
  if (value === null) return err({ message: 'expected a map of settings' });
  for (const wanted of edits) {
    const refused = refusal(value, wanted);
    if (refused !== null) return err({ message: refused });
    for (const edit of smallestEdits(value, wanted)) {
      const next = applyToText(body, value, edit);
      const model = applyEdit(value, edit);
      if (next === null || model === null) return NOT_IN_PLACE;
      body = next;
      value = model;
    }
  }
  return ok({ text: mark + body, value });
}

/** True when the text that the tree was read from says the value. */
export function says(root: YamlNode, value: PlainObject): boolean {
  return isNothing(root) ? Object.keys(value).length === 0 : nodeEquals(root, value);
}

/** The root as plain values; an empty file is an empty map. */
export function rootValue(root: YamlNode): PlainObject | null {
  const value = isNothing(root) ? {} : toPlain(root);
  return isPlainObject(value) ? value : null;
}

const BOUNDS = { maxNodes: LIMITS.configNodes, maxDepth: LIMITS.yamlDepth };

const NOT_IN_PLACE: Result<never, EditFailure> = err({
  message: 'the edit cannot be made in this file without changing something else',
});

function refusal(value: PlainObject, edit: ConfigEdit): string | null {
  if (edit.kind === 'set' && !isWritable(edit.value))
    return `${edit.path.join('.')}: expected a finite number`;
  if (applyEdit(value, edit) !== null) return null;
  return `${edit.path.join('.')}: expected maps on the way to the key, got something else`;
}
