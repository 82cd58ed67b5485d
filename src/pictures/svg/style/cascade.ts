/** Resolves the CSS cascade: presentation attributes, then rules by specificity, then `style`, then `!important`. */
import type { Problem } from '../../../platform/base/failure.ts';
import { failAt, problemAt } from '../document/svg-failure.ts';
import { type SvgDocument, type SvgElement, type SvgNode, walk } from '../document/tree.ts';
import { WarningList } from '../document/warning-list.ts';
import {
  type CssDeclaration,
  type CssRule,
  parseStyleAttribute,
  parseStyleSheet,
  type StyleSheet,
} from './css.ts';
import { propertyHint } from './css-problems.ts';
import { cssTransform } from './css-transform.ts';
import { parseFontShorthand } from './font-shorthand.ts';
import { attributeOf, propertyTarget } from './properties.ts';
import { resolveCssUnits, rewriteValues } from './resvg-values.ts';
import { beginMatching, MatchingTooLong, noteMatching } from './selector-adapter.ts';

interface RankedRule {
  readonly rule: CssRule;
  /** Later wins. */
  readonly rank: number;
}

type RuleIndex = ReadonlyMap<string, readonly RankedRule[]>;

/** Characters of CSS in all style sheets, and in one `style` attribute. Icon sets have some ten thousand. */
const MAX_SHEETS = 512 * 1024;
const MAX_ATTRIBUTE = 16 * 1024;

/**
 * Write the winning value of every property into the attributes of its element, and drop `class` and `style`.
 * Values are not inherited here.
 * @returns warnings about CSS that has no effect
 * @throws {SvgSignal} `svg_limit` for selectors that take too long
 */
export function applyStyles(document: SvgDocument): readonly Problem[] {
  checkSizes(document);
  const sheets = document.styles.map((style) => parseStyleSheet(style.text));
  const index = indexRules(sheets.flatMap((sheet) => sheet.rules));
  const all: SvgElement[] = [];
  walk(document.root, (element) => all.push(element));
  // Selectors read attributes of any element, so all are matched before any is changed.
  const matched = index.size === 0 ? null : matchAll(document, all, index);
  const warnings = new WarningList(document);
  all.forEach((element, i) => {
    applyTo(document, element, matched?.[i] ?? [], warnings);
    rewriteValues(element);
  });
  resolveCssUnits(all, document.source);
  removeLeft(document);
  return [...sheets.flatMap((sheet, i) => sheetProblems(document, i, sheet)), ...warnings.problems];
}

/** The warnings about a style sheet, with positions in the document. */
function sheetProblems(document: SvgDocument, index: number, { warnings }: StyleSheet): readonly Problem[] {
  const style = document.styles[index];
  if (style === undefined || warnings.length === 0) return [];
  // A text with entities or CDATA is not found in the source: then the position is that of its element.
  const start = document.source.indexOf(style.text, style.start);
  return warnings.map(({ message, offset }) =>
    problemAt(document, start === -1 ? style.start : start + offset, message),
  );
}

/** Remove the elements that only selectors needed. */
function removeLeft({ left }: SvgDocument): void {
  const gone: ReadonlySet<SvgNode> = new Set(left);
  for (const parent of new Set(left.map((element) => element.parent))) {
    if (parent !== null) parent.children = parent.children.filter((child) => !gone.has(child));
  }
}

function checkSizes(document: SvgDocument): void {
  let all = 0;
  for (const { text, start } of document.styles) {
    all += text.length;
    if (all <= MAX_SHEETS) continue;
    throw failAt(document, start, 'svg_limit', `more than ${MAX_SHEETS} characters of CSS`);
  }
}

function matchAll(
  document: SvgDocument,
  elements: readonly SvgElement[],
  index: RuleIndex,
): readonly (readonly CssRule[])[] {
  beginMatching();
  try {
    return elements.map((element) => matchingRules(element, index));
  } catch (error) {
    if (!(error instanceof MatchingTooLong)) throw error;
    const message = 'the CSS takes too much work: its selectors look at too many elements';
    throw failAt(document, document.styles[0]?.start ?? 0, 'svg_limit', message);
  }
}

function indexRules(rules: readonly CssRule[]): RuleIndex {
  const sorted = rules
    .map((rule, order) => ({ rule, order }))
    .sort((a, b) => a.rule.specificity - b.rule.specificity || a.order - b.order);
  const index = new Map<string, RankedRule[]>();
  sorted.forEach(({ rule }, rank) => {
    const bucket = index.get(rule.bucket);
    if (bucket === undefined) index.set(rule.bucket, [{ rule, rank }]);
    else bucket.push({ rule, rank });
  });
  return index;
}

function matchingRules(element: SvgElement, index: RuleIndex): readonly CssRule[] {
  const found: RankedRule[] = [];
  const collect = (bucket: string): void => {
    const rules = index.get(bucket) ?? [];
    noteMatching(rules.length);
    for (const ranked of rules) {
      if (ranked.rule.matches === null || ranked.rule.matches(element)) found.push(ranked);
    }
  };
  collect('*');
  collect(element.name);
  const { id, class: classes } = element.attributes;
  if (classes !== undefined) {
    for (const name of new Set(classes.split(/\s+/))) collect(`.${name}`);
  }
  if (id !== undefined) collect(`#${id}`);
  return found.sort((a, b) => a.rank - b.rank).map(({ rule }) => rule);
}

function applyTo(
  document: SvgDocument,
  element: SvgElement,
  rules: readonly CssRule[],
  warnings: WarningList,
): void {
  const { style } = element.attributes;
  if (style !== undefined && style.length > MAX_ATTRIBUTE) {
    const message = `a style attribute of ${style.length} characters; ${MAX_ATTRIBUTE} are accepted`;
    throw failAt(document, element.start, 'svg_limit', message);
  }
  const own = style === undefined ? [] : parseStyleAttribute(style);
  if (style !== undefined) delete element.attributes['style'];
  if (element.attributes['class'] !== undefined) delete element.attributes['class'];
  for (const { problem, property } of own) {
    if (problem === null || warnings.isFull) continue;
    warnings.add(element, problem + propertyHint(property, warnings.comparisons));
  }
  if (rules.length === 0 && own.length === 0) return;
  for (const important of [false, true]) {
    for (const rule of rules) applyDeclarations(element, rule.declarations, important);
    applyDeclarations(element, own, important);
  }
}

function applyDeclarations(
  element: SvgElement,
  declarations: readonly CssDeclaration[],
  important: boolean,
): void {
  for (const declaration of declarations) {
    if (declaration.important === important)
      applyDeclaration(element, declaration.property, declaration.value);
  }
}

function applyDeclaration(element: SvgElement, property: string, value: string): void {
  const { attributes } = element;
  switch (property) {
    case 'font':
      Object.assign(attributes, parseFontShorthand(value) ?? {});
      return;
    case 'marker':
      for (const part of ['marker-start', 'marker-mid', 'marker-end']) attributes[part] = value;
      return;
    case 'transform':
      attributes['transform'] = cssTransform(value);
      return;
    case 'd':
      attributes['d'] = value.replace(/^path\(\s*["']|["']\s*\)$/g, '');
      return;
    default:
      break;
  }
  switch (propertyTarget(property)) {
    case 'attribute':
      attributes[attributeOf(property)] = value;
      return;
    case 'style':
      element.styleOnly ??= {};
      element.styleOnly[property] = value;
      return;
    default:
  }
}
