/** Names what an entry sets, so that a change that was made for another state of it can be refused. */

import type { MappingEntry } from '../../domain/mapping.ts';
import { AppError, type ErrorCode } from '../../platform/base/errors.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { frameTokensView } from '../sensitive/secret-views.ts';
import { settingsOf } from '../settings/settings-view.ts';
import { scheduleView } from './schedule-view.ts';

/** 120 bits: no two states of an entry have the same name, and it is short enough to be read. */
const HEX_DIGITS = 30;

/** The same on all servers that share a config. Made of secrets, too: it is for those who may see them. */
export function entryDigest(mapping: MappingEntry): string {
  const state = {
    key: mapping.key,
    name: mapping.name ?? null,
    screen: mapping.screen ?? null,
    tags: mapping.tags ?? [],
    params: mapping.params,
    settings: settingsOf(mapping),
    schedule: scheduleView(mapping, null),
    frame_tokens: frameTokensView(mapping, null),
  };
  return sha256Hex(JSON.stringify(state)).slice(0, HEX_DIGITS);
}

/**
 * The error where the state of an entry is none of those that a caller expects; null where it is.
 * @param expected the header `If-Match`; null for a caller who takes any state
 */
export function notExpected(mapping: MappingEntry, expected: string | null): AppError | null {
  return expected === null ? null : unlessNamed(expected, entryDigest(mapping), 'device_changed');
}

/** The same for a group, by what its entry says in the config; undefined where there is none. */
export function groupNotExpected(written: PlainValue | undefined, expected: string | null): AppError | null {
  return expected === null ? null : unlessNamed(expected, groupDigest(written), 'group_changed');
}

/** The name of the state of a group: as `entryDigest`. */
export function groupDigest(written: PlainValue | undefined): string {
  return sha256Hex(JSON.stringify(written ?? null)).slice(0, HEX_DIGITS);
}

function unlessNamed(expected: string, digest: string, code: ErrorCode): AppError | null {
  // A proxy that compresses answers puts `W/` before a tag, and callers send it back so.
  const tags = expected.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes('*') || tags.includes(`"${digest}"`)) return null;
  return new AppError(code, { headers: { ETag: `"${digest}"` } });
}
