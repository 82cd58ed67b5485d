/** The path of a request. */
import type { Request } from 'express';

/** The path as the caller sees it, wherever the router is mounted. */
export function fullPath({ baseUrl, path }: Request): string {
  return baseUrl + path;
}
