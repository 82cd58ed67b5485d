/** Warns of elements and values that are not drawn. */
import type { Problem } from '../../../platform/base/failure.ts';
import { ownValue } from '../../../platform/base/plain.ts';
import { type SvgDocument, type SvgElement, type UndrawnElement, walk } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { readUrl } from '../graph/spelling.ts';
import { ONE_WIDTH } from '../style/css-problems.ts';

const STILL = 'has no effect: pictures stand still, everything else is drawn as without it';
const NO_PLAYER = 'is not drawn: show a picture with <image>';
const OWN_FONTS = 'has no effect: put font files into FONTS_DIR';

/** What is said of an element, behind its name. Titles, metadata and scripts show nothing, and are not missed. */
const SENTENCES: Readonly<Record<string, string>> = {
  foreignObject: 'is not drawn: write its text as <text>, with a <tspan> for each line',
  iframe: NO_PLAYER,
  video: NO_PLAYER,
  canvas: NO_PLAYER,
  animate: STILL,
  animateColor: STILL,
  animateMotion: STILL,
  animateTransform: STILL,
  set: STILL,
  font: OWN_FONTS,
  'font-face': OWN_FONTS,
};

/** A warning for each kind of element that is left out. */
export function warnOfUndrawnParts(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  for (const part of document.undrawn) {
    const sentence = hasSubstitute(part) ? undefined : ownValue(SENTENCES, part.name);
    if (sentence !== undefined) warnings.add(part, `<${part.name}> ${sentence}`);
  }
  return warnings.problems;
}

/** True for one of several children of a `<switch>`, of which another one is drawn. */
function hasSubstitute({ parent }: UndrawnElement): boolean {
  return parent?.name === 'switch' && parent.children.some(({ kind }) => kind === 'element');
}

/** What to write instead of a value; null for a value that is drawn. */
type Check = (value: string, element: SvgElement) => string | null;

/** Values of any property. */
const EVERYWHERE = /^(?:inherit|initial|unset|revert|none|normal|auto)$/;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'direction',
    (value) =>
      value === 'rtl'
        ? 'letters stand in the order of their script; for a text whose right end stands at x, write text-anchor="end"'
        : null,
  ],
  ['unicode-bidi', () => 'write the letters in the order in which they shall stand'],
  ['clip-path', (value) => shapeProblem(value, 'clip-path', '<clipPath id="a"><circle …/></clipPath>')],
  ['mask', (value) => shapeProblem(value, 'mask', '<mask id="a"><rect …/></mask>')],
  ['font-variant', variantProblem],
  ['text-decoration', decorationProblem],
]);

/** A warning for each kind of value without an effect. To be called once the styles are resolved. */
export function warnOfUndrawnValues(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  const reversed = reversedMarkers(document);
  walk(document.root, (element) => {
    for (const name in element.attributes) {
      const value = element.attributes[name] ?? '';
      const message = valueProblem(element, name, value.trim()) ?? reversalProblem(name, value, reversed);
      if (message !== null) warnings.add(element, message);
    }
    const lines = linesProblem(element);
    if (lines !== null) warnings.add(element, lines);
  });
  return warnings.problems;
}

function valueProblem(element: SvgElement, name: string, value: string): string | null {
  const check = CHECKS.get(name);
  if (check === undefined || EVERYWHERE.test(value)) return null;
  const instead = check(value, element);
  return instead === null
    ? null
    : `${name}=${quoteOneLine(value)} of <${element.name}> has no effect: ${instead}`;
}

/** Shapes and pictures of CSS in the place of an element. */
function shapeProblem(value: string, property: string, example: string): string | null {
  return /^url\s*\(/i.test(value) ? null : `write ${example} and ${property}="url(#a)"`;
}

function variantProblem(value: string): string | null {
  const lost = value.split(/\s+/).filter((word) => word !== 'small-caps' && word !== '');
  if (lost.length === 0) return null;
  const figures = lost.some((word) => word.endsWith('-nums'));
  return figures ? ONE_WIDTH : 'features of fonts cannot be chosen, but for small-caps';
}

const LINES: ReadonlySet<string> = new Set(['underline', 'overline', 'line-through', 'solid', '']);
const LINE_STYLES: ReadonlySet<string> = new Set(['wavy', 'dotted', 'dashed', 'double', 'blink']);

function decorationProblem(value: string): string | null {
  const lost = value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !LINES.has(word));
  if (lost.length === 0) return null;
  return lost.some((word) => LINE_STYLES.has(word))
    ? 'lines are drawn solid; for another one, draw a <path> below the text'
    : 'lines have the width and fill of the element that they are written at; write fill there, and another one in a <tspan>';
}

/** The ids of markers that turn round at the start of a line, of which resvg draws all alike. */
function reversedMarkers({ root, source }: SvgDocument): ReadonlySet<string> {
  const ids = new Set<string>();
  // Every letter of the word may be written otherwise, but nobody does.
  if (!source.includes('auto-start-reverse')) return ids;
  walk(root, ({ name, attributes: { id, orient } }) => {
    if (name === 'marker' && id !== undefined && orient?.trim() === 'auto-start-reverse') ids.add(id);
  });
  return ids;
}

function reversalProblem(name: string, value: string, reversed: ReadonlySet<string>): string | null {
  if (name !== 'marker-start' || reversed.size === 0) return null;
  const id = readUrl(value)?.id;
  if (id === undefined || !reversed.has(id)) return null;
  return `the marker ${quoteOneLine(`#${id}`)} is drawn as with orient="auto": write another marker for the start, with its content in <g transform="rotate(180 …)"> around refX and refY`;
}

const LINE_BREAKING = /^(?:pre|pre-wrap|pre-line|break-spaces)$/i;

/** The warning about a text of several lines that is drawn as one. */
function linesProblem(element: SvgElement): string | null {
  const hasLines = element.children.some(
    (child) => child.kind === 'text' && child.text.trim().includes('\n'),
  );
  if (!hasLines) return null;
  let at: SvgElement | null = element;
  while (at !== null && at.attributes['white-space'] === undefined) at = at.parent;
  const value = at?.attributes['white-space']?.trim() ?? '';
  return LINE_BREAKING.test(value)
    ? `white-space=${quoteOneLine(value)} breaks no lines in <${element.name}>: write a <tspan> with x and dy for each line`
    : null;
}
