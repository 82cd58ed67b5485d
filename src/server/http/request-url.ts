/** The path and the query of a request. */
import type { Request } from 'express';

/** Read the query; what cannot be decoded stays as it is. */
export function readQuery(request: Request): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
}

/** The path as the caller sees it, wherever the router is mounted. */
export function fullPath({ baseUrl, path }: Request): string {
  return baseUrl + path;
}
