/** The bodies of the admin API: schemas that check them, and that the OpenAPI document is made from. */
import { z } from 'zod';
import { AUTH_MODES, TEMPERATURE_PROFILES } from '../config/read/keys.ts';
import { DITHER_ALGORITHMS } from '../domain/algorithm.ts';
import { KNOWN_DEVICES, SETUP_HEADERS } from '../domain/config-snapshot.ts';
import { FRAME_LIMITS } from '../domain/frame-limits.ts';
import { FRAME_DIGEST, FRAME_NAME } from '../domain/frame-tokens.ts';
import { GROUP_LIMITS } from '../domain/group-limits.ts';
import { ON_ERROR } from '../domain/on-error.ts';
import { parsePalette } from '../domain/palette.ts';
import { ROTATIONS, TOUCHBAR_MODES } from '../domain/panel.ts';
import { PANEL_LIMITS } from '../domain/panel-limits.ts';
import { TAG_PATTERN } from '../domain/tags.ts';
import { TEXT_MODES } from '../domain/text-mode.ts';
import { TUNING_KEYS } from '../domain/tuning.ts';
import { LIMITS } from '../platform/base/limits.ts';
import { parseDeviceKey } from './devices/find-device.ts';

/** What a field expects, in the words of an error message. */
export const EXPECTED = z.registry<{ readonly text: string }>();

/** Begins the name of one param in `clear`. */
export const PARAM_PREFIX = 'params.';

const MAX_NAME = 100;
const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._-]*';

function tuning(key: keyof typeof TUNING_KEYS, description: string) {
  const { min, max } = TUNING_KEYS[key];
  return z
    .number()
    .min(min)
    .max(max)
    .describe(description)
    .register(EXPECTED, { text: `a number from ${min} to ${max}` });
}

function seconds(description: string) {
  return z
    .int()
    .min(0)
    .max(LIMITS.refreshMaxSeconds)
    .describe(description)
    .register(EXPECTED, { text: `an integer from 0 to ${LIMITS.refreshMaxSeconds}` });
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
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
  .describe('Screen to show, as `handle/path`')
  .register(EXPECTED, { text: 'a screen as handle/path' });

/** Settings of a device, in the order in which they are written. */
export const SETTINGS = {
  name: z
    .string()
    .max(MAX_NAME)
    .regex(/^[\p{Z}\ufeff]*[^\p{Cc}\p{Cs}\p{Z}\ufeff][^\p{Cc}\p{Cs}]*$/u)
    .describe('Name for people')
    .register(EXPECTED, { text: `a text of 1 to ${MAX_NAME} characters in one line` }),
  tags: z
    .array(z.string().max(GROUP_LIMITS.tagCharacters).regex(TAG_PATTERN))
    .max(GROUP_LIMITS.tagsPerDevice)
    .describe('Words by which groups and admins select devices')
    .register(EXPECTED, {
      text: `a list of at most ${GROUP_LIMITS.tagsPerDevice} tags, each 1 to ${GROUP_LIMITS.tagCharacters} letters, digits, spaces and . _ : / + -`,
    }),
  panel: z
    .string()
    .min(1)
    .max(255)
    .describe('Name of a profile under `panels`')
    .register(EXPECTED, { text: 'the name of a panel' }),
  refresh: seconds('Refresh interval in seconds; 0 leaves it to the screen'),
  dither: choice(DITHER_ALGORITHMS, 'Dither algorithm'),
  colors: z
    .string()
    .max(LIMITS.paletteMaxInks * 9)
    .regex(/^\s*#[0-9a-fA-F]{6}\s*(?:,\s*#[0-9a-fA-F]{6}\s*)+$/)
    .refine((text) => parsePalette(text) !== null)
    .describe('Palette in the order of the panel: at least two `#rrggbb`, comma-separated')
    .register(EXPECTED, { text: '2 to 256 different colours as #rrggbb, comma-separated' }),
  text: choice(TEXT_MODES, 'Who draws simple text: `fitted` in solid ink, `plain` dithered with the rest'),
  rotate: z
    .literal(ROTATIONS)
    .describe('Degrees by which the picture is turned clockwise, added to those of the panel')
    .register(EXPECTED, { text: `one of ${ROTATIONS.join(', ')}` }),
  max_error: tuning('max_error', 'Cap on the accumulated dithering error, as a fraction of full scale'),
  noise_scale: tuning('noise_scale', 'Multiplier of the blue noise'),
  chroma_clamp: tuning('chroma_clamp', 'Chroma below which colour error is damped; 0 is off'),
  strength: tuning('strength', 'Dither strength: 0 diffuses nothing, 1 is standard'),
  temperature_profile: choice(TEMPERATURE_PROFILES, 'Waveform profile, passed to the device'),
  touchbar_mode: choice(TOUCHBAR_MODES, 'How the bar below the picture is used, passed to the device'),
  image_url_timeout: z
    .int()
    .min(1)
    .max(PANEL_LIMITS.imageUrlTimeoutSeconds)
    .describe('Seconds that the device waits for its picture, passed to it')
    .register(EXPECTED, { text: `an integer from 1 to ${PANEL_LIMITS.imageUrlTimeoutSeconds}` }),
  maximum_compatibility: flag('Ask the firmware for a full refresh at every update'),
  min_png_bytes: z
    .int()
    .min(0)
    .max(LIMITS.pngBytesLarge)
    .describe('Pad the picture to at least this many bytes')
    .register(EXPECTED, { text: `an integer from 0 to ${LIMITS.pngBytesLarge}` }),
  on_error: choice(
    ON_ERROR,
    'While the screen fails: `show` the error picture at once, or `keep` the last good picture for three tries',
  ),
  frame_tokens: z
    .record(z.string().regex(FRAME_NAME), z.string().regex(FRAME_DIGEST))
    .refine((tokens) => Object.keys(tokens).length <= FRAME_LIMITS.tokens)
    .describe(
      'Who may fetch the picture at `/frame/{key}.png`: SHA-256 digests of tokens by their names, in place of all before',
    )
    .meta({
      maxProperties: FRAME_LIMITS.tokens,
      examples: [{ 'home-assistant': `sha256:${'0'.repeat(64)}` }],
    })
    .register(EXPECTED, {
      text: `a map of at most ${FRAME_LIMITS.tokens} names to digests, each \`sha256:\` and 64 hex digits`,
    }),
  schedule: z
    .record(z.string(), z.unknown())
    .describe(
      'Which screens are shown when, in place of all before: `zone`, `windows`, `playlist`, `offset`, `sleep`, `battery`, `pin` as in the config file',
    )
    .meta({ examples: [{ windows: [{ days: 'mon-fri', from: '08:00', to: '18:00', refresh: '5m' }] }] })
    .register(EXPECTED, { text: 'a map of parts of a schedule' }),
  params: z
    .record(z.string(), z.unknown())
    .describe('Handed to the script; checked against the parameters of the screen')
    .register(EXPECTED, { text: 'a map of parameters' }),
} as const;

export type SettingName = keyof typeof SETTINGS;

/** Names that `clear` accepts: every setting but the screen. */
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]];

/** What a request sets; a field that it leaves out is absent. */
export type DeviceSettings = {
  readonly [Name in SettingName]?: z.infer<(typeof SETTINGS)[Name]> | undefined;
};

type OptionalSettings = { [Name in SettingName]: z.ZodOptional<(typeof SETTINGS)[Name]> };

export const OPTIONAL_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, schema]) => [name, schema.optional()]),
) as OptionalSettings;

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
    min_signature_version: z
      .int()
      .min(1)
      .max(2)
      .describe('Signed calls of an older version are refused')
      .register(EXPECTED, { text: 'an integer from 1 to 2' })
      .optional(),
    authors_allow_private_network: flag(
      'Whether what authors have written may reach private addresses, as what the operator has written',
    ).optional(),
    screen_repo_refresh_interval: seconds(
      'Seconds between automatic fetches of tags and branches of screen repos; 0 never fetches',
    ).optional(),
    on_error: choice(ON_ERROR, '`on_error` of the devices whose entries say nothing of it').optional(),
  })
  .meta({ id: 'Settings', examples: [{ registration_enabled: false }] });
