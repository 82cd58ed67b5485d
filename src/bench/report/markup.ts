/** HTML and SVG as template literals in which every text is escaped, so that none can become markup. */
import { escapeXml } from '../../screens/template/escape.ts';

/** Markup that was written in this program, with texts that are escaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What a piece of markup may contain. Null is nothing. */
export type MarkupValue = Markup | string | number | null | readonly MarkupValue[];

/** Characters that show text in another order than it is written. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters that XML allows and HTML does not. */
const CONTROLS = /[\u007f-\u009f]/g;

function sourceOf(value: MarkupValue): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'number') return shortest(value);
  if (typeof value === 'string') return escapeXml(value.replace(TURNING, '').replace(CONTROLS, ''));
  return value.map(sourceOf).join('');
}

/** Coordinates in hundredths: nobody sees more, and a report has thousands of them. */
function shortest(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Put markup together: markup stays as it is, texts are escaped, numbers are rounded to hundredths. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(parts.reduce((source, part, at) => source + sourceOf(values[at - 1] ?? null) + part));
}
