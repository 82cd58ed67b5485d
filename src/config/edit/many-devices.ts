/** Edits many devices at once, in a time that grows with their number and not with its square. */
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { DEVICES } from '../read/keys.ts';
import { type ConfigText, plainContent, says } from './content.ts';
import type { EditStep } from './device-lines.ts';
import { type DeviceSteps, editEachInLines } from './each-in-lines.ts';
import { applyEdit, type ConfigEdit, type EditFailure, isWritable, smallestEdits } from './model.ts';

/** Edits by the key of their device. */
export type EditsByDevice = ReadonlyMap<string, readonly ConfigEdit[]>;

/**
 * Characters that may be parsed for devices without lines of their own, one after the other: a few seconds of work.
 * Without a bound, a change of all devices in one pair of braces would take minutes.
 */
const MAX_PARSED = 1_000_000;

const TOO_SPREAD = {
  message:
    'so many devices can only be changed at once where each has lines of its own: in block style, without anchors and aliases',
};

/** The edits by the devices that they are about; null when one is about something else. */
export function editsByDevice(edits: readonly ConfigEdit[]): EditsByDevice | null {
  const devices = new Map<string, ConfigEdit[]>();
  for (const edit of edits) {
    const [section, device] = edit.path;
    if (section !== DEVICES || device === undefined) return null;
    const own = devices.get(device);
    if (own === undefined) devices.set(device, [edit]);
    else own.push(edit);
  }
  return devices;
}

/**
 * Edit devices: those with lines of their own together, the others one after the other.
 * @param editOne makes the edits of one device in any text
 * @returns the result, read back
 */
export function editManyDevices<Read extends ConfigText, E>(
  before: Read,
  devices: EditsByDevice,
  read: (text: string) => Result<Read, E>,
  editOne: (now: Read, edits: readonly ConfigEdit[]) => Result<Read, EditFailure | E>,
): Result<Read, EditFailure | E> {
  let current = before;
  let parsed = 0;
  let inLines = true;
  const left = new Map(devices);
  while (left.size > 0) {
    const together: EditsByDevice = inLines ? withOwnLines(current, left) : new Map();
    const edited = editTogether(current, together, read);
    if (edited !== null) {
      current = edited;
      for (const key of together.keys()) left.delete(key);
      continue;
    }
    // What cannot be made together may still be made alone, or its failure has a better reason.
    inLines = together.size === 0;
    parsed += current.text.length;
    if (parsed > MAX_PARSED) return err(TOO_SPREAD);
    const [key, edits] = [...left].at(0) ?? ['', []];
    const alone = editOne(current, edits);
    if (!alone.ok) return alone;
    current = alone.value;
    left.delete(key);
  }
  return ok(current);
}

/** The devices that have lines of their own, and new ones where the last device of the section has. */
function withOwnLines({ entries, endsSection }: ConfigText, devices: EditsByDevice): EditsByDevice {
  const known = new Set(entries.map(({ kept }) => kept.entry.key));
  const takesNew = endsSection && entries.length > 0;
  const own = [...devices].filter(([key, edits]) => known.has(key) || (takesNew && isNew(edits)));
  const removed = own.filter(([, edits]) => edits.some(isRemoval));
  // An empty map is written behind the key of the section, so one of them is left for later.
  return new Map(removed.length < entries.length ? own : own.filter((one) => one !== removed.at(-1)));
}

function isNew(edits: readonly ConfigEdit[]): boolean {
  return edits[0]?.kind === 'set' && edits[0].path.length === 2;
}

function isRemoval({ kind, path }: ConfigEdit): boolean {
  return kind === 'remove' && path.length === 2;
}

/** The result of all edits of these devices; null where they cannot be made in their lines. */
function editTogether<Read extends ConfigText, E>(
  before: Read,
  devices: EditsByDevice,
  read: (text: string) => Result<Read, E>,
): Read | null {
  if (devices.size === 0) return null;
  const scope = new Set(devices.keys());
  const planned = planEach(plainContent(before, scope), devices);
  if (planned === null) return null;
  if (planned.steps.size === 0) return before;
  const text = editEachInLines(before, planned.steps);
  const after = text === null ? null : read(text);
  return after?.ok && says(before, after.value, scope, planned.value) ? after.value : null;
}

/** The smallest edits of each device, and what the config says after them. Null when some cannot be made. */
function planEach(
  before: PlainObject | null,
  devices: EditsByDevice,
): { readonly steps: DeviceSteps; readonly value: PlainObject } | null {
  const inside = before?.[DEVICES];
  if (before === null || !isPlainObject(inside)) return null;
  const steps = new Map<string, readonly EditStep[]>();
  const values = new Map<string, PlainValue>(Object.entries(inside));
  for (const [key, edits] of devices) {
    const own = values.get(key);
    const planned = planOne(Object.fromEntries(own === undefined ? [] : [[key, own]]), edits);
    if (planned === null) return null;
    if (planned.steps.length > 0) steps.set(key, planned.steps);
    const now = planned.value[key];
    if (now === undefined) values.delete(key);
    else values.set(key, now);
  }
  return { steps, value: { ...before, [DEVICES]: Object.fromEntries(values) } };
}

/** @param before the section with this device alone */
function planOne(
  before: PlainObject,
  edits: readonly ConfigEdit[],
): { readonly steps: readonly EditStep[]; readonly value: PlainObject } | null {
  const steps: EditStep[] = [];
  let value = before;
  for (const wanted of edits.map(withoutSection)) {
    if (wanted.kind === 'set' && !isWritable(wanted.value)) return null;
    for (const edit of smallestEdits(value, wanted)) {
      const after = applyEdit(value, edit);
      if (after === null) return null;
      steps.push({ edit, value });
      value = after;
    }
  }
  return { steps, value };
}

/** The same edit, as the entries of the section see it. */
function withoutSection(edit: ConfigEdit): ConfigEdit {
  return { ...edit, path: edit.path.slice(1) };
}
