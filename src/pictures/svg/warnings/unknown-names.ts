/** Warns of elements and attributes that SVG does not have: they would have no effect, without any message. */

import { svgElementAttributes } from 'svg-element-attributes';
import type { Problem } from '../../../platform/base/failure.ts';
import { type Comparisons, didYouMean } from '../../../platform/base/nearest.ts';
import { wordSet } from '../../../platform/base/words.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { DYNAMIC, notWorkedOut } from '../style/css-problems.ts';
import { isDrawnProperty, isOnlyCss } from '../style/properties.ts';

/** Elements that the package does not list (SVG 2, Filter Effects 1). */
const MORE_ELEMENTS = ['feDropShadow', 'solidcolor', 'mesh', 'hatch', 'flowRoot', 'flowPara', 'flowRegion'];
/** Attributes of all elements that the package does not list. */
const MORE_ATTRIBUTES = [
  'xml:space',
  'xml:lang',
  'xml:base',
  'xml:id',
  'role',
  'style',
  'class',
  'id',
  'mask-type',
];
/** Attributes for other programs: data, accessibility, events, and those of drawing programs. */
const FOREIGN = /^(?:data-|aria-|on[a-z]|-)/;

const ELEMENTS: ReadonlySet<string> = new Set([
  ...Object.keys(svgElementAttributes).filter((name) => name !== '*'),
  ...MORE_ELEMENTS,
]);
const EVERYWHERE: ReadonlySet<string> = new Set([...(svgElementAttributes['*'] ?? []), ...MORE_ATTRIBUTES]);
const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(svgElementAttributes).map(([name, attributes]) => [name, new Set(attributes)]),
);

/** Properties that only some elements have: geometry. */
const GEOMETRY: ReadonlySet<string> = wordSet(`
  x y cx cy r rx ry width height d
`);

/** Attributes of SVG that resvg does not support, and what to do instead. */
const UNDRAWN: Readonly<Record<string, string>> = {
  'inline-size': 'lines are not broken: wrap the text in the script, with a <tspan> for each line',
  'shape-inside': 'text is not set into shapes: wrap it in the script, with a <tspan> for each line',
  'vector-effect': 'strokes grow with their element',
  pathLength: 'dashes are measured along the path as it is',
};

/** A warning for each unknown element and attribute. To be called before the styles are resolved. */
export function warnOfUnknownNames(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  walk(document.root, (element) => {
    const own = ATTRIBUTES.get(element.name);
    const problems =
      own === undefined
        ? elementProblems(element.name, warnings.comparisons)
        : attributeProblems(element, own, warnings.comparisons);
    for (const message of problems) warnings.add(element, message);
  });
  return warnings.problems;
}

const NO_PROBLEMS: readonly string[] = [];

function elementProblems(name: string, comparisons: Comparisons): readonly string[] {
  if (ELEMENTS.has(name)) return NO_PROBLEMS;
  return [
    `SVG has no element <${name.slice(0, 40)}>, it is not drawn${didYouMean(name, ELEMENTS, comparisons)}`,
  ];
}

function attributeProblems(
  { name: element, attributes }: SvgElement,
  own: ReadonlySet<string>,
  comparisons: Comparisons,
): readonly string[] {
  let problems = NO_PROBLEMS;
  for (const name in attributes) {
    const problem =
      attributeProblem(name, element, own, comparisons) ?? valueProblem(name, attributes[name] ?? '');
    if (problem !== null) problems = [...problems, problem];
  }
  return problems;
}

function valueProblem(name: string, value: string): string | null {
  const dynamic = isDrawnProperty(name) ? DYNAMIC.exec(value)?.[1] : undefined;
  return dynamic === undefined
    ? null
    : `${name}=${quoteOneLine(value)} is not understood${notWorkedOut(dynamic)}`;
}

function attributeProblem(
  name: string,
  element: string,
  own: ReadonlySet<string>,
  comparisons: Comparisons,
): string | null {
  if (Object.hasOwn(UNDRAWN, name)) return `${name} has no effect: ${UNDRAWN[name]}`;
  if (own.has(name) || EVERYWHERE.has(name) || FOREIGN.test(name)) return null;
  if (isDrawnProperty(name) && !GEOMETRY.has(name) && !isOnlyCss(name)) return null;
  if (element === 'g' && (name === 'x' || name === 'y'))
    return `<g> has no attribute "${name}", it has no effect: use transform="translate(x y)"`;
  const meant = didYouMean(name, [...own, ...EVERYWHERE], comparisons);
  return `<${element}> has no attribute ${quoteOneLine(name)}, it has no effect${meant}`;
}
