/** Edits the text of a config in place: only the bytes of the edited keys change. */
import type { PlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { DEVICES } from '../read/keys.ts';
import { applyToText } from './apply.ts';
import { type ConfigText, type DeviceScope, plainContent, says } from './content.ts';
import { type EditStep, editAroundDevices, editDeviceLines } from './device-lines.ts';
import { editManyDevices, editsByDevice } from './many-devices.ts';
import { applyEdit, type ConfigEdit, type EditFailure, isWritable, smallestEdits } from './model.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** A text of this size is parsed with all tokens in a few milliseconds, so it need not be split. */
const SMALL = 16_384;

/** Up to this number, devices are edited in the style of the text around them, each edit on the result of the one before. */
const FEW_DEVICES = 8;

const NOT_IN_PLACE = { message: 'the edit cannot be made in this file without changing something else' };

/**
 * Edit a config that was read. Edits of many devices are made together, in their lines.
 * @param read reads a text; it must be what has read this one
 * @returns the result, read back, which says exactly what the edits mean; `before` when there is nothing to change;
 *          a failure of the reader, when it cannot read the result
 */
export function editContent<Read extends ConfigText, E>(
  before: Read,
  edits: readonly ConfigEdit[],
  read: (text: string) => Result<Read, E>,
): Result<Read, EditFailure | E> {
  const devices = editsByDevice(edits);
  if (devices === null || devices.size <= FEW_DEVICES) return editFew(before, edits, read);
  return editManyDevices(before, devices, read, (now, own) => editFew(now, own, read));
}

function editFew<Read extends ConfigText, E>(
  before: Read,
  edits: readonly ConfigEdit[],
  read: (text: string) => Result<Read, E>,
): Result<Read, EditFailure | E> {
  const scope = scopeOf(edits);
  const planned = plannedEdits(before, scope, edits);
  if (!planned.ok) return planned;
  const { steps, value } = planned.value;
  if (steps.length === 0) return ok(before);
  let failure: EditFailure | E = NOT_IN_PLACE;
  for (const text of candidates(before, steps)) {
    const after = read(text);
    if (after.ok && (says(before, after.value, scope, value) || saysAll(before, after.value, edits)))
      return after;
    failure = after.ok ? NOT_IN_PLACE : after.error;
  }
  return err(failure);
}

/** The devices that the edits change. */
function scopeOf(edits: readonly ConfigEdit[]): DeviceScope {
  const keys = new Set<string>();
  for (const { path } of edits) {
    const [section, device] = path;
    if (section !== DEVICES) continue;
    if (device === undefined) return 'all';
    keys.add(device);
  }
  return keys;
}

/** The edited text, made in the cheapest way first. Parsing a few lines is many times faster than parsing all. */
function* candidates(before: ConfigText, steps: readonly EditStep[]): Generator<string> {
  const isLarge = before.text.length > SMALL;
  let last: string | null = null;
  for (const make of isLarge ? [editDeviceLines, editAroundDevices, editWhole] : [editWhole]) {
    const text = make(before, steps);
    if (text !== null && text !== last) yield text;
    last = text ?? last;
  }
}

/** The same for all devices: an edit may change whether another device can be read alone. */
function saysAll(before: ConfigText, after: ConfigText, edits: readonly ConfigEdit[]): boolean {
  const planned = plannedEdits(before, 'all', edits);
  return planned.ok && says(before, after, 'all', planned.value.value);
}

function plannedEdits(
  before: ConfigText,
  scope: DeviceScope,
  edits: readonly ConfigEdit[],
): Result<{ readonly steps: readonly EditStep[]; readonly value: PlainObject }, EditFailure> {
  const steps: EditStep[] = [];
  let value = plainContent(before, scope);
  if (value === null) return err({ message: 'expected a map of settings' });
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

function editWhole({ text }: ConfigText, steps: readonly EditStep[]): string | null {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let body: string | null = text.slice(mark.length);
  for (const { edit, value } of steps) {
    body = applyToText(body, value, edit);
    if (body === null) return null;
  }
  return mark + body;
}
