/** The query of a request. */
import type { Request } from 'express';

/** Read the query; what cannot be decoded stays as it is. */
export function readQuery(request: Request): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
}
