/**
 * The text of a config for people: with a placeholder where secrets stand, which goes for the secret when the text comes
 * back. All other bytes stay as they are.
 */

import type { ConfigText } from '../../config/edit/content.ts';
import { lineStart, type Splice, spliced } from '../../config/edit/source.ts';
import { lineAt, lineStarts } from '../../config/edit/text-lines.ts';
import type { Position } from '../../platform/base/position.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type PlacedValue, pathOf, placedValues, type SecretSchemaOf } from './secret-places.ts';

/** Stands for a secret that stays as it is. */
export const PLACEHOLDER = '(hidden)';

/** The placeholder as it is written: in double quotes, which YAML takes in any place of a value. */
const WRITTEN = JSON.stringify(PLACEHOLDER);

/** Placeholders without a secret that are named: all of a text are, when somebody has copied it from another server. */
const MOST_LOST = 500;

/** A text without its secrets, and these as texts. */
export interface HiddenText {
  readonly text: string;
  readonly secrets: readonly string[];
}

/** A placeholder for which there is no secret. */
export interface LostPlaceholder extends Position {
  readonly message: string;
}

/** A text with its secrets put back. */
export interface WholeText {
  readonly text: string;
  /** The secrets of the text before, to be kept out of messages. */
  readonly secrets: readonly string[];
  /** The place in the text with placeholders of a place in the whole one. */
  placeBefore(position: Position): Position;
}

/** Hide the secrets of a text that is known to be a good config. */
export function hideSecrets(content: ConfigText, schemaOf: SecretSchemaOf): HiddenText {
  const { text } = content;
  const secrets = placedValues(content, schemaOf).filter(({ isSecret }) => isSecret);
  return {
    text: spliced(
      text,
      secrets.map(({ start, end }) => ({ start, end: endOfValue(text, start, end), text: WRITTEN })),
    ),
    secrets: secrets.map(({ value }) => String(value)),
  };
}

/**
 * Put the secrets of the text before back where their placeholders still stand at the same path.
 * @param draftText  a good YAML document
 * @returns else the placeholders for which nothing is known
 */
export function putSecretsBack(
  draftText: ConfigText,
  before: ConfigText,
  schemaOf: SecretSchemaOf,
): Result<WholeText, readonly LostPlaceholder[]> {
  const { text: draft } = draftText;
  const hidden = placedValues(before, schemaOf).filter(
    ({ isSecret, value }) => isSecret || value === PLACEHOLDER,
  );
  const known = new Map(hidden.map((value) => [keyOf(value), value]));
  const secrets = hidden.filter(({ isSecret }) => isSecret).map(({ value }) => String(value));
  const splices: Splice[] = [];
  const lost: PlacedValue[] = [];
  for (const value of placedValues(draftText, () => null)) {
    if (value.value !== PLACEHOLDER) continue;
    const old = known.get(keyOf(value));
    // Somebody has written these very words.
    if (old?.value === PLACEHOLDER && !old.isSecret) continue;
    if (old?.isSecret === true) {
      const { start, end } = value;
      const text = secretText(before.text, old, startOfLine(draft, start));
      splices.push({ start, end: endOfValue(draft, start, end), text });
    } else lost.push(value);
  }
  if (lost.length > 0) return err(lostPlaceholders(draft, lost));
  splices.sort((a, b) => a.start - b.start);
  const text = spliced(draft, splices);
  return ok({ text, secrets, placeBefore: placesBefore(draft, text, splices) });
}

function keyOf(value: PlacedValue): string {
  return JSON.stringify(pathOf(value));
}

/** A value of several lines ends with a line end, which is not a part of what is replaced. */
function endOfValue(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (text[last - 1] === '\n' || text[last - 1] === '\r')) last -= 1;
  return last;
}

/** The secret as it stood; one of several lines, where what is before it is another now, in one. */
function secretText(before: string, { start, end, value }: PlacedValue, lineNow: string): string {
  const own = before.slice(start, endOfValue(before, start, end));
  const fits = !own.includes('\n') || startOfLine(before, start) === lineNow;
  return fits ? own : JSON.stringify(value);
}

/** The line of an offset, up to there. */
function startOfLine(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset);
}

function lostPlaceholders(draft: string, lost: readonly PlacedValue[]): readonly LostPlaceholder[] {
  const lines = lineStarts(draft);
  return lost.slice(0, MOST_LOST).map((value) => {
    const message = `${pathOf(value).join('.')}: expected the value itself, got ${WRITTEN}: there was no hidden value at this place before`;
    return { ...positionAt(lines, value.start), message };
  });
}

/** Finds places again that were moved by splices, which are in the order of the text. */
function placesBefore(draft: string, whole: string, splices: readonly Splice[]): WholeText['placeBefore'] {
  if (splices.length === 0) return (position) => position;
  const [draftLines, wholeLines] = [lineStarts(draft), lineStarts(whole)];
  /** For each splice, where it begins and ends in the whole text. */
  const placed: { readonly from: number; readonly to: number; readonly splice: Splice }[] = [];
  let moved = 0;
  for (const splice of splices) {
    const from = splice.start + moved;
    placed.push({ from, to: from + splice.text.length, splice });
    moved += splice.text.length - (splice.end - splice.start);
  }
  return ({ line, column }) => {
    const offset = (wholeLines[line - 1] ?? whole.length) + column - 1;
    const last = placed[countBelow(placed, offset) - 1];
    if (last === undefined) return { line, column };
    if (offset < last.to) return positionAt(draftLines, last.splice.start);
    return positionAt(draftLines, offset - last.to + last.splice.end);
  };
}

/** How many splices begin before an offset. */
function countBelow(placed: readonly { readonly from: number }[], offset: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.from ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function positionAt(lines: readonly number[], offset: number): Position {
  const line = lineAt(lines, offset);
  return { line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
}
