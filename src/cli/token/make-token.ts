/** Makes a token for a frame. */
import { randomBytes } from 'node:crypto';
import type { ConfigEdit } from '../../config/edit/model.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import { FRAME_NAME } from '../../domain/frame-tokens.ts';
import { tokenDigest } from '../../fleet/calls/frame-access.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXIT, ExitError } from '../exit.ts';
import { type FramePlace, TOKENS } from './frame-place.ts';
import { ALL } from './revoke-token.ts';

/** A new token. The config has only its digest. */
export interface NewToken {
  readonly name: string;
  readonly token: string;
  readonly digest: string;
}

/**
 * Make a token beside those that there are.
 * @param wantedName  null for any
 */
export function makeToken(before: PlainObject, wantedName: string | null): Result<NewToken, ExitError> {
  const name = wantedName ?? freeName(before);
  const problem = problemOf(before, name);
  if (problem !== null) return err(problem);
  const token = randomBytes(FRAME_LIMITS.tokenBytes).toString('base64url');
  return ok({ name, token, digest: tokenDigest(token) });
}

function freeName(before: PlainObject): string {
  let name = 'token';
  for (let number = 2; Object.hasOwn(before, name); number++) name = `token-${number}`;
  return name;
}

function problemOf(before: PlainObject, name: string): ExitError | null {
  if (!FRAME_NAME.test(name) || name === ALL) {
    const expected = 'expected a name of letters, digits, ".", "_" and "-"';
    return new ExitError(EXIT.usage, `--name: ${expected}, got ${JSON.stringify(name)}`);
  }
  if (Object.hasOwn(before, name)) {
    const hint = 'give the new one another name, and revoke the old one when it is not used any more';
    return new ExitError(EXIT.failed, `--name: there is a token ${JSON.stringify(name)} already; ${hint}`);
  }
  if (Object.keys(before).length < FRAME_LIMITS.tokens) return null;
  return new ExitError(EXIT.failed, `there are ${FRAME_LIMITS.tokens} tokens already; revoke one first`);
}

/** The edit that adds a token, with the frame where that is new. */
export function addEdit({ at, exists }: FramePlace, { name, digest }: NewToken, screen: string): ConfigEdit {
  if (exists) return { kind: 'set', path: [...at, TOKENS, name], value: digest };
  return { kind: 'set', path: at, value: { screen, [TOKENS]: { [name]: digest } } };
}

/** The lines of the config that belong to a token. */
export function configLines(
  { at, exists }: FramePlace,
  { name, digest }: NewToken,
  screen: string,
): string[] {
  const [section = '', key = ''] = at;
  return [
    `${section}:`,
    `  ${FRAME_NAME.test(key) ? key : JSON.stringify(key)}:`,
    ...(exists ? [] : [`    screen: ${screen}`]),
    `    ${TOKENS}:`,
    `      ${name}: ${digest}`,
  ];
}

/** The address of the picture. */
export function frameUrl(
  { publicUrl, listen }: Pick<EnvSettings, 'publicUrl' | 'listen'>,
  { addressKey }: FramePlace,
  token: string,
): string {
  const base = publicUrl ?? `http://ADDRESS-OF-THE-SERVER:${listen.port}`;
  return `${base}/frame/${encodeURIComponent(addressKey)}.png?token=${token}`;
}
