/** Makes and revokes named tokens of the admin API. */
import { randomBytes } from 'node:crypto';
import { valueAt } from '../../config/edit/model.ts';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import type { ConfigStore } from '../../config/source/store.ts';
import { ROLES } from '../../domain/admin-token.ts';
import { DATA_NAME_EXPECTED, isDataName } from '../../domain/pushed-data.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import { MOMENT_EXPECTED, parseMoment } from '../../platform/time/moment.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { writeConfig } from './with-config.ts';

const SECTION = 'admin_tokens';

export interface AdminTokenOptions {
  readonly name: string;
  readonly role: string | undefined;
  /** A date or time, as the config has it. */
  readonly until: string | undefined;
  readonly note: string | undefined;
  /** Write into the config, not only print. */
  readonly write: boolean;
}

/**
 * Make a token, and print it with its lines in the config.
 * @throws {ExitError}
 */
export async function makeAdminToken(config: ConfigStore, options: AdminTokenOptions): Promise<void> {
  const { name, write } = options;
  const token = randomBytes(ACCESS_LIMITS.tokenBytes).toString('base64url');
  const entry = entryOf(options, `sha256:${sha256Hex(token)}`);
  const problem = problemOf(
    tokensOf((path) => valueAt(config.raw, path)),
    name,
  );
  if (problem !== null) throw problem;
  if (write) {
    await writeConfig(config, 'stipple token', (current) => {
      const taken = problemOf(tokensOf(current.valueAt), name);
      if (taken !== null) return err(taken);
      return ok({ edits: [{ kind: 'set', path: [SECTION, name], value: entry }], value: null });
    });
  }
  say.answer(`token   ${token}`);
  if (write) {
    say.answer(`saved   ${name} in ${config.label}`);
    return;
  }
  say.answer('config');
  say.answer(`${SECTION}:`);
  say.answer(`  ${JSON.stringify(name)}:`);
  for (const [key, value] of Object.entries(entry)) say.answer(`    ${key}: ${JSON.stringify(value)}`);
}

/**
 * Remove a token from the config.
 * @throws {ExitError}
 */
export async function revokeAdminToken(config: ConfigStore, name: string): Promise<void> {
  await writeConfig(config, 'stipple token --revoke', ({ valueAt }) => {
    const names = Object.keys(tokensOf(valueAt));
    if (!names.includes(name)) return err(noToken(name, names));
    const isLast = names.length === 1;
    return ok({ edits: [{ kind: 'remove', path: isLast ? [SECTION] : [SECTION, name] }], value: null });
  });
  say.answer(`revoked ${name} in ${config.label}`);
}

const DAY_MS = 86_400_000;

function entryOf({ name, role, until, note }: AdminTokenOptions, sha256: string): PlainObject {
  if (!isDataName(name)) throw wrong('admin', DATA_NAME_EXPECTED, name);
  if (role === undefined || !ROLES.some((known) => known === role)) {
    throw wrong('role', `one of ${ROLES.join(', ')}`, role ?? 'nothing');
  }
  if (until !== undefined) checkUntil(until);
  const { noteCharacters: most } = ACCESS_LIMITS;
  if (note !== undefined && note.length > most) throw wrong('note', `at most ${most} characters`, 'more');
  return {
    role,
    sha256,
    ...(until === undefined ? {} : { until }),
    ...(note === undefined || note.trim() === '' ? {} : { note }),
  };
}

/** A token that is over when it is made is a mistake in the year. */
function checkUntil(until: string): void {
  const end = parseMoment(until);
  if (end === null) throw wrong('until', MOMENT_EXPECTED, until);
  // A date counts to its end.
  if (end.ms + (end.isDate ? DAY_MS : 0) > Date.now()) return;
  throw wrong('until', `${MOMENT_EXPECTED}, which is still to come`, until);
}

function problemOf(before: PlainObject, name: string): ExitError | null {
  const names = Object.keys(before);
  const twin = names.find((other) => other.toLowerCase() === name.toLowerCase());
  if (twin !== undefined) {
    const hint = 'give the new one another name, and revoke the old one when it is not used any more';
    return new ExitError(EXIT.failed, `--admin: there is a token ${JSON.stringify(twin)} already; ${hint}`);
  }
  if (names.length < ACCESS_LIMITS.tokens) return null;
  return new ExitError(EXIT.failed, `there are ${ACCESS_LIMITS.tokens} tokens already; revoke one first`);
}

function noToken(name: string, names: readonly string[]): ExitError {
  const there = names.length === 0 ? '; there is none' : `; there are: ${names.join(', ')}`;
  const hint = didYouMean(name, names) || there;
  return new ExitError(EXIT.failed, `--revoke: there is no token ${JSON.stringify(name)}${hint}`);
}

function tokensOf(valueAt: (path: readonly string[]) => unknown): PlainObject {
  const tokens = valueAt([SECTION]);
  return isPlainObject(tokens) ? tokens : {};
}

function wrong(option: string, expected: string, got: string): ExitError {
  return new ExitError(EXIT.usage, `--${option}: expected ${expected}, got "${got.slice(0, 80)}"`);
}
