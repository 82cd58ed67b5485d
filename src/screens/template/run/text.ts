/** Converts values to the text that is printed. */
import { escapeXml } from '../escape.ts';
import { isList, SafeText, Special, typeName, type Value, type ValueMap } from '../values.ts';
import type { Run } from './run.ts';

/** Cost in steps of printing one value of a list or map, which makes several pieces of text. */
const STEPS_PER_VALUE = 3;
/** Deepest nesting of data that is printed; scripts cannot return deeper data. */
const MAX_DEPTH = 100;

/** The printed text of a value, not escaped: empty for undefined and none, JSON for lists and maps. */
export function printedText(value: Value, run: Run): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    case 'undefined':
      return '';
  }
  if (value === null) return '';
  return value instanceof SafeText ? value.text : jsonOf(value, run, 0);
}

/** The printed text of a value, escaped. */
export function printedMarkup(value: Exclude<Value, SafeText>, run: Run): string {
  if (typeof value === 'string') return escapeXml(value);
  if (typeof value === 'number') return String(value);
  return escapeXml(printedText(value, run));
}

/**
 * The JSON text of a value; NaN and infinite numbers become null.
 * @param indent  spaces for each level; 0 for compact text
 */
export function jsonOf(value: Value, run: Run, indent: number): string {
  const text = writeJson(value, { run, indent }, 1);
  run.grow(text.length);
  return text;
}

interface Style {
  readonly run: Run;
  readonly indent: number;
}

function writeJson(value: Value, style: Style, depth: number): string {
  style.run.spend(STEPS_PER_VALUE);
  if (depth > MAX_DEPTH) throw style.run.error('the data is nested too deeply to be printed');
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean') return String(value);
  if (value instanceof SafeText) return JSON.stringify(value.text);
  if (value instanceof Special) throw style.run.error(`${typeName(value)} cannot be printed`);
  if (isList(value)) {
    return enclose(
      '[',
      value.map((item) => writeJson(item, style, depth + 1)),
      ']',
      style,
      depth,
    );
  }
  return enclose('{', membersOf(value as ValueMap, style, depth), '}', style, depth);
}

function membersOf(map: ValueMap, style: Style, depth: number): string[] {
  const colon = style.indent === 0 ? ':' : ': ';
  return Object.keys(map).map(
    (key) => `${JSON.stringify(key)}${colon}${writeJson(map[key], style, depth + 1)}`,
  );
}

function enclose(open: string, parts: readonly string[], close: string, style: Style, depth: number): string {
  if (style.indent === 0 || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  const outer = `\n${' '.repeat(style.indent * (depth - 1))}`;
  const inner = `${outer}${' '.repeat(style.indent)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}${outer}${close}`;
}
