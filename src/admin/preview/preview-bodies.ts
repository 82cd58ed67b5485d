/** The body of `POST /api/admin/preview`, and what it answers. */
import { z } from 'zod';
import { parseDeviceId } from '../../domain/device-id.ts';
import { READINGS, TRAITS } from '../../domain/report-fields.ts';
import { SETTINGS } from '../../domain/settings.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { EXPECTED, OPTIONAL_SETTINGS, SETTING_NAMES, type SettingName } from '../bodies.ts';
import { DRAFT_LIMITS, draftBody, SCREEN_FIELDS } from '../drafts/draft-bodies.ts';
import { paramSchema } from '../screens/screens.ts';
import { timeSchema } from '../view.ts';

export const LOOKS = ['measured', 'nominal', 'undithered', 'panel'] as const;

const NAME = 64;

function text(description: string) {
  return z
    .string()
    .min(1)
    .max(NAME)
    .regex(/^[^\p{Cc}]*$/u)
    .describe(description)
    .register(EXPECTED, { text: `a text of 1 to ${NAME} characters` })
    .optional();
}

function number(description: string, { min, max }: { readonly min: number; readonly max: number }) {
  return z
    .number()
    .min(min)
    .max(max)
    .describe(description)
    .register(EXPECTED, { text: `a number from ${min} to ${max}` })
    .optional();
}

/** What the device says of itself; without it, a device in good health. */
export const factsBody = z
  .strictObject({
    mac: z
      .string()
      .refine((mac) => parseDeviceId(mac) !== null)
      .meta({ pattern: '^\\s*(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\\s*$' })
      .describe('MAC address')
      .register(EXPECTED, { text: 'a MAC address' })
      .optional(),
    name: text('Its name in the config'),
    model: text('Such as `og`'),
    board: text('Such as `seeed_reterminal_e1001`'),
    firmware_version: text(`Such as \`1.8.15\`, from the header ${TRAITS.firmwareVersion.header}`),
    battery_voltage: number('Volts', READINGS.batteryVoltage),
    percent_charged: number('Per cent', READINGS.percentCharged),
    rssi: z
      .int()
      .min(READINGS.rssi.min)
      .max(READINGS.rssi.max)
      .describe('Signal strength in dBm')
      .register(EXPECTED, { text: `an integer from ${READINGS.rssi.min} to ${READINGS.rssi.max}` })
      .optional(),
  })
  .meta({ id: 'PreviewFacts' });

const SIZE = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/;

/** Read `800x480`; null for anything else, and for a side that no picture has. */
export function parseSize(size: string): { readonly widthPx: number; readonly heightPx: number } | null {
  const [, width = '', height = ''] = SIZE.exec(size) ?? [];
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const fits = (px: number): boolean => px > 0 && px <= LIMITS.pictureEdgePx;
  return fits(widthPx) && fits(heightPx) ? { widthPx, heightPx } : null;
}

const { params, panel } = OPTIONAL_SETTINGS;

type DrawnName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { isDrawn: true } ? Name : never;
}[SettingName];

/** Settings that change what is drawn. */
export const DRAWN_NAMES = SETTING_NAMES.filter((name): name is DrawnName => 'isDrawn' in SETTINGS[name]);

const DRAWN = Object.fromEntries(DRAWN_NAMES.map((name) => [name, OPTIONAL_SETTINGS[name]])) as Pick<
  typeof OPTIONAL_SETTINGS,
  DrawnName
>;

const PREVIEW_EXAMPLE = {
  draft: {
    files: {
      'hello.lua': 'return { data = {} }',
      'hello.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  },
  panels: ['og'],
  at: '2026-12-24T18:00:00Z',
};

export const previewBody = z.strictObject({
  ...SCREEN_FIELDS,
  params,
  panel,
  panels: z
    .array(z.string())
    .min(1)
    .max(DRAFT_LIMITS.pictures)
    .describe('Names of panels, for a picture on each')
    .register(EXPECTED, { text: `a list of 1 to ${DRAFT_LIMITS.pictures} names of panels` })
    .optional(),
  size: z
    .string()
    .refine((size) => parseSize(size) !== null)
    .meta({ pattern: SIZE.source })
    .describe('What the device says of its size in pixels, such as `800x480`')
    .register(EXPECTED, { text: `a size such as 800x480, each side at most ${LIMITS.pictureEdgePx}` })
    .optional(),
  ...DRAWN,
  facts: z
    .record(z.string(), z.unknown())
    .describe('What is known of the device')
    .register(EXPECTED, { text: 'a map of facts' })
    .optional(),
  at: z.iso
    .datetime({ offset: true })
    .describe('What the screen takes for the present, RFC 3339; else now')
    .register(EXPECTED, { text: 'a time by RFC 3339, such as 2026-12-24T18:00:00Z' })
    .optional(),
  look: z
    .enum(LOOKS)
    .describe(
      'The inks as they look on the panel (the default), as they are sent, no dithering, or the very file for the panel',
    )
    .register(EXPECTED, { text: `one of ${LOOKS.join(', ')}` })
    .optional(),
});

/** The same with its maps in full, for the OpenAPI document: they are read one by one, so that messages can name their fields. */
export const previewDocument = previewBody
  .extend({ draft: draftBody.optional(), facts: factsBody.optional() })
  .meta({
    id: 'PreviewScreen',
    oneOf: [{ required: ['screen'] }, { required: ['draft'] }],
    not: { required: ['panel', 'panels'] },
    examples: [PREVIEW_EXAMPLE],
  });

const placeFields = {
  file: z.string().nullable().describe('Relative to the folder of all screens'),
  line: z.int().nullable().describe('From 1'),
  column: z.int().nullable().describe('From 1'),
};

const pictureView = z.object({
  panel: z.string().nullable().describe('Null for the display that the device alone has'),
  width: z.int().nullable().describe('Of the picture as people see it'),
  height: z.int().nullable(),
  png: z
    .string()
    .nullable()
    .describe(
      'PNG in base64; null where there is none, and where those before take all the room of the answer',
    ),
  bytes: z.int().nullable().describe('Size of the file for the panel; null for `undithered`'),
  max_bytes: z.int().nullable().describe('Largest file that the panel accepts'),
  headroom: z.int().nullable().describe('How many bytes are left below that'),
  ladder_step: z.int().describe('Which step of the size ladder made it fit: 0 is the picture as specified'),
  lost: z.string().nullable().describe('What was given up to make it fit, in plain words; null for nothing'),
  refresh: z.int().nullable().describe('Seconds until the device would call again'),
  skip: z.boolean().describe('Whether the script wants to leave the picture before in place'),
  texts: z.string().describe('How many texts are drawn in solid ink, and why the others are not'),
  warnings: z.array(z.object({ level: z.enum(['warning', 'note']), message: z.string(), ...placeFields })),
  failure: z
    .object({ code: z.string(), message: z.string(), ...placeFields })
    .nullable()
    .describe('Why the picture is the error screen'),
  stages_ms: z
    .record(z.string(), z.number())
    .describe('Times of the stages that took place for this picture'),
});

export const previewSchema = z
  .object({
    screen: z.string(),
    at: timeSchema,
    runs: z.int().describe('How often the screen was run: displays on which it reads the same share a run'),
    params: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('Params that do not fit the metadata; the screen was run with them all the same'),
    schema: z
      .array(paramSchema)
      .nullable()
      .describe(
        'What the screen takes, by the metadata that it was run with; null where they cannot be read',
      ),
    pictures: z.array(pictureView),
    log: z
      .array(
        z.object({
          level: z.enum(['info', 'warn', 'error']),
          message: z.string(),
          file: z.string().nullable(),
          line: z.int().nullable(),
        }),
      )
      .describe('What the script has logged, each line once'),
    requests: z
      .array(
        z.object({
          method: z.string(),
          url: z.string().describe('Without query and user'),
          status: z.int().nullable(),
          bytes: z.int().nullable(),
          cached: z.boolean(),
          ms: z.int(),
          error: z.string().nullable(),
        }),
      )
      .describe('What the script has requested; each request is sent once'),
  })
  .meta({ id: 'ScreenPreview' });
