/** Reads the body of an admin call: JSON in UTF-8, and nothing else. */
import type { Request, RequestHandler } from 'express';
import { checkBodyDepth } from '../../platform/base/body-depth.ts';
import { decoded } from '../../platform/base/decode-text.ts';
import { AppError } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { TURN_LIMITS } from '../../platform/base/turn-limits.ts';
import { mainTurns, runAtOnce, type Slices } from '../../platform/base/turns.ts';
import { adminOwner } from './body-owner.ts';
import { type CountBounds, checkCount } from './json-count.ts';
import { parseJsonInSlices } from './json-slices.ts';
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
 * The body of a request that is short, as most are.
 * @throws {AppError} unsupported_media_type, invalid_body with line and column
 */
export function readJson(request: Request): PlainValue {
  return runAtOnce(readInSlices(jsonBytes(request), SHORT));
}

/**
 * The same for a body that may be long: other calls are answered in between.
 * @throws {AppError} unsupported_media_type, invalid_body with line and column
 */
export async function readLongJson(request: Request): Promise<PlainValue> {
  return mainTurns.do('answers', readInSlices(jsonBytes(request), LONG));
}

function jsonBytes(request: Request): Buffer {
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
  return bytes;
}

function* readInSlices(bytes: Buffer, most: CountBounds): Slices<PlainValue> {
  yield* checkCount(bytes, most);
  const text = yield* decoded(bytes);
  const value = yield* parsed(text);
  yield;
  checkBodyDepth(value);
  return value;
}

const LONG: CountBounds = { values: TURN_LIMITS.bodyValues, keys: TURN_LIMITS.bodyMapKeys };
const SHORT: CountBounds = { ...LONG, values: TURN_LIMITS.shortBodyValues };

function* parsed(text: string): Slices<PlainValue> {
  try {
    return yield* parseJsonInSlices(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const problem = yield* describeJsonError(text);
  throw new AppError('invalid_body', { detail: `The body is not JSON: ${problem}.` });
}
