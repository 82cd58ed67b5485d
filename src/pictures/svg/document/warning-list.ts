/** Collects warnings about a document: each message once, up to a limit. */
import type { Problem } from '../../../platform/base/failure.ts';
import { Comparisons } from '../../../platform/base/nearest.ts';
import { oneLine } from '../../../platform/base/one-line.ts';
import { problemAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';

const MAX_SHOWN = 40;

/** The text in quotes, in one line, shortened, without control characters. */
export function quoteOneLine(text: string): string {
  return `"${oneLine(text, MAX_SHOWN)}"`;
}

/** Nobody reads more warnings than this. */
const MAX_WARNINGS = 5;

export class WarningList {
  /** For hints: whoever draws writes the names and the candidates. */
  readonly comparisons = new Comparisons();
  readonly #document: SvgDocument;
  readonly #problems = new Map<string, Problem>();

  constructor(document: SvgDocument) {
    this.#document = document;
  }

  /** True when no more warnings are accepted. */
  get isFull(): boolean {
    return this.#problems.size >= MAX_WARNINGS;
  }

  /** Warn of an element, unless another one has caused the same warning. */
  add({ start }: Pick<SvgElement, 'start'>, message: string): void {
    if (this.isFull || this.#problems.has(message)) return;
    this.#problems.set(message, problemAt(this.#document, start, message));
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
