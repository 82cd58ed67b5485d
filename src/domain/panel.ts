/** Panels: profiles of displays, and which of them a device has. */
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
  /** What people call it. */
  readonly title?: string;
  /** `Board` or `Model` header values that choose this panel. */
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

/**
 * The panel of a device: the one its mapping names, else the one that matches its `Board`, else its `Model`.
 * Null when none fits; a name that does not exist counts as none.
 */
export function choosePanel(
  panels: ReadonlyMap<string, Panel>,
  device: {
    readonly panel?: string | undefined;
    readonly board?: string | null;
    readonly model?: string | null;
  },
): Panel | null {
  if (device.panel !== undefined) {
    const named = panels.get(device.panel);
    if (named !== undefined) return named;
  }
  return matchPanel(panels, device.board) ?? matchPanel(panels, device.model);
}

function matchPanel(panels: ReadonlyMap<string, Panel>, value: string | null | undefined): Panel | null {
  if (value === null || value === undefined || value === '') return null;
  const wanted = value.toLowerCase();
  for (const panel of panels.values()) {
    if (panel.match.some((candidate) => candidate.toLowerCase() === wanted)) return panel;
  }
  return null;
}

/** The size to draw: what the device said, else the panel's, else the model's, else 800 x 480; each pair as a whole. */
export function chooseSize(reported: Size | null, panel: Panel | null, model: string | null): Size {
  return reported ?? panel?.size ?? MODEL_SIZES.get(model?.toLowerCase() ?? '') ?? DEFAULT_SIZE;
}
