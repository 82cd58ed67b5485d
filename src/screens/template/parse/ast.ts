/** The syntax tree of nunjucks' parser: the nodes that templates may use. Their names are those of the parser. */
import type { Position } from '../../../platform/base/position.ts';
import { positionOf } from '../template-error.ts';

interface Positioned {
  /** 0-based; undefined on some nodes that the parser adds. */
  readonly lineno: number | undefined;
  /** 0-based. */
  readonly colno: number | undefined;
}

interface Of<Name extends string> extends Positioned {
  readonly typename: Name;
}

interface ListOf<Name extends string> extends Of<Name> {
  readonly children: readonly AstNode[];
}

interface Pairwise<Name extends string> extends Of<Name> {
  readonly left: AstNode;
  readonly right: AstNode;
}

type LiteralNode = Of<'Literal'> & { readonly value: string | number | boolean | null };
export type SymbolNode = Of<'Symbol'> & { readonly value: string };
type PairNode = Of<'Pair'> & { readonly key: AstNode; readonly value: AstNode };
/** Null stands for a missing part that the parser does not report. */
export type LookupNode = Of<'LookupVal'> & { readonly target: AstNode | null; readonly val: AstNode | null };
/** `[from:to:step]` behind a value; a part that is left out is null. */
export type SliceNode = Of<'Slice'> & {
  readonly from: AstNode | null;
  readonly to: AstNode | null;
  readonly step: AstNode | null;
};
export type CallNode = Of<'FunCall'> & { readonly name: AstNode | null; readonly args: ListOf<'NodeList'> };
export type FilterNode = Of<'Filter'> & { readonly name: SymbolNode; readonly args: ListOf<'NodeList'> };
export type CompareNode = Of<'Compare'> & {
  readonly expr: AstNode;
  readonly ops: readonly (Of<'CompareOperand'> & { readonly expr: AstNode; readonly type: string })[];
};
export type InlineIfNode = Of<'InlineIf'> & {
  readonly cond: AstNode;
  readonly body: AstNode;
  readonly else_: AstNode | null;
};
export type CaptureNode = Of<'Capture'> & { readonly body: AstNode };
export type MacroNode = Of<'Macro' | 'Caller'> & {
  readonly name: AstNode;
  readonly args: ListOf<'NodeList'>;
  readonly body: AstNode;
};

/** Operators with two operands, by the name of their node. */
export type BinaryName = 'Add' | 'Sub' | 'Mul' | 'Div' | 'FloorDiv' | 'Mod' | 'Pow' | 'Concat' | 'And' | 'Or';
export type BinaryNode = Pairwise<BinaryName>;
type UnaryNode = Of<'Not' | 'Neg' | 'Pos'> & { readonly target: AstNode };
export type IsNode = Pairwise<'Is'>;

export type ExpressionNode =
  | LiteralNode
  | SymbolNode
  | ListOf<'Group' | 'Array'>
  | ListOf<'Dict'>
  | LookupNode
  | SliceNode
  | CallNode
  | FilterNode
  | CompareNode
  | InlineIfNode
  | CaptureNode
  | MacroNode
  | BinaryNode
  | Pairwise<'In'>
  | IsNode
  | UnaryNode;

type TemplateDataNode = Of<'TemplateData'> & { readonly value: string };
export type IfNode = Of<'If'> & {
  readonly cond: AstNode;
  readonly body: AstNode;
  readonly else_: AstNode | null;
};
export type ForNode = Of<'For'> & {
  readonly arr: AstNode;
  readonly name: AstNode;
  readonly body: AstNode;
  readonly else_: AstNode | null;
};
export type SetNode = Of<'Set'> & {
  readonly targets: readonly AstNode[];
  readonly value: AstNode | null;
  readonly body?: CaptureNode;
  /** Written as `set_global`. */
  readonly global?: boolean;
};
export type SwitchNode = Of<'Switch'> & {
  readonly expr: AstNode;
  readonly cases: readonly (Of<'Case'> & { readonly cond: AstNode; readonly body: ListOf<'NodeList'> })[];
  readonly default: AstNode | null;
};
export type BlockNode = Of<'Block'> & { readonly name: SymbolNode; readonly body: AstNode };
export type ExtendsNode = Of<'Extends'> & { readonly template: AstNode };
export type IncludeNode = Of<'Include'> & {
  readonly template: AstNode;
  readonly ignoreMissing: boolean | null;
};
export type ImportNode = Of<'Import'> & {
  readonly template: AstNode;
  readonly target: AstNode;
  readonly withContext: boolean | null;
};
export type FromImportNode = Of<'FromImport'> & {
  readonly template: AstNode;
  readonly names: ListOf<'NodeList'>;
  readonly withContext: boolean | null;
};
type JumpNode = Of<'Break' | 'Continue'>;

export type AstNode =
  | ExpressionNode
  | PairNode
  | ListOf<'NodeList' | 'Root' | 'Output'>
  | ListOf<'KeywordArgs'>
  | TemplateDataNode
  | IfNode
  | ForNode
  | SetNode
  | SwitchNode
  | BlockNode
  | ExtendsNode
  | IncludeNode
  | ImportNode
  | FromImportNode
  | JumpNode
  | Of<'IfAsync' | 'AsyncEach' | 'AsyncAll'>;

export type RootNode = ListOf<'Root'>;
export type DictNode = ListOf<'Dict'>;

/** All nodes of a file, each before its children. Without recursion, since the parser builds long chains as deep trees. */
export function* nodesIn(root: RootNode): Generator<AstNode> {
  const open: object[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNode(next)) {
      yield next;
      open.push(...Object.values(next).filter(isBranch));
    } else if (Array.isArray(next)) {
      for (const child of next) if (isBranch(child)) open.push(child);
    }
  }
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isNode(value: object): value is AstNode {
  return 'typename' in value;
}

/** Position of the first character of an expression. The parser positions members and calls at their dots and brackets. */
export function startOf(node: AstNode): Position {
  let first: AstNode = node;
  for (let next: AstNode | null = node; next !== null; next = leftOf(next)) first = next;
  return positionOf(first);
}

/** The part of an expression that is written before its operator, dot, bracket or bar. */
function leftOf(node: AstNode): AstNode | null {
  switch (node.typename) {
    case 'LookupVal':
      return node.target;
    case 'FunCall':
      return node.name;
    case 'Filter':
      // The input of a filter section is its body, which is written after the name.
      return node.args.children[0]?.typename === 'Capture' ? null : (node.args.children[0] ?? null);
    case 'Compare':
      return node.expr;
    case 'InlineIf':
      return node.body;
    default:
      return 'left' in node ? node.left : null;
  }
}
