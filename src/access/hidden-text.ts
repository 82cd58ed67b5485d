/**
 * The text of a config for people: with a placeholder where secrets stand, which goes for the secret when the text comes
 * back. All other bytes stay as they are.
 */
import type { Position } from '../base/position.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ConfigText } from '../config/edit/content.ts';
import { lineStart, type Splice, spliced } from '../config/edit/source.ts';
import type { SchemaOf } from './concealer.ts';
import { type PlacedValue, placedValues } from './secret-places.ts';

/** Stands for a secret that stays as it is. */
export const PLACEHOLDER = '(hidden)';

/** As it is written: in double quotes, which YAML takes in any place of a value. */
const WRITTEN = JSON.stringify(PLACEHOLDER);

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
export function hideSecrets(content: ConfigText, schemaOf: SchemaOf): HiddenText {
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
 * @param draft   a good YAML document
 * @returns else the placeholders for which nothing is known
 */
export function putSecretsBack(
  { text: draft, ...draftContent }: ConfigText,
  before: ConfigText,
  schemaOf: SchemaOf,
): Result<WholeText, readonly LostPlaceholder[]> {
  const known = new Map(placedValues(before, schemaOf).map((value) => [keyOf(value), value]));
  const splices: Splice[] = [];
  const secrets = [...known.values()].filter(({ isSecret }) => isSecret).map(({ value }) => String(value));
  const lost: LostPlaceholder[] = [];
  for (const value of placedValues({ text: draft, ...draftContent }, () => null)) {
    if (value.value !== PLACEHOLDER) continue;
    const old = known.get(keyOf(value));
    // Somebody has written these very words.
    if (old?.value === PLACEHOLDER && !old.isSecret) continue;
    if (old?.isSecret === true) {
      const { start, end } = value;
      const text = secretText(before.text, old, startOfLine(draft, start));
      splices.push({ start, end: endOfValue(draft, start, end), text });
    } else lost.push(lostPlaceholder(draft, value));
  }
  if (lost.length > 0) return err(lost);
  splices.sort((a, b) => a.start - b.start);
  const text = spliced(draft, splices);
  return ok({ text, secrets, placeBefore: (position) => placeBefore(draft, text, splices, position) });
}

function keyOf({ path }: PlacedValue): string {
  return JSON.stringify(path);
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

function lostPlaceholder(draft: string, { path, start }: PlacedValue): LostPlaceholder {
  const place = path.join('.');
  const message = `${place}: expected the value itself, got ${WRITTEN}: there was no hidden value at this place before`;
  return { ...positionAt(draft, start), message };
}

function placeBefore(draft: string, whole: string, splices: readonly Splice[], position: Position): Position {
  const offset = offsetAt(whole, position);
  let moved = 0;
  for (const { start, end, text } of splices) {
    if (start + moved >= offset) break;
    const after = start + moved + text.length;
    if (offset < after) return positionAt(draft, start);
    moved += text.length - (end - start);
  }
  return positionAt(draft, offset - moved);
}

function offsetAt(text: string, { line, column }: Position): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
