/** Panels: profiles of displays. */
import type { Palette } from './palette.ts';
import { PANEL_LIMITS } from './panel-limits.ts';
import type { SettingFields, Settings } from './setting.ts';
import type { TextMode } from './text-mode.ts';
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
  /** As the device says it. */
  readonly size?: Size;
}

/** What chooses a panel: a value of the header `Board` or `Model`, or keys that are asked together. */
export type PanelMatch = string | MatchKeys;

/** Where panels come from. Those of the config win. */
export const PANEL_SOURCES = ['config', 'catalogue'] as const;
export type PanelSource = (typeof PANEL_SOURCES)[number];

/** How the bar below the picture of a TRMNL X is used. */
export const TOUCHBAR_MODES = ['tap', 'slide'] as const;
export type TouchbarMode = (typeof TOUCHBAR_MODES)[number];

/** What firmware is told with each picture, by its panel or by who shows something on it. */
export const FIRMWARE_SETTINGS = {
  touchbar_mode: {
    field: 'touchbarMode',
    kind: 'word',
    on: ['device', 'frame', 'group'],
    words: TOUCHBAR_MODES,
    about: 'How the bar below the picture is used, passed to the device',
    byDefault: 'that of the panel, else none',
    note: 'The TRMNL X has such a bar',
    label: 'Bar below the picture',
  },
  image_url_timeout: {
    field: 'imageUrlTimeoutSeconds',
    kind: 'integer',
    on: ['device', 'frame', 'group'],
    min: 1,
    max: PANEL_LIMITS.imageUrlTimeoutSeconds,
    unit: 'seconds',
    about: 'Seconds that the device waits for its picture, passed to it',
    byDefault: 'that of the panel, else none',
    note: 'Its own time is 15 s',
    label: 'Wait for the picture',
    hint: '1 to 65; without it the device decides.',
  },
} as const satisfies Settings;

/** What firmware is told; absent leaves it to the device. */
export type FirmwareSettings = SettingFields<typeof FIRMWARE_SETTINGS, keyof typeof FIRMWARE_SETTINGS>;

export interface Panel extends FirmwareSettings {
  /** The key under `panels:`, which mappings use. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  readonly source: PanelSource;
  /** What a device says that has this panel; any of these is enough. */
  readonly match: readonly PanelMatch[];
  /** Of its PNG, which is the size that the device reports. */
  readonly size: Size | null;
  readonly palette: Palette | null;
  /** What the inks look like on the real panel, in the order of `palette`. */
  readonly measured: Palette | null;
  /** Dither towards the measured colours, not only preview in them. */
  readonly ditherMeasured: boolean;
  readonly dither: PanelDither;
  readonly text?: TextMode;
  readonly minPngBytes: number | null;
  /** The largest PNG that the device accepts; null for what its size suggests. */
  readonly maxPngBytes: number | null;
  readonly rotate: Rotation;
  /** Of the panel as it is, whichever way the picture is turned. */
  readonly offset: Insets;
  /** Null where the palette decides. */
  readonly png: PngForm | null;
  /** True for a device that keeps a history of pictures whose names end in a time. */
  readonly history: boolean;
}

/** Sizes of the two device models of the specification. */
export const MODEL_SIZES: ReadonlyMap<string, Size> = new Map([
  ['og', { widthPx: 800, heightPx: 480 }],
  ['x', { widthPx: 1872, heightPx: 1404 }],
]);

export const DEFAULT_SIZE: Size = { widthPx: 800, heightPx: 480 };
