/** The bodies of the admin API: schemas that check them, and that the OpenAPI document is made from. */
import { z } from 'zod';
import { AUTH_MODES } from '../config/read/keys.ts';
import { type Algorithm, DITHER_ALGORITHMS } from '../domain/algorithm.ts';
import { KNOWN_DEVICES, SETUP_HEADERS } from '../domain/config-snapshot.ts';
import { FRAME_LIMITS } from '../domain/frame-limits.ts';
import { FRAME_DIGEST, FRAME_NAME } from '../domain/frame-tokens.ts';
import { GROUP_LIMITS } from '../domain/group-limits.ts';
import { ON_ERROR } from '../domain/on-error.ts';
import { parsePalette } from '../domain/palette.ts';
import type { Setting, SettingPlace } from '../domain/setting.ts';
import { SETTINGS, type SettingKey, type SettingKeyOn } from '../domain/settings.ts';
import { TAG_PATTERN } from '../domain/tags.ts';
import { LIMITS } from '../platform/base/limits.ts';
import { parseDeviceKey } from './devices/find-device.ts';

/** What a field expects, in the words of an error message. */
export const EXPECTED = z.registry<{ readonly text: string }>();

/** Begins the name of one param in `clear`. */
export const PARAM_PREFIX = 'params.';

const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._-]*';

function numberFrom(min: number, max: number, description: string) {
  return z
    .number()
    .min(min)
    .max(max)
    .describe(description)
    .register(EXPECTED, { text: `a number from ${min} to ${max}` });
}

function integerFrom(min: number, max: number, description: string) {
  return z
    .int()
    .min(min)
    .max(max)
    .describe(description)
    .register(EXPECTED, { text: `an integer from ${min} to ${max}` });
}

function choice<const Values extends readonly string[]>(values: Values, description: string) {
  return z
    .enum(values)
    .describe(description)
    .register(EXPECTED, { text: `one of ${values.join(', ')}` });
}

/** Something that is on or off. */
export function flag(description: string) {
  return z.boolean().describe(description).register(EXPECTED, { text: 'true or false' });
}

/** What `parseDeviceKey` takes, for clients. */
const CODE_PATTERN = '[A-HJKMNP-Za-hjkmnp-z]{5}';
const KEY_PATTERN = `^\\s*(?:(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{12}|${CODE_PATTERN}(?:-${CODE_PATTERN}){1,2}|(?:${CODE_PATTERN}){2,3}|[Dd][Ee][Ff][Aa][Uu][Ll][Tt])\\s*$`;

const key = z
  .string()
  .min(1)
  .max(64)
  .refine((text) => parseDeviceKey(text) !== null)
  .meta({ pattern: KEY_PATTERN })
  .describe(
    'MAC address in any spelling, registration code (15 letters or the first ten) with or without hyphens, or `DEFAULT`',
  )
  .register(EXPECTED, { text: 'a MAC address, a registration code or DEFAULT' });

/** Screen of an entry. */
export const screenField = z
  .string()
  .max(255)
  .regex(new RegExp(`^${SEGMENT}(?:/${SEGMENT})+$`))
  .describe(SETTINGS.screen.about)
  .register(EXPECTED, { text: 'a screen as handle/path' });

/** What a request may give, by the kinds of settings. */
interface Given {
  line: string;
  tags: string[];
  panel: string;
  algorithm: Algorithm;
  colours: string;
  integer: number;
  tuning: number;
  flag: boolean;
  tokens: Record<string, string>;
  schedule: Record<string, unknown>;
  params: Record<string, unknown>;
}

type GivenOf<Row extends Setting> = Row extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Given[Row['kind'] & keyof Given];

/** Makes the schema of a setting, by its kind. */
const KINDS: Record<keyof Given | 'word' | 'degrees', (row: Setting) => z.ZodType> = {
  line: ({ about, max = 0 }) =>
    z
      .string()
      .max(max)
      .regex(/^[\p{Z}\ufeff]*[^\p{Cc}\p{Cs}\p{Z}\ufeff][^\p{Cc}\p{Cs}]*$/u)
      .describe(about)
      .register(EXPECTED, { text: `a text of 1 to ${max} characters in one line` }),
  tags: ({ about }) =>
    z
      .array(z.string().max(GROUP_LIMITS.tagCharacters).regex(TAG_PATTERN))
      .max(GROUP_LIMITS.tagsPerDevice)
      .describe(about)
      .register(EXPECTED, {
        text: `a list of at most ${GROUP_LIMITS.tagsPerDevice} tags, each 1 to ${GROUP_LIMITS.tagCharacters} letters, digits, spaces and . _ : / + -`,
      }),
  panel: ({ about }) =>
    z.string().min(1).max(255).describe(about).register(EXPECTED, { text: 'the name of a panel' }),
  algorithm: ({ about }) => choice(DITHER_ALGORITHMS, about),
  colours: ({ about }) =>
    z
      .string()
      .max(LIMITS.paletteMaxInks * 9)
      .regex(/^\s*#[0-9a-fA-F]{6}\s*(?:,\s*#[0-9a-fA-F]{6}\s*)+$/)
      .refine((text) => parsePalette(text) !== null)
      .describe(about)
      .register(EXPECTED, { text: '2 to 256 different colours as #rrggbb, comma-separated' }),
  word: ({ about, words = [] }) => choice(words.map(String), about),
  degrees: ({ about, words = [] }) =>
    z
      .literal(words)
      .describe(about)
      .register(EXPECTED, { text: `one of ${words.join(', ')}` }),
  integer: ({ about, min = 0, max = 0 }) => integerFrom(min, max, about),
  tuning: ({ about, min = 0, max = 0 }) => numberFrom(min, max, about),
  flag: ({ about }) => flag(about),
  tokens: ({ about }) =>
    z
      .record(z.string().regex(FRAME_NAME), z.string().regex(FRAME_DIGEST))
      .refine((tokens) => Object.keys(tokens).length <= FRAME_LIMITS.tokens)
      .describe(about)
      .meta({
        maxProperties: FRAME_LIMITS.tokens,
        examples: [{ 'home-assistant': `sha256:${'0'.repeat(64)}` }],
      })
      .register(EXPECTED, {
        text: `a map of at most ${FRAME_LIMITS.tokens} names to digests, each \`sha256:\` and 64 hex digits`,
      }),
  schedule: ({ about }) =>
    z
      .record(z.string(), z.unknown())
      .describe(about)
      .meta({ examples: [{ windows: [{ days: 'mon-fri', from: '08:00', to: '18:00', refresh: '5m' }] }] })
      .register(EXPECTED, { text: 'a map of parts of a schedule' }),
  params: ({ about }) =>
    z.record(z.string(), z.unknown()).describe(about).register(EXPECTED, { text: 'a map of parameters' }),
};

/** Every setting but the screen. */
export type SettingName = Exclude<SettingKey, 'screen'>;

/** Names that `clear` accepts, in the order in which they are written. */
export const SETTING_NAMES = Object.keys(SETTINGS).filter((name) => name !== 'screen') as [
  SettingName,
  ...SettingName[],
];

type SettingSchemas = { readonly [Name in SettingName]: z.ZodType<GivenOf<(typeof SETTINGS)[Name]>> };

/** The schemas of settings by their names. */
export const SETTING_SCHEMAS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, KINDS[SETTINGS[name].kind](SETTINGS[name])]),
) as SettingSchemas;

/** What a request sets; a field that it leaves out is absent. */
export type DeviceSettings = {
  readonly [Name in SettingName]?: z.infer<SettingSchemas[Name]> | undefined;
};

type OptionalSettings = { [Name in SettingName]: z.ZodOptional<SettingSchemas[Name]> };

export const OPTIONAL_SETTINGS = Object.fromEntries(
  Object.entries(SETTING_SCHEMAS).map(([name, schema]) => [name, schema.optional()]),
) as OptionalSettings;

/** Those of the settings that can stand in a place. */
export function optionalSettingsOn<Place extends SettingPlace>(
  place: Place,
): Pick<OptionalSettings, Exclude<SettingKeyOn<Place>, 'screen'>> {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].on.some((one) => one === place));
  return Object.fromEntries(names.map((name) => [name, OPTIONAL_SETTINGS[name]])) as never;
}

/** Names in a `clear`: whoever clears more means `params`. */
const MAX_CLEARED = 200;

/** Names of settings to remove, and of single params. */
export function clearField<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .array(z.union([z.enum(names), z.templateLiteral([PARAM_PREFIX, z.string().min(1).max(255)])]))
    .max(MAX_CLEARED)
    .describe(
      'Settings to remove, so that the value of the panel or the screen applies again; `params.city` removes one parameter. None that the request sets',
    )
    .register(EXPECTED, {
      text: `a list of settings out of ${names.join(', ')}, or params.NAME, at most ${MAX_CLEARED}`,
    });
}

export const createDeviceBody = z
  .strictObject({
    key,
    screen: screenField.optional(),
    expected: flag(
      'True for a registration code that no device has shown yet; without it such a code is refused as a typing error',
    ).optional(),
    ...OPTIONAL_SETTINGS,
  })
  .meta({
    id: 'CreateDevice',
    // Its tags may bring a screen of a group.
    anyOf: [{ required: ['screen'] }, { required: ['tags'] }],
    examples: [
      {
        key: 'AA:BB:CC:DD:EE:FF',
        screen: 'service-builtin/weather',
        name: 'Kitchen',
        params: { place: 'Berlin', latitude: 52.52, longitude: 13.41 },
      },
    ],
  });

export const updateDeviceBody = z
  .strictObject({
    screen: screenField.optional(),
    ...OPTIONAL_SETTINGS,
    clear: clearField(SETTING_NAMES).optional(),
  })
  .meta({
    id: 'UpdateDevice',
    examples: [{ params: { units: 'imperial' }, strength: 0.8, clear: ['refresh'] }],
  });

export const settingsBody = z
  .strictObject({
    registration_enabled: flag('Whether devices may register that have no entry under `devices`').optional(),
    known_devices: choice(
      KNOWN_DEVICES,
      'When setup gives a known device a key: always, after a silence of three refreshes, or after a reset only',
    ).optional(),
    setup_headers: choice(
      SETUP_HEADERS,
      'Which headers setup asks for: `ID`, `FW-Version` and `Model`, or `ID` alone, as older firmware sends',
    ).optional(),
    auth_mode: choice(AUTH_MODES, 'How devices identify themselves').optional(),
    min_signature_version: integerFrom(1, 2, 'Signed calls of an older version are refused').optional(),
    authors_allow_private_network: flag(
      'Whether what authors have written may reach private addresses, as what the operator has written',
    ).optional(),
    screen_repo_refresh_interval: integerFrom(
      0,
      LIMITS.refreshMaxSeconds,
      'Seconds between automatic fetches of tags and branches of screen repos; 0 never fetches',
    ).optional(),
    on_error: choice(ON_ERROR, '`on_error` of the devices whose entries say nothing of it').optional(),
  })
  .meta({ id: 'Settings', examples: [{ registration_enabled: false }] });
