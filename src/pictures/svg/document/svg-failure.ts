/** Failures of the SVG pass: thrown as a signal inside the pass, returned as a `Result` by its entry points. */
import type { Failure, FailureCode, Problem } from '../../../platform/base/failure.ts';
import { err, type Result } from '../../../platform/base/result.ts';
import type { SvgDocument } from './tree.ts';
import { lineAndColumn } from './tree.ts';

/** Carries a failure out of a deep walk. The entry points of the pass catch it. */
export class SvgSignal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A failure at an offset of the source. */
export function failAt(
  document: Pick<SvgDocument, 'name' | 'source'>,
  offset: number,
  code: FailureCode,
  message: string,
): SvgSignal {
  return new SvgSignal({ code, message, file: document.name, ...lineAndColumn(document.source, offset) });
}

/** A warning about an offset of the source. */
export function problemAt(
  document: Pick<SvgDocument, 'name' | 'source'>,
  offset: number,
  message: string,
): Problem {
  return { message, file: document.name, ...lineAndColumn(document.source, offset) };
}

/**
 * The failure behind a caught error; null for an unexpected error.
 * An overflow of the stack counts as a failure: the author nested something too deeply for a parser.
 */
export function svgFailureOf(error: unknown, name: string): Failure | null {
  if (error instanceof SvgSignal) return error.failure;
  if (!(error instanceof RangeError && error.message.includes('call stack'))) return null;
  return { code: 'svg_limit', file: name, message: 'something in the SVG or its CSS is nested too deeply' };
}

/** The result of `step`, with a failure thrown inside it turned into an error value. @param name  file for messages */
export function catchFailure<T>(name: string, step: () => Result<T>): Result<T> {
  try {
    return step();
  } catch (error) {
    const failure = svgFailureOf(error, name);
    if (failure !== null) return err(failure);
    throw error;
  }
}
