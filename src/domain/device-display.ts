/** The display of a device: which panel it is, and the size and the inks of its pictures. */
import type { ConfigSnapshot, Mapping } from './mapping.ts';
import { FOUR_GREYS, type Palette, parsePalette } from './palette.ts';
import { DEFAULT_SIZE, MODEL_SIZES, type Panel, type Size } from './panel.ts';
import type { DeviceReport } from './report.ts';

/** A display as it is before a script has a say in its palette. */
export interface DeviceDisplay extends Size {
  readonly panel: Panel | null;
  readonly palette: Palette;
}

/**
 * Settle the display of a device.
 * - Panel: the one that the mapping names, else the first that matches the `Board`, else the `Model`, else none. A name
 *   that does not exist counts as none.
 * - Size, as a pair: what the device says, else the panel's, else the model's, else 800 x 480.
 * - Palette: the mapping's, else the panel's, else the `Colors` header's, else four greys.
 * @param report what this call says; what earlier calls said where there is no call that says it
 */
export function settleDisplay(
  { panels }: Pick<ConfigSnapshot, 'panels'>,
  mapping: Pick<Mapping, 'panel' | 'palette'>,
  report: Pick<DeviceReport, 'board' | 'model' | 'size' | 'colors'>,
): DeviceDisplay {
  const { board, model, size, colors } = report;
  const named = mapping.panel === undefined ? undefined : panels.get(mapping.panel);
  const panel = named ?? matchPanel(panels, board) ?? matchPanel(panels, model);
  const { widthPx, heightPx } =
    size ?? panel?.size ?? MODEL_SIZES.get(model?.toLowerCase() ?? '') ?? DEFAULT_SIZE;
  const palette = mapping.palette ?? panel?.palette ?? parsePalette(colors) ?? FOUR_GREYS;
  return { widthPx, heightPx, panel, palette };
}

function matchPanel(panels: ReadonlyMap<string, Panel>, value: string | null): Panel | null {
  if (value === null || value === '') return null;
  let byMatch = indexes.get(panels);
  if (byMatch === undefined) {
    byMatch = indexOf(panels);
    indexes.set(panels, byMatch);
  }
  return byMatch.get(value.toLowerCase()) ?? null;
}

/** Panels of a config by what they match, made at the first look-up: each call of a device looks. */
const indexes = new WeakMap<ReadonlyMap<string, Panel>, ReadonlyMap<string, Panel>>();

/** By match in lower case; the first panel that has it. */
function indexOf(panels: ReadonlyMap<string, Panel>): ReadonlyMap<string, Panel> {
  const byMatch = new Map<string, Panel>();
  for (const panel of panels.values()) {
    for (const match of panel.match) {
      const key = match.toLowerCase();
      if (!byMatch.has(key)) byMatch.set(key, panel);
    }
  }
  return byMatch;
}
