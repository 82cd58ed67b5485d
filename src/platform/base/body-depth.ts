/** Refuses JSON bodies that are nested so deep that a recursive reader would overflow its stack. */
import { AppError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { isDeeperThan, type PlainValue } from './plain.ts';

/** @throws {AppError} invalid_body when the body is nested too deep */
export function checkBodyDepth(body: PlainValue): void {
  if (!isDeeperThan(body, LIMITS.bodyDepth)) return;
  throw new AppError('invalid_body', {
    detail: `The body is nested more than ${LIMITS.bodyDepth} levels deep.`,
  });
}
