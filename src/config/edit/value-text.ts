/** Writes whole values: maps and lists in flow style on one line, or in block style on lines of their own. */
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { isLongKey, keyText, type Quote, type QuoteStyle, type Scalar, scalarText } from './scalar-text.ts';

/** The style of new text, copied from its neighbours. */
export interface YamlStyle {
  readonly keyQuote: Quote;
  readonly values: QuoteStyle;
  /** Columns that a level of block style is indented by. */
  readonly step: number;
  /** Maps and lists on one line, in braces and brackets. */
  readonly flow: boolean;
  /** Columns from a key to the dashes of its list; null where lists that fit stay in the line of the key. */
  readonly listStep: number | null;
  /** Inside braces: `{ a: 1 }` with it, `{a: 1}` without. */
  readonly padding: '' | ' ';
  readonly eol: '\n' | '\r\n';
}

/** A value as it follows a colon: what stands in the line of the key, and the lines below it. */
export interface WrittenValue {
  /** Empty when all of the value stands below. */
  readonly inline: string;
  readonly below: readonly string[];
}

/** Lists of scalars up to this width stay on one line, in block style too. */
const FLOW_LIST_WIDTH = 80;

/** A value on one line. */
export function flowText(value: PlainValue, style: YamlStyle): string {
  if (isPlainObject(value)) return flowMap(value, style);
  if (isList(value)) return `[${value.map((item) => flowText(item, style)).join(', ')}]`;
  return scalarText(value, style.values);
}

/** `key: value` of a flow map. */
export function flowEntry(key: string, value: PlainValue, style: YamlStyle): string {
  const written = keyText(key, style.keyQuote);
  return `${isLongKey(written) ? `? ${written} ` : written}: ${flowText(value, style)}`;
}

/** A value after a colon in block context. `indent` is the column of the key. */
export function blockValue(value: PlainValue, indent: number, style: YamlStyle): WrittenValue {
  const inner = indent + style.step;
  if (isPlainObject(value) && Object.keys(value).length > 0 && !style.flow) {
    const below = Object.entries(value).flatMap(([key, item]) => blockEntry(key, item, inner, style));
    return { inline: '', below };
  }
  const inline = flowText(value, style);
  if (!isList(value) || value.length === 0 || style.flow) return { inline, below: [] };
  if (style.listStep === null && inline.length <= FLOW_LIST_WIDTH && value.every(isScalar))
    return { inline, below: [] };
  const margin = ' '.repeat(indent + (style.listStep ?? style.step));
  return { inline: '', below: value.map((item) => `${margin}- ${flowText(item, style)}`) };
}

/** The lines of `key: value` in block style, without line ends. */
export function blockEntry(key: string, value: PlainValue, indent: number, style: YamlStyle): string[] {
  const written = keyText(key, style.keyQuote);
  const { inline, below } = blockValue(value, indent, style);
  const margin = ' '.repeat(indent);
  const after = inline === '' ? ':' : `: ${inline}`;
  if (isLongKey(written)) return [`${margin}? ${written}`, margin + after, ...below];
  return [margin + written + after, ...below];
}

function flowMap(value: PlainObject, style: YamlStyle): string {
  const entries = Object.entries(value).map(([key, item]) => flowEntry(key, item, style));
  return entries.length === 0 ? '{}' : `{${style.padding}${entries.join(', ')}${style.padding}}`;
}

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}

function isScalar(value: PlainValue): value is Scalar {
  return typeof value !== 'object' || value === null;
}
