/** Decides who may fetch the picture of a frame. Whoever has no token learns not even which frames there are. */
import { timingSafeEqual } from 'node:crypto';
import { type FoundFrame, findFrame } from '../../domain/frame.ts';
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import { type FrameDigest, type FrameTokens, parseFrameDigest } from '../../domain/frame-tokens.ts';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { sha256, sha256Hex } from '../../platform/base/hash.ts';
import { Lines } from '../../platform/queues/lines.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

/** Decide who may have the picture of a frame made now. */
export function frameLines(): Lines {
  return new Lines({ parts: [FRAME_LIMITS.making], maxWaiting: FRAME_LIMITS.waiting });
}

const HEX_AT = 'sha256:'.length;

/** Compared where there is no frame, or one without tokens, so that the answer takes as long. */
const NO_TOKENS: FrameTokens = new Map([['none', tokenDigest('')]]);

/**
 * The frame of a key.
 * @param token  null where the call has none
 * @throws {AppError} invalid_frame_token, too_many_attempts
 */
export function admitFrame(
  { throttle, nowMs }: Pick<DeviceApi, 'throttle' | 'nowMs'>,
  { config, address }: Pick<CallContext, 'config' | 'address'>,
  key: string,
  token: string | null,
): FoundFrame {
  const frame = findFrame(config, key);
  const tokens = frame?.entry.frameTokens ?? NO_TOKENS;
  const isRight = hasToken(tokens, token ?? '') && tokens !== NO_TOKENS;
  if (frame !== null && isRight) return frame;
  // A call without a token guesses nothing.
  if (token !== null && !throttle.wrongTokens.take(address, nowMs())) throw tooManyAttempts();
  throw new AppError('invalid_frame_token', { headers: { 'WWW-Authenticate': 'Bearer realm="frame"' } });
}

/** All are compared, in constant time. */
function hasToken(tokens: FrameTokens, token: string): boolean {
  const given = sha256(token);
  let isFound = false;
  for (const digest of tokens.values()) {
    if (timingSafeEqual(Buffer.from(digest.slice(HEX_AT), 'hex'), given)) isFound = true;
  }
  return isFound;
}

/** The digest by which the config knows a token. */
export function tokenDigest(token: string): FrameDigest {
  const digest = parseFrameDigest(`sha256:${sha256Hex(token)}`);
  if (digest === null) throw new TypeError('not a digest');
  return digest;
}
