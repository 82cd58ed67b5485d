/** Edits each of many devices in its own lines, and writes new devices below the last one, each in the style of the one before. */
import type { PlainObject } from '../../platform/base/plain.ts';
import { applyToText } from './apply.ts';
import type { ConfigText } from './content.ts';
import type { EditStep } from './device-lines.ts';
import { type Splice, spliced } from './source.ts';

/** Smallest edits by the key of their device; paths and values are those within the section. */
export type DeviceSteps = ReadonlyMap<string, readonly EditStep[]>;

type OwnLines = ConfigText['entries'][number];

/**
 * Make the edits of devices that have lines of their own, and add those that are new.
 * @returns null when an edit reaches further
 */
export function editEachInLines({ text, entries }: ConfigText, devices: DeviceSteps): string | null {
  const places = new Map(entries.map((place) => [place.kept.entry.key, place]));
  const edited = new Map<OwnLines, string>();
  const added: EditStep[] = [];
  for (const [key, steps] of devices) {
    const place = places.get(key);
    if (place === undefined) added.push(...steps);
    else {
      const now = editedLines(text.slice(place.start, place.end), steps);
      if (now === null) return null;
      edited.set(place, now);
    }
  }
  const last = entries.at(-1);
  if (added.length > 0) {
    if (last === undefined) return null;
    const now = withAdded(text.slice(last.start, last.end), edited.get(last), added);
    if (now === null) return null;
    edited.set(last, now);
  }
  const splices = [...edited].map(([{ start, end }, now]): Splice => ({ start, end, text: now }));
  return spliced(text, splices);
}

function editedLines(lines: string, steps: readonly EditStep[]): string | null {
  let now: string | null = lines;
  for (const { edit, value } of steps) {
    if (now === null) return null;
    now = applyToText(now, value, edit);
  }
  return now;
}

/**
 * The lines of the last device, and new ones below them.
 * @param before as they were
 * @param edited as they are now; undefined when nothing in them was edited
 */
function withAdded(before: string, edited: string | undefined, added: readonly EditStep[]): string | null {
  const now = edited ?? before;
  // A device that was removed still shows how the next one is to be written.
  const isGone = edited !== undefined && !/^[ \t]*[^\s#]/m.test(edited);
  const pattern = isGone ? before : now;
  const eol = pattern.includes('\r\n') ? '\r\n' : '\n';
  const isEnded = pattern.endsWith('\n');
  const first = insertion(isEnded ? pattern : pattern + eol, added[0]);
  if (first === null) return null;
  const blocks = [first.lines];
  for (const step of added.slice(1)) {
    const next = insertion(blocks.at(-1) ?? '', step);
    if (next === null) return null;
    blocks.push(next.lines);
  }
  const block = blocks.join('');
  if (isGone) return isEnded ? block + now : block.slice(0, -eol.length) + now;
  if (!isEnded) return now + eol + block.slice(0, -eol.length);
  return now.slice(0, first.at) + block + now.slice(first.at);
}

/** Where an edit adds whole lines to others, and which. Null when it does something else. */
function insertion(
  lines: string,
  step: EditStep | undefined,
): { readonly at: number; readonly lines: string } | null {
  const nothing: PlainObject = {};
  const now = step === undefined ? null : applyToText(lines, nothing, step.edit);
  if (now === null) return null;
  const length = now.length - lines.length;
  let at = 0;
  while (at < lines.length && lines[at] === now[at]) at++;
  at = lines.lastIndexOf('\n', at - 1) + 1;
  const isInserted =
    length > 0 && lines.slice(0, at) === now.slice(0, at) && now.slice(at + length) === lines.slice(at);
  return isInserted ? { at, lines: now.slice(at, at + length) } : null;
}
