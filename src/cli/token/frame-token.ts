/** Makes and revokes the tokens of frames. */

import { randomBytes } from 'node:crypto';
import { type ConfigEdit, valueAt } from '../../config/edit/model.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import { FRAMES } from '../../config/read/keys.ts';
import { isFrameName } from '../../config/read/read-frames.ts';
import type { CurrentConfig } from '../../config/source/plan-changes.ts';
import type { ConfigStore } from '../../config/source/store.ts';
import { findFrame } from '../../domain/frame.ts';
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import { FRAME_NAME } from '../../domain/frame-tokens.ts';
import { tokenDigest } from '../../fleet/calls/frame-access.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { writeConfig } from './with-config.ts';

interface FrameTokenOptions {
  readonly frame: string;
  readonly name: string | undefined;
  /** Screen of a frame that is added. */
  readonly screen: string | undefined;
  /** Write into the config, not only print. */
  readonly write: boolean;
}

/**
 * Make a token of a frame, and print it with its address.
 * @throws {ExitError}
 */
export async function makeFrameToken(
  settings: EnvSettings,
  config: ConfigStore,
  { frame: key, name, screen = '', write }: FrameTokenOptions,
): Promise<void> {
  const current = { valueAt: (path: readonly string[]) => valueAt(config.raw, path) };
  const place = framePlace(config, key);
  if (place === null || (!place.exists && screen === '')) {
    throw noFrame(config, key, '; give a --screen to add a frame of this name');
  }
  const made = write
    ? await writeConfig(config, 'stipple token', (now) => {
        const planned = framePlace(now, key);
        if (planned === null) return err(noFrame(now, key, ''));
        const token = makeToken(tokensAt(now, planned), name ?? null);
        if (!token.ok) return token;
        return ok({ edits: [addEdit(planned, token.value, screen)], value: token.value });
      })
    : required(makeToken(tokensAt(current, place), name ?? null));
  say.answer(`token   ${made.token}`);
  say.answer(`url     ${frameUrl(settings, place, made.token)}`);
  if (write) {
    say.answer(`saved   ${made.name} in ${config.label}`);
    return;
  }
  say.answer('config');
  for (const line of configLines(place, made, screen)) say.answer(line);
}

/**
 * Remove one token of a frame from the config, or all.
 * @throws {ExitError}
 */
export async function revokeFrameTokens(config: ConfigStore, key: string, which: string): Promise<void> {
  const gone = await writeConfig(config, 'stipple token --revoke', (now) => {
    const place = framePlace(now, key);
    if (place === null || !place.exists) return err(noFrame(now, key, ''));
    const edits = revokeEdits(place, tokensAt(now, place), which);
    return edits.ok ? ok({ edits: edits.value, value: which }) : edits;
  });
  say.answer(`revoked ${gone} in ${config.label}`);
}

/** @throws {ExitError} */
function required<T>(result: Result<T, ExitError>): T {
  if (result.ok) return result.value;
  throw result.error;
}

/** A new token. The config has only its digest. */
interface NewToken {
  readonly name: string;
  readonly token: string;
  readonly digest: string;
}

/**
 * Make a token beside those that there are.
 * @param wantedName  null for any
 */
function makeToken(before: PlainObject, wantedName: string | null): Result<NewToken, ExitError> {
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
function addEdit({ at, exists }: FramePlace, { name, digest }: NewToken, screen: string): ConfigEdit {
  if (exists) return { kind: 'set', path: [...at, TOKENS, name], value: digest };
  return { kind: 'set', path: at, value: { screen, [TOKENS]: { [name]: digest } } };
}

/** The lines of the config that belong to a token. */
function configLines({ at, exists }: FramePlace, { name, digest }: NewToken, screen: string): string[] {
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
function frameUrl(
  { publicUrl, listen }: Pick<EnvSettings, 'publicUrl' | 'listen'>,
  { addressKey }: FramePlace,
  token: string,
): string {
  const base = publicUrl ?? `http://ADDRESS-OF-THE-SERVER:${listen.port}`;
  return `${base}/frame/${encodeURIComponent(addressKey)}.png?token=${token}`;
}

/** Stands for every token; none may have this name. */
const ALL = 'all';

/** The edits that remove a token, or `all` of them. */
function revokeEdits(
  { at }: FramePlace,
  before: PlainObject,
  which: string,
): Result<readonly ConfigEdit[], ExitError> {
  const names = Object.keys(before);
  if (names.length === 0) return err(new ExitError(EXIT.failed, '--revoke: it has no tokens'));
  if (which !== ALL && !Object.hasOwn(before, which)) {
    const hint = didYouMean(which, names) || `; there are: ${names.join(', ')}`;
    return err(new ExitError(EXIT.failed, `--revoke: there is no token ${JSON.stringify(which)}${hint}`));
  }
  const isLast = which === ALL || names.length === 1;
  return ok([{ kind: 'remove', path: isLast ? [...at, TOKENS] : [...at, TOKENS, which] }]);
}

interface FramePlace {
  /** The entry in the config, from the top level down. */
  readonly at: readonly string[];
  /** The key in the address of its picture. */
  readonly addressKey: string;
  /** False for a frame that has yet to be added. */
  readonly exists: boolean;
}

/** Where in the config the tokens of a frame stand, and what is said there. */
const TOKENS = 'frame_tokens';

/** The place of a frame; one that does not exist is to be added. @returns null for a name that no frame can have */
function framePlace({ snapshot }: Pick<ConfigStore, 'snapshot'>, key: string): FramePlace | null {
  const found = findFrame(snapshot, key);
  if (found === null) return isFrameName(key) ? { at: [FRAMES, key], addressKey: key, exists: false } : null;
  const { entry, deviceKey } = found;
  // Some clients take a colon in an address for the beginning of a port.
  return deviceKey === null
    ? { at: [FRAMES, key], addressKey: key, exists: true }
    : { at: ['devices', entry.key], addressKey: deviceKey.replaceAll(':', '-'), exists: true };
}

/** The error for a key without an entry. */
function noFrame({ snapshot }: Pick<ConfigStore, 'snapshot'>, key: string, hint: string): ExitError {
  const meant = didYouMean(key, [...snapshot.frames.keys(), ...snapshot.devices.keys()]);
  return new ExitError(
    EXIT.failed,
    `--frame: the config has no frame and no device ${JSON.stringify(key)}${meant || hint}`,
  );
}

/** The tokens at a place, as they are written. */
function tokensAt({ valueAt }: Pick<CurrentConfig, 'valueAt'>, { at }: FramePlace): PlainObject {
  const tokens = valueAt([...at, TOKENS]);
  return isPlainObject(tokens) ? tokens : {};
}
