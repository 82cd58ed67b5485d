/** The settings of devices, frames and groups, each a row of a table. */
import { LIMITS } from '../platform/base/limits.ts';
import { FIRMWARE_SETTINGS } from './firmware-settings.ts';
import { FRAME_LIMITS } from './frame-limits.ts';
import { GROUP_LIMITS } from './group-limits.ts';
import { ON_ERROR } from './on-error.ts';
import { ROTATIONS } from './panel.ts';
import type { Setting, SettingFields, SettingKind, SettingPlace, Settings } from './setting.ts';
import { TEXT_MODES } from './text-mode.ts';
import { TUNING_KEYS } from './tuning.ts';

/** Values of `temperature_profile` that the firmware understands. */
export const TEMPERATURE_PROFILES = ['default', 'a', 'b'] as const;

const EVERYWHERE = ['device', 'frame', 'group'] as const;
const ENTRIES = ['device', 'frame'] as const;

/** In the order in which they are written and listed. */
export const SETTINGS = {
  screen: {
    field: 'screen',
    kind: 'screen',
    on: EVERYWHERE,
    about: 'Screen to show, as `handle/path`',
    byDefault: 'required',
    note: 'Names of `screens` and of files count, too. Where there are [groups](groups.md), it may be left to them',
  },
  name: {
    field: 'name',
    kind: 'line',
    on: ENTRIES,
    max: 100,
    about: 'Name for people',
    byDefault: 'none',
    note: 'Shown in lists, and to the script as `device.name`',
  },
  tags: {
    field: 'tags',
    kind: 'tags',
    on: ['device'],
    about: 'Words by which groups and admins select devices',
    byDefault: 'none',
    note: `Letters, digits, spaces and \`. _ : / + -\`, at most ${GROUP_LIMITS.tagCharacters} characters each, at most ${GROUP_LIMITS.tagsPerDevice}: see [groups](groups.md)`,
    label: 'Tags',
    hint: 'Between commas.',
  },
  panel: {
    field: 'panel',
    kind: 'panel',
    on: EVERYWHERE,
    about: 'Name of a profile under `panels`',
    byDefault: 'by `match`',
    label: 'Panel',
  },
  refresh: {
    field: 'refreshSeconds',
    kind: 'integer',
    on: EVERYWHERE,
    min: 0,
    max: LIMITS.refreshMaxSeconds,
    unit: 'seconds',
    isDrawn: true,
    about: 'Refresh interval in seconds; 0 leaves it to the screen',
    byDefault: '`0`',
    note: 'Used where the script returns no `refresh_rate`',
    label: 'Refresh',
    hint: '0 means the screen’s own.',
  },
  dither: {
    field: 'dither',
    kind: 'algorithm',
    on: EVERYWHERE,
    isDrawn: true,
    about: 'Dither algorithm',
    byDefault: "the panel's, else `floyd-steinberg`",
    note: 'An unknown name means `atkinson`',
    label: 'Dithering',
  },
  colors: {
    field: 'palette',
    kind: 'colours',
    on: EVERYWHERE,
    isDrawn: true,
    about: 'Palette in the order of the panel: at least two `#rrggbb`, comma-separated',
    byDefault: "the panel's",
    note: `At most ${LIMITS.paletteMaxInks}; a list of them will do`,
    label: 'Colours',
    hint: 'At least two #rrggbb, between commas.',
  },
  text: {
    field: 'text',
    kind: 'word',
    on: EVERYWHERE,
    words: TEXT_MODES,
    isDrawn: true,
    about: 'Who draws simple text: `fitted` in solid ink, `plain` dithered with the rest',
    byDefault: "the panel's",
    note: 'See [text](text.md)',
    label: 'Text',
    meanings: { fitted: 'Fitted: in solid ink', plain: 'Plain: dithered with the rest' },
  },
  rotate: {
    field: 'rotate',
    kind: 'degrees',
    on: EVERYWHERE,
    words: ROTATIONS,
    isDrawn: true,
    about: 'Degrees by which the picture is turned clockwise, added to those of the panel',
    byDefault: '`0`',
    note: 'For a device that hangs another way up',
    label: 'Turned clockwise',
    meanings: { 0: '0°', 90: '90°', 180: '180°', 270: '270°' },
  },
  ...TUNING_KEYS,
  temperature_profile: {
    field: 'temperatureProfile',
    kind: 'word',
    on: EVERYWHERE,
    words: TEMPERATURE_PROFILES,
    about: 'Waveform profile, passed to the device',
    byDefault: '`default`',
    label: 'Temperature profile',
  },
  ...FIRMWARE_SETTINGS,
  maximum_compatibility: {
    field: 'maximumCompatibility',
    kind: 'flag',
    on: EVERYWHERE,
    about: 'Ask the firmware for a full refresh at every update',
    byDefault: 'none',
    label: 'Full refresh at every update',
  },
  min_png_bytes: {
    field: 'minPngBytes',
    kind: 'integer',
    on: EVERYWHERE,
    min: 0,
    max: LIMITS.pngBytesLarge,
    unit: 'bytes',
    isDrawn: true,
    about: 'Pad the picture to at least this many bytes',
    byDefault: '`0`',
    note: 'Some firmware picks a better waveform for large files',
    label: 'Least size of a picture',
  },
  on_error: {
    field: 'onError',
    kind: 'word',
    on: EVERYWHERE,
    words: ON_ERROR,
    about:
      'While the screen fails: `show` the error picture at once, or `keep` the last good picture for three tries',
    byDefault: "the top level's",
    note: 'See [below](#while-a-screen-fails)',
    label: 'While its screen fails',
    meanings: { show: 'Show the error at once', keep: 'Keep the last good picture for three tries' },
  },
  frame_tokens: {
    field: 'frameTokens',
    kind: 'tokens',
    on: ENTRIES,
    about:
      'Who may fetch the picture at `/frame/{key}.png`: SHA-256 digests of tokens by their names, in place of all before',
    byDefault: 'none',
    note: `A name for each token, and its digest as \`stipple token\` prints it; at most ${FRAME_LIMITS.tokens}. See [frames](frames.md)`,
  },
  schedule: {
    field: 'schedule',
    kind: 'schedule',
    on: EVERYWHERE,
    about:
      'Which screens are shown when, in place of all before: `zone`, `windows`, `playlist`, `offset`, `sleep`, `battery`, `pin` as in the config file',
    byDefault: 'none',
    note: 'And when the panel sleeps: see [schedules](schedules.md)',
  },
  params: {
    field: 'params',
    kind: 'params',
    on: EVERYWHERE,
    about: 'Handed to the script; checked against the parameters of the screen',
    byDefault: 'empty',
    note: 'Any values. The metadata of the screen declares its parameters',
  },
} as const satisfies Settings;

type Rows = typeof SETTINGS;

export type SettingKey = keyof Rows;

/** The keys of the settings that can stand in a place. */
export type SettingKeyOn<Place extends SettingPlace> = {
  [Key in SettingKey]: Place extends Rows[Key]['on'][number] ? Key : never;
}[SettingKey];

/** The keys of the settings of some kinds. */
export type SettingKeyOfKind<Kind extends SettingKind> = {
  [Key in SettingKey]: Rows[Key]['kind'] extends Kind ? Key : never;
}[SettingKey];

/** Those that have no field of their own in a mapping, or one that is always there. */
type Apart = SettingKeyOfKind<'screen' | 'params' | 'tuning'>;

/** What entries of devices and frames, and groups, may say of how a screen is shown, but for its params and its tuning. */
export type SharedFields = SettingFields<Rows, Exclude<SettingKeyOn<'group'>, Apart>>;

/** What entries of devices alone, or of devices and frames, may say. */
export type EntryFields = SettingFields<Rows, Exclude<SettingKey, SettingKeyOn<'group'>>>;

/** All rows with their keys. */
export const SETTING_ROWS = Object.entries(SETTINGS) as readonly (readonly [SettingKey, Setting])[];

/** The rows of the settings that can stand in a place. */
export function settingsOn(place: SettingPlace): readonly (readonly [SettingKey, Setting])[] {
  return SETTING_ROWS.filter(([, { on }]) => on.includes(place));
}
