/** Turns errors into answers. No other place does. */
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { printable, printableLines } from '../../platform/base/printable.ts';
import { type ErrorBody, sendJson } from './json.ts';
import { requestLog } from './request-context.ts';
import { fullPath } from './request-url.ts';

/** Answer with an error. Express recognizes an error handler by its four parameters. */
export function errorHandler(
  cause: unknown,
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  const error = toAppError(cause);
  const log = requestLog(response);
  if (error.level === 'error') log.error({ code: error.code, err: error.cause ?? error }, error.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const { status, code, message, problems } = error;
  const body: ErrorBody = { status, code, error: printableLines(message) };
  const shown = problems.map(({ field, message: said }) => {
    return { field: printable(field), message: printableLines(said) };
  });
  sendJson(response, status, shown.length === 0 ? body : { ...body, problems: shown });
}

/** Answer for every path that has no route. */
export function notFound(request: Request): never {
  throw new AppError('not_found', { detail: `There is nothing at ${fullPath(request).slice(0, 100)}.` });
}

/** Errors of Express carry a status and a type; everything else is a bug of this server. */
function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { status, type } = cause as { status?: unknown; type?: unknown };
  if (type === 'entity.too.large') return new AppError('body_too_large', { cause });
  if (status === 415) return new AppError('unsupported_media_type', { cause });
  if (cause instanceof URIError) return new AppError('invalid_path', { cause });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('invalid_body', { cause });
  return new AppError('internal', { cause });
}
