/** JSON answers: compact, with a length, written in one go. Some devices read them with `sed`. */
import type { ServerResponse } from 'node:http';

/** Answer with JSON. Ends the response. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', bytes.length);
  response.setHeader('Cache-Control', 'no-store');
  response.end(bytes);
}

/** The body of every error answer, device and admin API alike. */
export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly error: string;
}
