/** The body of `POST /api/admin/devices:bulk`. */
import { z } from 'zod';
import { BULK_LIMITS } from '../../base/bulk-limits.ts';
import { SELECTOR_KEYS } from '../../domain/selector.ts';
import { clearField, EXPECTED, flag, OPTIONAL_SETTINGS, SETTING_NAMES, screenField } from '../bodies.ts';

const keys = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(BULK_LIMITS.keys)
  .describe('MAC addresses and registration codes');

const select = z
  .union([
    z.strictObject({ keys }),
    z.strictObject({
      match: z
        .unknown()
        .refine((match) => typeof match === 'object' && match !== null)
        .meta({ type: ['object', 'array'] })
        .describe(`A selector, as groups have it: ${SELECTOR_KEYS.join(', ')}`),
    }),
    z.strictObject({ all: z.literal(true) }),
  ])
  .describe('Which devices: by their keys, by a selector, or all but `DEFAULT`')
  .register(EXPECTED, {
    text: `{"keys": […]} with 1 to ${BULK_LIMITS.keys} keys, {"match": …} with a selector, or {"all": true}`,
  });

/** Settings for all of them: those of an update, without `clear`. */
export const bulkSettings = z
  .strictObject({ screen: screenField.optional(), ...OPTIONAL_SETTINGS })
  .register(EXPECTED, { text: 'a map of settings' });

const fields = {
  select,
  clear: clearField(SETTING_NAMES).optional(),
  create: flag('Give an entry to selected devices that have none; needs a `screen`').optional(),
  expected: flag('With `create`: true for registration codes that no device has shown yet').optional(),
  remove: flag('Remove the entries of the selected devices').optional(),
  dry_run: flag('Answer what would change, and change nothing').optional(),
};

/** What is read first: the settings are checked by themselves. */
export const bulkFrame = z.strictObject({
  ...fields,
  set: z.record(z.string(), z.unknown()).register(EXPECTED, { text: 'a map of settings' }).optional(),
});

/** Which fields go together, for clients: a removal stands alone, and all else changes something. */
const TOGETHER = {
  oneOf: [
    {
      required: ['remove'],
      properties: {
        remove: { const: true },
        create: { const: false },
        set: { maxProperties: 0 },
        clear: { maxItems: 0 },
      },
    },
    {
      properties: { remove: { const: false } },
      anyOf: [
        { required: ['set'], properties: { set: { minProperties: 1 } } },
        { required: ['clear'], properties: { clear: { minItems: 1 } } },
      ],
    },
  ],
  if: { required: ['create'], properties: { create: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ['set'],
    properties: {
      set: { anyOf: [{ required: ['screen'] }, { required: ['tags'] }] },
      clear: { maxItems: 0 },
    },
  },
};

export const bulkBody = z
  .strictObject({ ...fields, set: bulkSettings.optional() })
  .describe('The settings of `set` and `clear` are those of an update of one device')
  .meta({
    ...TOGETHER,
    examples: [
      {
        select: { keys: ['AA:BB:CC:DD:EE:FF', 'TTFYS-CFDVR'] },
        set: { refresh: 900, params: { units: 'imperial' } },
        clear: ['strength'],
        dry_run: true,
      },
    ],
  });
