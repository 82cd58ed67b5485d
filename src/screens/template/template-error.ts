/** How a template stops: one exception, thrown and caught inside this folder, that becomes a `Failure` at its edge. */
import type { FailureCode } from '../../platform/base/failure.ts';
import type { Position } from '../../platform/base/position.ts';

type TemplateErrorCode = Extract<FailureCode, 'template_syntax' | 'template_error' | 'template_limit'>;

/**
 * The reason why a template cannot be parsed or rendered. Evaluation is deeply nested, so this is thrown;
 * `TemplateEngine` catches it and hands out a `Failure`. Messages name types, never values of the data.
 */
export class TemplateError extends Error {
  readonly code: TemplateErrorCode;
  readonly place: Position | undefined;
  /** The template that it stands in, when that is not the one being rendered. */
  readonly file: string | undefined;

  constructor(code: TemplateErrorCode, message: string, place?: Position, file?: string) {
    super(message);
    this.code = code;
    this.place = place;
    this.file = file;
  }
}

/** Stop: the template is not well-formed, or uses a name that does not exist. */
export function syntaxError(place: Position | undefined, message: string): TemplateError {
  return new TemplateError('template_syntax', message, place);
}

/** Stop: the template asks for something that its data cannot give. */
export function dataError(place: Position | undefined, message: string): TemplateError {
  return new TemplateError('template_error', message, place);
}

/** Stop: the template is larger, deeper or longer at work than is allowed. */
export function limitError(place: Position | undefined, message: string): TemplateError {
  return new TemplateError('template_limit', message, place);
}

/** Position of a syntax tree node or token, whose positions count from 0. */
export function positionOf(node: {
  readonly lineno: number | undefined;
  readonly colno: number | undefined;
}): Position {
  return { line: (node.lineno ?? 0) + 1, column: (node.colno ?? 0) + 1 };
}
