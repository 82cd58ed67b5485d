/** Warns of invalid values: resvg would silently use another value, or draw only half a path. */
import { colord, extend } from 'colord';
import names from 'colord/plugins/names';
import type { Problem } from '../../../platform/base/failure.ts';
import { words } from '../../../platform/base/words.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { DYNAMIC } from '../style/css-problems.ts';
import { isLength } from '../values/length.ts';
import { isTransform } from '../values/matrix.ts';

extend([names]);

type Check = (value: string, element: SvgElement) => string | null;

const CHECKS: ReadonlyMap<string, Check> = new Map(
  (
    [
      [checkColour, 'fill stroke stop-color flood-color lighting-color color'],
      [checkLengths, 'x y dx dy'],
      [checkLength, 'width height cx cy r rx ry x1 y1 x2 y2 fx fy'],
      [checkWordOrLength, 'font-size stroke-width stroke-dashoffset letter-spacing word-spacing'],
      [checkLength, 'opacity fill-opacity stroke-opacity stop-opacity'],
      [checkPath, 'd'],
      [checkPoints, 'points'],
      [checkTransform, 'transform gradientTransform patternTransform'],
    ] as const
  ).flatMap(([check, names]) => words(names).map((name) => [name, check] as const)),
);

/** A warning for each kind of invalid value. To be called once the styles are resolved. */
export function warnOfUnreadableValues(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  walk(document.root, (element) => {
    for (const name in element.attributes) {
      const message = valueProblem(element, name);
      if (message !== null) warnings.add(element, message);
    }
  });
  return warnings.problems;
}

function valueProblem(element: SvgElement, name: string): string | null {
  const check = CHECKS.get(name);
  if (check === undefined) return null;
  const value = element.attributes[name] ?? '';
  // There is a warning about CSS functions already.
  const problem = DYNAMIC.test(value) ? null : check(value, element);
  return problem === null ? null : `${name}=${quoteOneLine(value)} of <${element.name}> ${problem}`;
}

const WORD = /^[a-z]+$/i;
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const FUNCTIONS = /^(?:rgba?|hsla?|url)\s*\(/i;
const PAINT_WORDS = new Set([
  'none',
  'inherit',
  'currentcolor',
  'transparent',
  'context-fill',
  'context-stroke',
]);

function checkColour(value: string): string | null {
  const text = value.trim();
  if (HEX.test(text)) return null;
  const lower = text.toLowerCase();
  const isKnown =
    PAINT_WORDS.has(lower) || FUNCTIONS.test(text) || (WORD.test(text) && colord(lower).isValid());
  // A print profile follows a valid colour.
  if (isKnown || /\bicc-color\(/i.test(text)) return null;
  return 'is no colour: expected #rrggbb, a name such as black, rgb() or hsl()';
}

function checkLength(value: string): string | null {
  return isLength(value) || isKeyword(value)
    ? null
    : 'cannot be read: expected a number, with px, %, em, mm, … or nothing behind it';
}

/** A list of lengths, one for each character, on texts and spans; a single length on other elements. */
function checkLengths(value: string, element: SvgElement): string | null {
  if (isLength(value)) return null;
  const isList = element.name === 'text' || element.name === 'tspan';
  if (!isList) return checkLength(value);
  return value.trim() !== '' &&
    value
      .trim()
      .split(/[\s,]+/)
      .every(isLength)
    ? null
    : 'cannot be read: expected a number, or several with spaces between them';
}

const LENGTH_WORDS = new Set(['auto', 'inherit', 'normal']);

function isKeyword(value: string): boolean {
  return LENGTH_WORDS.has(value.trim().toLowerCase());
}

const SIZE_WORD = /^(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)$/i;

function checkWordOrLength(value: string): string | null {
  return SIZE_WORD.test(value.trim()) ? null : checkLength(value);
}

const NOT_PATH = /[^MmZzLlHhVvCcSsQqTtAaEe\d\s.,+-]\S*/;
const NOT_POINTS = /[^\d\s.,eE+-]\S*/;

function checkPath(value: string): string | null {
  const text = value.trim();
  if (text === '' || text === 'none') return null;
  return /^m/i.test(text) ? drawnUpTo(NOT_PATH, text) : 'is not drawn: a path begins with M';
}

function checkPoints(value: string): string | null {
  return drawnUpTo(NOT_POINTS, value);
}

/** An invalid character ends the shape. */
function drawnUpTo(unreadable: RegExp, text: string): string | null {
  const [wrong] = unreadable.exec(text) ?? [];
  return wrong === undefined ? null : `is drawn only up to ${quoteOneLine(wrong)}, which cannot be read`;
}

function checkTransform(value: string): string | null {
  return isTransform(value)
    ? null
    : 'has no effect as it cannot be read: expected translate(x y), scale(n), rotate(degrees), matrix(…), …';
}
