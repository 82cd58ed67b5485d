/** The answer to monitors. */
import type { ServerResponse } from 'node:http';

/** Answer `OK`. Ends the response. */
export function sendOk(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end('OK');
}
