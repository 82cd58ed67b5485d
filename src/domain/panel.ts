/** Panels: profiles of displays. */
import type { Palette } from './palette.ts';
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

export interface Panel {
  /** The key under `panels:`, which mappings use. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** Values of the headers `Board` and `Model` that choose this panel. */
  readonly match: readonly string[];
  readonly size: Size | null;
  readonly palette: Palette | null;
  /** What the inks look like on the real panel, in the order of `palette`. */
  readonly measured: Palette | null;
  /** Dither towards the measured colours, not only preview in them. */
  readonly ditherMeasured: boolean;
  readonly dither: PanelDither;
  readonly text?: TextMode;
  readonly minPngBytes: number | null;
}

/** Sizes of the two device models of the specification. */
export const MODEL_SIZES: ReadonlyMap<string, Size> = new Map([
  ['og', { widthPx: 800, heightPx: 480 }],
  ['x', { widthPx: 1872, heightPx: 1404 }],
]);

export const DEFAULT_SIZE: Size = { widthPx: 800, heightPx: 480 };

/** The sizes that a device can have which does not say its own. */
export function sizesOf({ panels }: { readonly panels: ReadonlyMap<string, Panel> }): readonly Size[] {
  const named = [...panels.values()].flatMap(({ size }) => size ?? []);
  return [DEFAULT_SIZE, ...MODEL_SIZES.values(), ...named];
}
