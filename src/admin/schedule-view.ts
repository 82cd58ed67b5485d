/** The schedule of an entry, as answers have it. */
import { z } from 'zod';
import type { PlainObject } from '../base/plain.ts';
import type { MappingSettings } from '../domain/mapping.ts';

export const scheduleField: z.ZodNullable<z.ZodRecord<z.ZodString, z.ZodUnknown>> = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('As it is written in the config');

export function scheduleView(settings: MappingSettings | null): PlainObject | null {
  return settings?.schedule?.written ?? null;
}
