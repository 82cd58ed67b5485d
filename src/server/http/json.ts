/**
 * JSON answers: compact, with a length, written in one go. Some devices read them with `sed`, and people at a terminal: what
 * could mislead those is escaped.
 */
import type { ServerResponse } from 'node:http';
import { sizeOfData } from '../../platform/base/data-size.ts';
import { type FieldProblem, overloaded } from '../../platform/base/errors.ts';
import { printableJson } from '../../platform/base/printable.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { jsonInSlices, RUN } from './json-writer.ts';
import { holdAnswer, makeAnswer } from './long-answers.ts';

export const JSON_TYPE = 'application/json';

/** Answer with JSON. Ends the response. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = printableJson(JSON.stringify(body));
  const length = Buffer.byteLength(text);
  holdAnswer(response, length);
  setHeaders(response, status, JSON_TYPE, length);
  // As text it leaves with the headers in one piece.
  response.end(text);
}

/** Answer 200 with JSON that may be long: devices are served while it is written. Ends the response. */
export async function sendLongJson(response: ServerResponse, body: unknown): Promise<void> {
  // What is short holds nobody up, and waits in no line.
  if (sizeOfData(body, RUN) !== null) return sendJson(response, 200, body);
  sendBytes(response, JSON_TYPE, await makeAnswer(response, jsonInSlices(body)));
}

/** The same for a call that has changed or made something: that is done, so its answer is not refused for others of the caller. */
export async function sendWritten(response: ServerResponse, body: unknown): Promise<void> {
  if (sizeOfData(body, RUN) !== null) return sendJson(response, 200, body);
  const bytes = await mainTurns.do('answers', jsonInSlices(body));
  holdAnswer(response, bytes.length);
  setHeaders(response, 200, JSON_TYPE, bytes.length);
  response.end(bytes);
}

/**
 * Answer 200 with bytes, which count until they are read. Ends the response.
 * @throws {AppError} overloaded when too much for this caller is not read yet
 */
export function sendBytes(response: ServerResponse, type: string, bytes: Buffer): void {
  if (!holdAnswer(response, bytes.length)) throw overloaded();
  setHeaders(response, 200, type, bytes.length);
  response.end(bytes);
}

function setHeaders(response: ServerResponse, status: number, type: string, length: number): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', length);
  response.setHeader('Cache-Control', 'no-store');
}

/** The body of every error answer, device and admin API alike. */
export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  /** Present when a body was refused: everything that is wrong with it. */
  readonly problems?: readonly FieldProblem[];
}
