/** Panels: profiles of displays. */
import { LIMITS } from '../platform/base/limits.ts';
import { FIRMWARE_SETTINGS } from './firmware-settings.ts';
import type { Palette } from './palette.ts';
import { PANEL_LIMITS } from './panel-limits.ts';
import type { SettingValue, ValueOf } from './setting.ts';
import { TEXT_MODES } from './text-mode.ts';
import type { Tuning } from './tuning.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface PanelDither {
  readonly algorithm?: string;
  readonly tuning: Tuning;
  /** Numbers for one algorithm, by its name in `DITHER_ALGORITHMS`; they beat `tuning`. */
  readonly perAlgorithm: Readonly<Record<string, Tuning>>;
}

/** Degrees by which a finished picture is turned clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Pixels at the edges of a panel that show nothing of the picture. */
export interface Insets {
  readonly leftPx: number;
  readonly topPx: number;
  readonly rightPx: number;
  readonly bottomPx: number;
}

export const NO_INSETS: Insets = { leftPx: 0, topPx: 0, rightPx: 0, bottomPx: 0 };

/** Bits a pixel that a PNG may have: 24 is truecolour without dithering. */
export const PNG_DEPTHS = [1, 2, 4, 8, 24] as const;

/** How the pixels of a PNG are stored: as grey levels, else as places in a palette or, with 24 bits, as colours. */
export interface PngForm {
  readonly depth: (typeof PNG_DEPTHS)[number];
  readonly grey: boolean;
}

/** Keys that are asked together; at least one is present. All texts are compared in any case. */
export interface MatchKeys {
  readonly board?: string;
  readonly model?: string;
  /** A text that the header `User-Agent` contains. */
  readonly userAgent?: string;
  /** A text that it must not contain: another client, whose name contains that of this one. Never present alone. */
  readonly notUserAgent?: string;
  /** The size that the device says. */
  readonly size?: Size;
}

/** What chooses a panel: a value of the header `Board` or `Model`, or keys that are asked together. */
export type PanelMatch = string | MatchKeys;

/** Where panels come from. Those of the config win. */
export const PANEL_SOURCES = ['config', 'catalogue'] as const;
export type PanelSource = (typeof PANEL_SOURCES)[number];

/** What a row says of a key of panels. Markdown for the page on the config. */
interface PanelRow {
  readonly about: string;
  /** What holds without it. */
  readonly byDefault: string;
  /** What it decides in a render spec. A key that changes a pixel or a byte of a picture has to name it: it enters its content hash. */
  readonly spec: readonly string[];
}

/** A key that its kind is enough to read. */
interface PlainPanelSetting extends SettingValue, PanelRow {
  readonly kind: 'line' | 'word' | 'integer' | 'flag' | 'degrees';
  /** What a panel holds without it; nothing where there is none. */
  readonly fallback?: boolean | number | null;
  /** What clients of the admin API are told of it; nothing where they do not see it. */
  readonly seen?: string;
}

/** A key that is read by itself, or together with others. */
interface ComposedPanelSetting extends PanelRow {
  readonly kind: 'composed';
  readonly field: keyof ComposedPanelFields | null;
  /** What it takes. */
  readonly type: string;
}

/** What firmware is told, in the row of a panel. */
const TOLD = {
  about: 'As for a device, whose own value counts before this',
  byDefault: 'none',
  spec: [],
} as const satisfies PanelRow;

const EDGE = `integer, 1 to ${LIMITS.pictureEdgePx}`;

/** The keys of a panel, in the order in which they are listed. */
export const PANEL_SETTINGS = {
  name: {
    field: 'title',
    kind: 'line',
    about: 'Name for people',
    byDefault: 'the key',
    spec: [],
  },
  match: {
    field: 'match',
    kind: 'composed',
    type: 'text, map or list',
    about: '[What a device says](#match) that has this panel',
    byDefault: 'none',
    spec: [],
  },
  width: {
    field: 'size',
    kind: 'composed',
    type: EDGE,
    about: 'Pixels. Counts only together with `height`, and only for devices that do not send their size',
    byDefault: "the device's",
    spec: ['widthPx'],
  },
  height: {
    field: 'size',
    kind: 'composed',
    type: EDGE,
    about: 'Pixels',
    byDefault: "the device's",
    spec: ['heightPx'],
  },
  colors: {
    field: 'palette',
    kind: 'composed',
    type: 'colours',
    about: `Palette, 2 to ${LIMITS.paletteMaxInks} colours in the panel's order`,
    byDefault: "the device's `Colors` header, else four greys",
    spec: ['palette'],
  },
  colors_actual: {
    field: 'measured',
    kind: 'composed',
    type: 'colours',
    about:
      'The real appearance of each of `colors` (else of the four greys) on the panel, in the same order ([how to measure it](inks.md))',
    byDefault: 'none',
    spec: ['measured'],
  },
  dither: {
    field: 'dither',
    kind: 'composed',
    type: 'text or map',
    about: 'Algorithm, or a map of the keys below',
    byDefault: 'see below',
    spec: ['algorithm', 'tuning'],
  },
  dither_measured: {
    field: 'ditherMeasured',
    kind: 'flag',
    fallback: false,
    about: 'Dither towards `colors_actual`; otherwise it is used for the preview only',
    byDefault: '`false`',
    spec: ['ditherMeasured'],
  },
  text: {
    field: 'text',
    kind: 'word',
    words: TEXT_MODES,
    about: 'As for a device',
    byDefault: "the screen's metadata, else `fitted`",
    spec: ['text'],
  },
  min_png_bytes: {
    field: 'minPngBytes',
    kind: 'integer',
    min: 0,
    max: LIMITS.pngBytesLarge,
    unit: 'bytes',
    fallback: null,
    about: 'As for a device',
    byDefault: '`0`',
    spec: ['minPngBytes'],
  },
  touchbar_mode: { ...FIRMWARE_SETTINGS.touchbar_mode, ...TOLD },
  image_url_timeout: { ...FIRMWARE_SETTINGS.image_url_timeout, ...TOLD },
  max_png_bytes: {
    field: 'maxPngBytes',
    kind: 'integer',
    min: PANEL_LIMITS.maxPngBytesLeast,
    max: PANEL_LIMITS.maxPngBytesMost,
    unit: 'bytes',
    fallback: null,
    about: 'Largest file that the device accepts: pictures are encoded in a way that keeps them below it',
    byDefault: '[by size](#the-file-of-a-panel)',
    seen: 'Largest PNG that it accepts; null for the limit of its size',
    spec: ['maxPngBytes'],
  },
  rotate: {
    field: 'rotate',
    kind: 'degrees',
    words: ROTATIONS,
    fallback: 0,
    about: 'Degrees by which the finished picture is [turned clockwise](#the-file-of-a-panel)',
    byDefault: '`0`',
    seen: 'Degrees by which its pictures are turned clockwise',
    spec: ['rotate'],
  },
  offset: {
    field: 'offset',
    kind: 'composed',
    type: 'map of `left`, `top`, `right`, `bottom`',
    about: 'Pixels at the edges of the panel that [stay free](#the-file-of-a-panel)',
    byDefault: 'all `0`',
    spec: ['offset'],
  },
  png: {
    field: 'png',
    kind: 'composed',
    type: 'map of `depth`, `grey`',
    about: '[How the PNG stores its pixels](#the-file-of-a-panel)',
    byDefault: 'by `colors`',
    spec: ['png'],
  },
  history: {
    field: 'history',
    kind: 'flag',
    fallback: false,
    about: 'Names of pictures [end in a time](#the-file-of-a-panel)',
    byDefault: '`false`',
    seen: 'True where names of pictures end in a time',
    spec: [],
  },
  gamut: {
    field: null,
    kind: 'composed',
    type: 'map',
    about: 'Kept and not used',
    byDefault: 'none',
    spec: [],
  },
} as const satisfies Readonly<Record<string, PlainPanelSetting | ComposedPanelSetting>>;

type Rows = typeof PANEL_SETTINGS;

export type PanelKey = keyof Rows;

/** The fields of a render spec that panels decide. */
export type PanelSpecField = Rows[PanelKey]['spec'][number];

type PlainKey = { [Key in PanelKey]: Rows[Key] extends { kind: 'composed' } ? never : Key }[PanelKey];

/** Those that are told to clients of the admin API. */
export type SeenPanelKey = { [Key in PlainKey]: Rows[Key] extends { seen: string } ? Key : never }[PlainKey];

type SetKey = { [Key in PlainKey]: Rows[Key] extends { fallback: unknown } ? Key : never }[PlainKey];

/** What a panel holds of a key that has a fallback. */
export type PanelValue<Key extends SetKey> =
  | ValueOf<Rows[Key]>
  | (Rows[Key] extends { fallback: null } ? null : never);

type SetPanelFields = { readonly [Key in SetKey as Rows[Key]['field']]: PanelValue<Key> };
type OptionalPanelFields = {
  readonly [Key in Exclude<PlainKey, SetKey> as Rows[Key]['field']]?: ValueOf<Rows[Key]>;
};

/** The rows of the keys that their kinds are enough to read. */
export const PLAIN_PANEL_ROWS = Object.entries(PANEL_SETTINGS).filter(
  ([, { kind }]) => kind !== 'composed',
) as readonly (readonly [PlainKey, PlainPanelSetting])[];

/** What a panel holds of these where its entry says nothing. */
export const PANEL_FALLBACKS = Object.fromEntries(
  PLAIN_PANEL_ROWS.flatMap(([, { field, fallback }]) => (fallback === undefined ? [] : [[field, fallback]])),
) as SetPanelFields;

/** What several keys say together, or keys within a key. */
interface ComposedPanelFields {
  /** What a device says that has this panel; any of these is enough. */
  readonly match: readonly PanelMatch[];
  /** The size of its PNG, which the device reports. */
  readonly size: Size | null;
  readonly palette: Palette | null;
  /** What the inks look like on the real panel, in the order of `palette`. */
  readonly measured: Palette | null;
  readonly dither: PanelDither;
  /** The edges of the panel as it is, whichever way the picture is turned. */
  readonly offset: Insets;
  /** Null where the palette decides. */
  readonly png: PngForm | null;
}

export interface Panel extends SetPanelFields, OptionalPanelFields, ComposedPanelFields {
  /** The key under `panels:`, which mappings use. */
  readonly name: string;
  readonly source: PanelSource;
}

export const DEFAULT_SIZE: Size = { widthPx: 800, heightPx: 480 };
