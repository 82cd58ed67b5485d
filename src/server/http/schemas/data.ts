/** Schemas of the calls about pushed data. */
import { z } from 'zod';
import type { PushedDataView } from '../../../fleet/inbound/data-api.ts';

const EXAMPLE: PushedDataView = {
  ...{ name: 'weather', bytes: 34 },
  ...{ updated: '2026-02-21T09:30:00.000Z', expires: '2026-03-23T09:30:00.000Z' },
};

const fields = {
  name: z.string(),
  bytes: z.int(),
  updated: z.string().describe('RFC 3339').meta({ format: 'date-time' }),
  expires: z
    .string()
    .describe('RFC 3339: when they are forgotten without another push')
    .meta({ format: 'date-time' }),
};

export const keptSchema = z.object(fields).meta({ id: 'PushedDataKept', examples: [EXAMPLE] });

export const dataSchema = z
  .object({ ...fields, data: z.unknown().describe('As they were pushed') })
  .meta({ id: 'PushedData', examples: [{ ...EXAMPLE, data: { temperature: 21.5, rain: false } }] });
