/** Headers of every HTML page: what it may load and call, and that no other page may embed it. */
import type { ServerResponse } from 'node:http';

/**
 * Everything comes from this server. Swagger UI sets styles of single elements, and its style sheet has pictures in
 * data URLs.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The console: everything from files of this server, pictures also from memory, and nothing inline. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Set the headers. `X-Content-Type-Options` is set on every answer. */
export function pageHeaders(response: ServerResponse, policy: string = POLICY): void {
  response.setHeader('Content-Security-Policy', policy);
  // For browsers that do not support frame-ancestors.
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}
