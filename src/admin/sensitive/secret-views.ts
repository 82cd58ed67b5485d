/** What the admin API shows of an entry that only some may see, or that only some entries have. */
import { z } from 'zod';
import type { AdminCaller } from '../../domain/admin-token.ts';
import type { FrameId } from '../../domain/frame.ts';
import type { MappingEntry } from '../../domain/mapping.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import type { FrameRecords } from '../../fleet/register/frame-records.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { REDACTED } from '../../platform/base/secret-mask.ts';
import { Concealer } from '../access/concealer.ts';
import type { AdminApi } from '../admin-api.ts';
import { timeText } from '../view.ts';

export const frameTokensSchema = z
  .record(z.string(), z.string())
  .nullable()
  .describe('SHA-256 digests of its tokens, by their names; `[redacted]` for a viewer and an author');

/** The digests of an entry; null where there are none. */
export function frameTokensView(
  mapping: MappingEntry | null,
  concealing: Concealing,
): Readonly<Record<string, string>> | null {
  if (mapping?.frameTokens === undefined) return null;
  const shown = [...mapping.frameTokens].map(([name, digest]) => [
    name,
    concealing === null ? digest : REDACTED,
  ]);
  return Object.fromEntries(shown);
}

export const paramsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'For a viewer and an author `[redacted]` where the screen does not declare one, or marks it `sensitive`',
  );

/**
 * The params of an entry; null where there is none.
 * @param screen  that they are for; null where nobody says which
 */
export function paramsView(
  entry: Pick<MappingEntry, 'params'> | null,
  screen: string | null,
  concealing: Concealing,
): PlainObject | null {
  if (entry === null || concealing === null) return entry?.params ?? null;
  return concealing.params(screen, entry.params);
}

/** When a picture was last fetched; null where that was not since the start. */
export function fetchedOf({ frames }: { readonly frames: FrameRecords }, id: FrameId | null): string | null {
  const record = id === null ? null : frames.get(id);
  return record === null ? null : timeText(record.fetchedMs);
}

/** What hides secrets from a caller; null for one who may see them. */
export type Concealing = Concealer | null;

/** @param check  the look-ups of the call, where it has made some */
export function concealingFor(
  api: Pick<AdminApi, 'config' | 'catalogue' | 'knowsSensitive'>,
  { role }: AdminCaller,
  check = new MappingCheck({ config: api.config(), catalogue: api.catalogue }),
): Concealing {
  if (role === 'admin') return null;
  // Where nobody can say what was sensitive before, all is.
  return new Concealer((screen) => (api.knowsSensitive() ? check.schemaOf(screen) : null));
}
