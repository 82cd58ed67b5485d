/** Reads the body of an admin call: JSON in UTF-8, and nothing else. */
import type { Request, RequestHandler } from 'express';
import { checkBodyDepth } from '../base/body-depth.ts';
import { AppError } from '../base/errors.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainValue } from '../base/plain.ts';
import { TURN_LIMITS } from '../base/turn-limits.ts';
import { adminOwner } from './body-owner.ts';
import { describeJsonError } from './json-syntax.ts';
import { receiveBody } from './receive-body.ts';

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** Middleware that collects the bytes of a body, for `readJson`. */
export const collectBody: RequestHandler = async (request, response, next) => {
  request.body = await receiveBody(request, response, LIMITS.adminBodyBytes, adminOwner(response));
  next();
};

/** True when a request came with a body. */
export function hasBody(request: Request): boolean {
  return Buffer.isBuffer(request.body) && request.body.length > 0;
}

/**
 * The body of a request.
 * @throws {AppError} unsupported_media_type, invalid_body with line and column
 */
export function readJson(request: Request): PlainValue {
  const type = request.headers['content-type'];
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    throw new AppError('invalid_body', { detail: 'The body is empty; expected a JSON map.' });
  }
  if (type === undefined || !JSON_TYPE.test(type.trim())) {
    const got = type === undefined ? 'no Content-Type' : JSON.stringify(type.slice(0, 60));
    throw new AppError('unsupported_media_type', {
      detail: `Header Content-Type: expected application/json, got ${got}.`,
    });
  }
  checkCount(bytes);
  const value = parse(decodeBody(bytes));
  checkBodyDepth(value);
  return value;
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...Buffer.from('"\\,[{')];

/**
 * Count what a body consists of before it is parsed, which is one piece of work: a second for 8 MiB of brackets.
 * @throws {AppError} invalid_body when there are more values than any call needs
 */
function checkCount(bytes: Buffer): void {
  if (bytes.length <= TURN_LIMITS.bodyValues) return;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  if (values <= TURN_LIMITS.bodyValues) return;
  throw new AppError('invalid_body', {
    detail: `The body has more than ${TURN_LIMITS.bodyValues} values.`,
  });
}

function parse(text: string): PlainValue {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_body', { detail: `The body is not JSON: ${describeJsonError(text)}.` });
  }
}

/**
 * A body as text.
 * @throws {AppError} invalid_body for what is not UTF-8
 */
export function decodeBody(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_body', { detail: 'The body is not UTF-8.' });
  }
}
