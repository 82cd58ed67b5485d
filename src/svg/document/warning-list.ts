/** Collects warnings about a document: each thing once, and only so many. */
import type { Problem } from '../../base/failure.ts';
import { problemAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';

/** Beyond this many the rest is not worth reading. */
const MAX_WARNINGS = 5;

export class WarningList {
  readonly #document: SvgDocument;
  readonly #problems = new Map<string, Problem>();

  constructor(document: SvgDocument) {
    this.#document = document;
  }

  /** True when nothing more is taken. */
  get isFull(): boolean {
    return this.#problems.size >= MAX_WARNINGS;
  }

  /** Warn of an element, unless the same has been said of another one. */
  add({ start }: SvgElement, message: string): void {
    if (this.isFull || this.#problems.has(message)) return;
    this.#problems.set(message, problemAt(this.#document, start, message));
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
