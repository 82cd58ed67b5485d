/** How a template stops: one exception, thrown and caught inside this folder, that becomes a `Failure` at its edge. */
import type { FailureCode } from '../base/failure.ts';

/** Where something stands in a template. */
export interface Place {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

export type FaultCode = Extract<FailureCode, 'template_syntax' | 'template_error' | 'template_limit'>;

/**
 * The reason why a template cannot be parsed or rendered. Evaluation is deeply nested, so this is thrown;
 * `TemplateEngine` catches it and hands out a `Failure`. Messages name types, never values of the data.
 */
export class TemplateFault extends Error {
  readonly code: FaultCode;
  readonly place: Place | undefined;
  /** The template that it stands in, when that is not the one being rendered. */
  readonly file: string | undefined;

  constructor(code: FaultCode, message: string, place?: Place, file?: string) {
    super(message);
    this.code = code;
    this.place = place;
    this.file = file;
  }
}

/** Stop: the template is not well-formed, or uses a name that does not exist. */
export function syntaxFault(place: Place | undefined, message: string): TemplateFault {
  return new TemplateFault('template_syntax', message, place);
}

/** Stop: the template asks for something that its data cannot give. */
export function errorFault(place: Place | undefined, message: string): TemplateFault {
  return new TemplateFault('template_error', message, place);
}

/** Stop: the template is larger, deeper or longer at work than is allowed. */
export function limitFault(place: Place | undefined, message: string): TemplateFault {
  return new TemplateFault('template_limit', message, place);
}

/** Place of a syntax tree node or token, whose positions count from 0. */
export function placeOf(node: {
  readonly lineno: number | undefined;
  readonly colno: number | undefined;
}): Place {
  return { line: (node.lineno ?? 0) + 1, column: (node.colno ?? 0) + 1 };
}
