/** Failures of the SVG pass: thrown inside this folder as a signal, handed out as a `Result`. */
import type { Failure, FailureCode } from '../base/failure.ts';
import { err, type Result } from '../base/result.ts';
import type { SvgDocument } from './tree.ts';
import { placeOf } from './tree.ts';

/** Carries a failure out of a deep walk. Caught by `catchFailure`; it never leaves this folder. */
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
  return new SvgSignal({ code, message, file: document.name, ...placeOf(document.source, offset) });
}

/** The result of `step`, with a signal thrown inside it turned into an error value. */
export function catchFailure<T>(step: () => Result<T>): Result<T> {
  try {
    return step();
  } catch (error) {
    if (error instanceof SvgSignal) return err(error.failure);
    throw error;
  }
}
