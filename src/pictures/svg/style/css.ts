/** Reads CSS: style sheets into rules with compiled selectors, and `style` attributes into declarations. */
import { compile } from 'css-select';
import type { CssNode, Declaration, Rule, Selector } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { LRUCache } from 'lru-cache';
import { Comparisons } from '../../../platform/base/nearest.ts';
import { wordSet } from '../../../platform/base/words.ts';
import type { SvgElement } from '../document/tree.ts';
import { declarationProblem, propertyHint } from './css-problems.ts';
import { selectorOptions } from './selector-adapter.ts';

export interface CssDeclaration {
  /** Lower case, custom properties as written. */
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  /** Why it has no effect; null for one that has. */
  readonly problem: string | null;
}

/** A warning about a style sheet. */
interface CssProblem {
  readonly message: string;
  /** Offset in the text of the sheet. */
  readonly offset: number;
}

/** One selector of a rule. */
export interface CssRule {
  /** Null when the bucket is the whole condition. */
  readonly matches: ((element: SvgElement) => boolean) | null;
  /** A condition that every matching element meets: `#id`, `.class`, a type name, or `*`. */
  readonly bucket: string;
  /** Ids, classes and types as one number. */
  readonly specificity: number;
  readonly declarations: readonly CssDeclaration[];
}

export interface StyleSheet {
  readonly rules: readonly CssRule[];
  readonly warnings: readonly CssProblem[];
}

const MAX_RULES = 5_000;
const MAX_WARNINGS = 20;
/** Depth of nested brackets. The parser recurses, so without a limit the stack size of the thread would decide. */
const MAX_NESTING = 32;
/** Compound selectors in a row: each multiplies the work of searching the ancestors. */
const MAX_COMPOUNDS = 12;

/** Pseudo-classes about the position in the tree. Others need a pointer, a history, or unbounded work. */
const PSEUDO_CLASSES = wordSet(`
  root empty first-child last-child only-child nth-child nth-last-child first-of-type last-of-type
  only-of-type nth-of-type nth-last-of-type not is where
`);

/** All pictures of a screen have the same style sheets and attributes. */
const sheets = new LRUCache<string, StyleSheet>({ maxSize: 2_000_000, sizeCalculation: weigh });
const attributes = new LRUCache<string, readonly CssDeclaration[]>({
  maxSize: 1_000_000,
  sizeCalculation: weigh,
});

function weigh(_: unknown, text: string): number {
  return text.length + 1;
}

/** The rules of a style sheet. Never fails: what is invalid or unsupported is skipped with a warning, as in CSS. */
export function parseStyleSheet(text: string): StyleSheet {
  const known = sheets.get(text);
  if (known !== undefined) return known;
  const sheet = readSheet(text);
  sheets.set(text, sheet);
  return sheet;
}

/** The declarations of a `style` attribute. */
export function parseStyleAttribute(text: string): readonly CssDeclaration[] {
  const known = attributes.get(text);
  if (known !== undefined) return known;
  const declarations: CssDeclaration[] = [];
  const root = parse(text, { context: 'declarationList', parseValue: false, parseCustomProperty: false });
  walk(root, (node) => {
    if (node.type === 'Declaration') declarations.push(readDeclaration(node));
  });
  attributes.set(text, declarations);
  return declarations;
}

function readSheet(text: string): StyleSheet {
  const rules: CssRule[] = [];
  const comparisons = new Comparisons();
  const warnings = new Map<string, CssProblem>();
  const warn: Warn = (message, node) => {
    if (warnings.size < MAX_WARNINGS && !warnings.has(message))
      warnings.set(message, { message, offset: node?.loc?.start.offset ?? 0 });
  };
  if (selectorNesting(text) > MAX_NESTING) {
    warn(`a style sheet with brackets nested more than ${MAX_NESTING} deep is ignored`, null);
    return { rules, warnings: [...warnings.values()] };
  }
  const root = parse(text, { parseValue: false, parseCustomProperty: false, positions: true });
  if (root.type !== 'StyleSheet') return { rules, warnings: [] };
  for (const node of root.children) {
    if (node.type === 'Rule') readRule(node, rules, warn, comparisons);
    else if (node.type === 'Atrule') warn(atRuleWarning(node.name), node);
    if (rules.length > MAX_RULES) {
      warn(`only the first ${MAX_RULES} CSS rules are used`, node);
      break;
    }
  }
  return { rules, warnings: [...warnings.values()] };
}

type Warn = (message: string, node: CssNode | null) => void;

/** The nesting depth of brackets: of blocks, and of parentheses outside of blocks. Values are not parsed. */
function selectorNesting(text: string): number {
  let [blocks, parentheses, deepest] = [0, 0, 0];
  for (const [bracket] of text.matchAll(/[(){}]/g)) {
    if (bracket === '{') blocks += 1;
    else if (bracket === '}') blocks = Math.max(0, blocks - 1);
    else if (blocks === 0) parentheses = bracket === '(' ? parentheses + 1 : Math.max(0, parentheses - 1);
    if (bracket === '{') parentheses = 0;
    deepest = Math.max(deepest, blocks, parentheses);
  }
  return deepest;
}

function atRuleWarning(name: string): string {
  if (name === 'font-face') return '@font-face is ignored: put the font file into the fonts directory';
  return `@${name} is ignored`;
}

function readRule(rule: Rule, rules: CssRule[], warn: Warn, comparisons: Comparisons): void {
  if (rule.prelude.type !== 'SelectorList') {
    warn('a CSS rule with a selector that cannot be read is ignored', rule);
    return;
  }
  const declarations: CssDeclaration[] = [];
  for (const node of rule.block.children) {
    if (node.type !== 'Declaration') {
      warn('CSS rules inside of other rules are ignored: write each with its whole selector', node);
      continue;
    }
    const declaration = readDeclaration(node);
    declarations.push(declaration);
    const { problem, property } = declaration;
    if (problem !== null) warn(problem + propertyHint(property, comparisons), node);
  }
  for (const selector of rule.prelude.children) {
    if (selector.type !== 'Selector') continue;
    const refusal = refusalOf(selector);
    if (refusal === null) rules.push(readSelector(selector, declarations));
    else warn(`the CSS selector "${generate(selector)}" is ignored: ${refusal}`, selector);
  }
}

/** A comment, or a quoted string, which may contain what looks like one. */
const COMMENT = /("[^"]*"|'[^']*')|\/\*[\s\S]*?(?:\*\/|$)/g;

function withoutComments(value: string): string {
  return value.includes('/*') ? value.replace(COMMENT, (_, quoted?: string) => quoted ?? ' ') : value;
}

function readDeclaration(node: Declaration): CssDeclaration {
  const property = node.property.startsWith('--') ? node.property : node.property.toLowerCase();
  const value = withoutComments(generate(node.value)).trim();
  return {
    property,
    value,
    important: node.important !== false,
    problem: declarationProblem(property, value),
  };
}

function refusalOf(selector: Selector): string | null {
  let refusal: string | null = null;
  let compounds = 1;
  walk(selector, (node) => {
    if (node.type === 'Combinator') compounds += 1;
    if (node.type === 'PseudoElementSelector') refusal = `::${node.name} has no meaning in SVG`;
    if (node.type === 'PseudoClassSelector' && !PSEUDO_CLASSES.has(node.name.toLowerCase())) {
      refusal = `:${node.name} is not supported`;
    }
    if (node.type === 'NestingSelector' || node.type === 'Percentage')
      refusal = 'it is not a selector of elements';
  });
  return compounds > MAX_COMPOUNDS ? `it has more than ${MAX_COMPOUNDS} parts` : refusal;
}

function readSelector(selector: Selector, declarations: readonly CssDeclaration[]): CssRule {
  const parts = [...selector.children];
  const { bucket, simple } = bucketOf(parts);
  return {
    matches: simple ? null : compileSelector(generate(selector)),
    bucket,
    specificity: specificityOf(selector),
    declarations,
  };
}

/** The most selective condition of the selector's last compound; `simple` when it is the only one. */
function bucketOf(parts: readonly CssNode[]): { readonly bucket: string; readonly simple: boolean } {
  const last = parts.slice(parts.findLastIndex((part) => part.type === 'Combinator') + 1);
  const simple = parts.length === 1;
  const id = last.find((part) => part.type === 'IdSelector');
  if (id !== undefined) return { bucket: `#${id.name}`, simple };
  const className = last.find((part) => part.type === 'ClassSelector');
  if (className !== undefined) return { bucket: `.${className.name}`, simple };
  const type = last.find((part) => part.type === 'TypeSelector');
  if (type !== undefined && !/[|*]/.test(type.name)) return { bucket: type.name, simple };
  return { bucket: '*', simple: simple && type?.name === '*' };
}

/** Selectors Level 4 §17. Within `MAX_COMPOUNDS`, none of the three counts reaches 1000. */
function specificityOf(selector: Selector): number {
  let specificity = 0;
  walk(selector, (node) => {
    if (node.type === 'IdSelector') specificity += 1_000_000;
    else if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') specificity += 1_000;
    else if (node.type === 'PseudoClassSelector') specificity += node.children === null ? 1_000 : 0;
    else if (node.type === 'TypeSelector' && node.name !== '*') specificity += 1;
  });
  return specificity;
}

function compileSelector(selector: string): (element: SvgElement) => boolean {
  try {
    return compile<SvgElement, SvgElement>(selector, selectorOptions);
  } catch {
    // css-tree accepts the syntax, css-select does not: the rule never applies.
    return () => false;
  }
}
