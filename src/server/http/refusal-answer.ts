/** Answers to malformed requests, which never reach a route: written as text, as there is no response object. */
import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '../../platform/base/errors.ts';
import type { ErrorBody } from './json.ts';

/** The code for an error of Node's parser. */
export function refusalCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_request';
}

/** A whole answer with the usual error body. The connection is closed after it. */
export function refusalAnswer(code: ErrorCode): string {
  const { status, text } = ERRORS[code];
  const body: ErrorBody = { status, code, error: text };
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}
