/** Edits single devices in a large file without parsing the rest of it. */
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import { DEVICES } from '../read/keys.ts';
import { applyToText } from './apply.ts';
import type { ConfigText } from './content.ts';
import { type ConfigEdit, valueAt } from './model.ts';
import { type Splice, spliced } from './source.ts';

/** A minimal edit, and the value of the text before it. */
export interface EditStep {
  readonly edit: ConfigEdit;
  readonly value: PlainObject;
}

type DeviceLines = ConfigText['entries'][number];

/** Entries that remain beside a new one when all others are left out, so that it gets their style. */
const NEIGHBOURS = 8;

/**
 * Make edits in the lines of the devices that they change.
 * @returns null when an edit is about something else, or reaches further
 */
export function editDeviceLines(content: ConfigText, steps: readonly EditStep[]): string | null {
  const { text } = content;
  const edited = new Map<DeviceLines, string>();
  for (const { edit, value } of steps) {
    const place = linesFor(content, edit, value);
    // An empty map is written behind the key of the section, outside of these lines.
    if (edit.kind === 'remove' && content.entries.length <= steps.length) return null;
    const inside = valueAt(value, [DEVICES]);
    if (place === undefined || !isPlainObject(inside)) return null;
    const old = edited.get(place) ?? text.slice(place.start, place.end);
    const now = applyToText(old, inside, { ...edit, path: edit.path.slice(1) });
    if (now === null) return null;
    edited.set(place, now);
  }
  return spliced(
    text,
    [...edited].map(([{ start, end }, now]): Splice => ({ start, end, text: now })),
  );
}

/** The lines in which an edit can be made: those of its device, or those of the last device for a new one. */
function linesFor(
  { entries, endsSection }: ConfigText,
  edit: ConfigEdit,
  value: PlainObject,
): DeviceLines | undefined {
  const [section, device] = edit.path;
  const devices = valueAt(value, [DEVICES]);
  if (section !== DEVICES || device === undefined || !isPlainObject(devices)) return undefined;
  if (!Object.hasOwn(devices, device)) {
    return edit.kind === 'set' && endsSection ? entries.at(-1) : undefined;
  }
  return entries.find(({ kept }) => kept.entry.key === device);
}

/**
 * Make edits in the text without most of the devices, then put these back.
 * @returns null when an edit is about one that was left out, or cannot be told apart from them
 */
export function editAroundDevices({ text, entries }: ConfigText, steps: readonly EditStep[]): string | null {
  const gap = runOf(entries);
  if (gap.length <= NEIGHBOURS) return null;
  const start = gap[0]?.start ?? 0;
  const end = gap.at(-NEIGHBOURS)?.start ?? 0;
  const left = new Set(gap.slice(0, -NEIGHBOURS).map(({ kept }) => kept.entry.key));
  let before = text.slice(0, start);
  let after = text.slice(end);
  for (const { edit, value } of steps) {
    const [section, device] = edit.path;
    if (section === DEVICES && (device === undefined || left.has(device))) return null;
    const now = applyToText(before + after, value, edit);
    if (now?.endsWith(after)) {
      before = now.slice(0, now.length - after.length);
    } else if (now?.startsWith(before)) {
      after = now.slice(before.length);
    } else {
      return null;
    }
  }
  return before + text.slice(start, end) + after;
}

/** The first devices, as far as they follow each other directly. */
function runOf(lines: readonly DeviceLines[]): readonly DeviceLines[] {
  const last = lines.findIndex(({ end }, index) => lines[index + 1]?.start !== end);
  return lines.slice(0, last + 1);
}
