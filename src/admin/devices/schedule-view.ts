/** The schedule of an entry, as answers have it. */
import { z } from 'zod';
import type { MappingEntry } from '../../domain/mapping.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { Concealing } from '../sensitive/secret-views.ts';

export const scheduleField: z.ZodNullable<z.ZodRecord<z.ZodString, z.ZodUnknown>> = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    'As it is written in the config; for a viewer and an author without the values of params that `params` has not either',
  );

/** Null where there is none. */
export function scheduleView(
  settings: Pick<MappingEntry, 'screen' | 'schedule'> | null,
  concealing: Concealing,
): PlainObject | null {
  const written = settings?.schedule?.written ?? null;
  if (written === null || concealing === null) return written;
  return concealing.nested(written, settings?.screen ?? null);
}
