/** The body of `POST /api/admin/devices:bulk`. */
import { z } from 'zod';
import { SELECTOR_KEYS } from '../../domain/selector.ts';
import {
  clearField,
  EXPECTED,
  flag,
  OPTIONAL_SETTINGS,
  SETTING_NAMES,
  SETTING_SCHEMAS,
  screenField,
} from '../bodies.ts';
import { BULK_LIMITS } from './bulk-limits.ts';

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

/** Tags by themselves, with which each device keeps its others. */
function tagsField(description: string) {
  const { tags } = SETTING_SCHEMAS;
  return tags
    .describe(description)
    .register(EXPECTED, { text: EXPECTED.get(tags)?.text ?? 'a list of tags' })
    .optional();
}

const fields = {
  select,
  add_tags: tagsField('Tags that each device gets beside those it has'),
  remove_tags: tagsField('Tags that each device loses; those without them stay as they are'),
  clear: clearField(SETTING_NAMES).optional(),
  create: flag(
    'Give an entry to selected devices that have none; needs a `screen` or tags that bring one',
  ).optional(),
  expected: flag('With `create`: true for registration codes that no device has shown yet').optional(),
  remove: flag('Remove the entries of the selected devices').optional(),
  dry_run: flag('Answer what would change, and change nothing').optional(),
};

/** What is read first: the settings are checked by themselves. */
export const bulkFrame = z.strictObject({
  ...fields,
  set: z.record(z.string(), z.unknown()).register(EXPECTED, { text: 'a map of settings' }).optional(),
});

const ADDS_TAGS = { required: ['add_tags'], properties: { add_tags: { minItems: 1 } } };
const REMOVES_TAGS = { required: ['remove_tags'], properties: { remove_tags: { minItems: 1 } } };

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
        add_tags: { maxItems: 0 },
        remove_tags: { maxItems: 0 },
      },
    },
    {
      properties: { remove: { const: false } },
      anyOf: [
        { required: ['set'], properties: { set: { minProperties: 1 } } },
        { required: ['clear'], properties: { clear: { minItems: 1 } } },
        ADDS_TAGS,
        REMOVES_TAGS,
      ],
    },
  ],
  allOf: [
    {
      if: { required: ['create'], properties: { create: { const: true } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        properties: { clear: { maxItems: 0 } },
        anyOf: [
          {
            required: ['set'],
            properties: { set: { anyOf: [{ required: ['screen'] }, { required: ['tags'] }] } },
          },
          ADDS_TAGS,
        ],
      },
    },
    {
      if: { anyOf: [ADDS_TAGS, REMOVES_TAGS] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        properties: {
          set: { not: { required: ['tags'] } },
          clear: { not: { contains: { const: 'tags' } } },
        },
      },
    },
  ],
};

export const bulkBody = z
  .strictObject({ ...fields, set: bulkSettings.optional() })
  .describe('The settings of `set` and `clear` are those of an update of one device')
  .meta({
    id: 'BulkChange',
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
