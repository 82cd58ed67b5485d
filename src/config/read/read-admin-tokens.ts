/**
 * Reads the `admin_tokens` section: who may use the admin API, and for what. The config has digests of tokens, never
 * tokens; what stands in the place of a digest may be the token itself, so no message quotes it.
 */

import { type AdminToken, ROLES } from '../../domain/admin-token.ts';
import { DATA_NAME_EXPECTED, isDataName } from '../../domain/pushed-data.ts';
import { MOMENT_EXPECTED, parseMoment } from '../../platform/time/moment.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { ACCESS_LIMITS } from '../env/access-limits.ts';
import { namedAs, readEntries } from './entries.ts';
import { ADMIN_TOKEN_KEYS } from './keys.ts';

type TokenReader = MapReader<(typeof ADMIN_TOKEN_KEYS)[number]>;

const DIGEST = /^(?:sha256:)?([0-9a-f]{64})$/i;
const DAY_MS = 86_400_000;

/** The tokens in the order of the file. */
export function readAdminTokens(section: YamlMap, findings: Findings): readonly AdminToken[] {
  const { tokens: most } = ACCESS_LIMITS;
  if (section.entries.length > most) {
    findings.problem(section, `admin_tokens: expected at most ${most} tokens, got ${section.entries.length}`);
    return [];
  }
  const tokens: AdminToken[] = [];
  readEntries(section, SECTION, findings, (reader, entry) => {
    const token = readToken(reader, entry);
    if (token === null) return;
    const twin = tokens.find((other) => isTwin(token, other));
    if (twin === undefined) tokens.push(token);
    else findings.problem(entry, `admin_tokens: ${describeTwin(token, twin)}`);
  });
  return tokens;
}

const SECTION = {
  path: 'admin_tokens',
  keys: ADMIN_TOKEN_KEYS,
  strictness: 'refuse',
  isNamed: namedAs('admin_tokens', isDataName, DATA_NAME_EXPECTED),
} as const;

/** The trail of changes names the token: each must have a name, and each name a token, that cannot be mistaken. */
function isTwin(one: AdminToken, other: AdminToken): boolean {
  return one.digest === other.digest || isSameName(one.name, other.name);
}

function describeTwin({ name }: AdminToken, other: AdminToken): string {
  if (isSameName(name, other.name)) {
    return `expected names that differ by more than upper and lower case, got ${other.name} and ${name}`;
  }
  return `expected a token for each name, got the same digest for ${other.name} and ${name}`;
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readToken(reader: TokenReader, { key: name }: YamlEntry): AdminToken | null {
  const role = reader.choice('role', ROLES);
  if (reader.node('role') === undefined) {
    const message = `${reader.pathOf('role')}: expected one of ${ROLES.join(', ')}, got nothing`;
    reader.findings.problem(reader.position, message);
  }
  const digest = readDigest(reader);
  const untilMs = readUntil(reader);
  checkNote(reader);
  return role === undefined || digest === null ? null : { name, role, digest, untilMs };
}

function readDigest(reader: TokenReader): string | null {
  const digest = DIGEST.exec(reader.secret('sha256') ?? '')?.[1]?.toLowerCase();
  if (digest !== undefined) return digest;
  const expected =
    '`sha256:` and the SHA-256 of a token in 64 hex digits, as `stipple token --admin` prints it';
  reader.findings.problem(reader.positionOf('sha256'), `${reader.pathOf('sha256')}: expected ${expected}`);
  return null;
}

/** A date counts to its end. */
function readUntil(reader: TokenReader): number | null {
  const node = reader.node('until');
  if (node === undefined) return null;
  const moment = parseMoment(reader.text('until') ?? '');
  if (moment !== null) return moment.isDate ? moment.ms + DAY_MS : moment.ms;
  reader.reject('until', node, MOMENT_EXPECTED);
  return null;
}

function checkNote(reader: TokenReader): void {
  const node = reader.node('note');
  const { noteCharacters: most } = ACCESS_LIMITS;
  if (node !== undefined && (reader.text('note') ?? '').length > most) {
    reader.findings.problem(node, `${reader.pathOf('note')}: expected at most ${most} characters`);
  }
}
