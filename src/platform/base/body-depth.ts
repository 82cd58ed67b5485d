/** Refuses JSON bodies that are nested so deep that a recursive reader would overflow its stack. */
import { AppError } from './errors.ts';
import { isDeeperThan, type PlainValue } from './plain.ts';

/** Nesting of JSON bodies: real ones have three levels; deep ones are sent to overflow a stack. */
const BODY_DEPTH = 32;

/** @throws {AppError} invalid_body when the body is nested too deep */
export function checkBodyDepth(body: PlainValue): void {
  if (!isDeeperThan(body, BODY_DEPTH)) return;
  throw new AppError('invalid_body', {
    detail: `The body is nested more than ${BODY_DEPTH} levels deep.`,
  });
}
