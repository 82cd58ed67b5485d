/** The display of a device: which panel it is, and the size and the inks of its pictures. */
import type { ConfigSnapshot } from './config-snapshot.ts';
import type { Mapping } from './mapping.ts';
import { addRotations, fileSize, layoutSize, leavesRoom, type Mount } from './mount.ts';
import { FOUR_GREYS, type Palette, parsePalette } from './palette.ts';
import { DEFAULT_SIZE, NO_INSETS, type Panel, type Size } from './panel.ts';
import { matchPanel } from './panel-match.ts';
import { holdsPalette, inksOfForm } from './png-form.ts';
import { type DeviceReport, NO_REPORT } from './report.ts';

/** Sizes of the two device models of the specification. */
export const MODEL_SIZES: ReadonlyMap<string, Size> = new Map([
  ['og', { widthPx: 800, heightPx: 480 }],
  ['x', { widthPx: 1872, heightPx: 1404 }],
]);

/** A display as it is before a script has a say in its palette. Its size is the one that screens are laid out in. */
export interface DeviceDisplay extends Size, Mount {
  readonly panel: Panel | null;
  readonly palette: Palette;
}

/**
 * Settle the display of a device.
 * - Panel: the one that the mapping names, else the one that `matchPanel` finds, else none. A name that does not exist
 *   counts as none.
 * - Size of the PNG, as a pair: what the device says, else the panel's, else the model's, else 800 x 480. Without the insets
 *   of the panel and turned back it is the size of the layout. Insets that leave nothing do not count. A client that lies
 *   on its side may say its size as people see it (`fileSize`).
 * - Palette: the mapping's, else the panel's, else the `Colors` header's, each only where the panel's PNG can hold it; else
 *   what that PNG implies, else four greys.
 * @param report what this call says; what earlier calls said where there is no call that says it
 */
export function settleDisplay(
  { panels }: Pick<ConfigSnapshot, 'panels'>,
  mapping: Pick<Mapping, 'panel' | 'palette' | 'rotate'>,
  report: Pick<DeviceReport, 'board' | 'model' | 'userAgent' | 'size' | 'colors'>,
): DeviceDisplay {
  const { model, colors } = report;
  const named = mapping.panel === undefined ? undefined : panels.get(mapping.panel);
  const panel = named ?? matchPanel(panels, report);
  const said = panel !== null && report.size !== null ? fileSize(panel, report.size) : report.size;
  const native = said ?? panel?.size ?? MODEL_SIZES.get(model?.toLowerCase() ?? '') ?? DEFAULT_SIZE;
  const rotate = addRotations(panel?.rotate ?? 0, mapping.rotate ?? 0);
  const offset = panel !== null && leavesRoom(native, panel.offset) ? panel.offset : NO_INSETS;
  const { widthPx, heightPx } = layoutSize(native, { rotate, offset });
  const palette = settlePalette(mapping.palette ?? null, panel, colors);
  return { widthPx, heightPx, rotate, offset, panel, palette };
}

function settlePalette(mapped: Palette | null, panel: Panel | null, colors: string | null): Palette {
  const form = panel?.png ?? null;
  if (mapped !== null && holdsPalette(form, mapped)) return mapped;
  if (panel?.palette != null) return panel.palette;
  const said = parsePalette(colors);
  if (said !== null && holdsPalette(form, said)) return said;
  return form === null ? FOUR_GREYS : inksOfForm(form);
}

/** What a display may follow from, of what a device says. */
export type DisplayField = 'size' | 'model' | 'board';

/**
 * The fewest of these from which the same display follows: whoever knows nothing else of the device settles the same one.
 * Empty where they do not suffice.
 */
export function displayFields(
  config: Pick<ConfigSnapshot, 'panels'>,
  mapping: Pick<Mapping, 'panel' | 'palette' | 'rotate'>,
  report: DeviceReport,
  display: DeviceDisplay,
): readonly DisplayField[] {
  const fields: DisplayField[] = [];
  let said = NO_REPORT;
  for (const field of [null, 'size', 'model', 'board'] as const) {
    if (field !== null && report[field] === null) continue;
    if (field !== null) {
      fields.push(field);
      said = { ...said, [field]: report[field] };
    }
    if (isSameDisplay(settleDisplay(config, mapping, said), display)) return fields;
  }
  return [];
}

function isSameDisplay(one: DeviceDisplay, other: DeviceDisplay): boolean {
  const { widthPx, heightPx, rotate, panel } = one;
  const isPlaced = widthPx === other.widthPx && heightPx === other.heightPx && rotate === other.rotate;
  return isPlaced && panel === other.panel && String(one.palette) === String(other.palette);
}

/** The displays of devices of which nothing but their panel or model is known. */
export function displaysByName({ panels }: Pick<ConfigSnapshot, 'panels'>): readonly DeviceDisplay[] {
  const models = [null, ...MODEL_SIZES.keys()];
  const settle = (mapping: { readonly panel?: string }, model: string | null): DeviceDisplay =>
    settleDisplay({ panels }, mapping, { ...NO_REPORT, model });
  const named = [...panels.values()].flatMap(({ name, size }) =>
    // The model says no more than the size.
    (size === null ? models : [null]).map((model) => settle({ panel: name }, model)),
  );
  return [...models.map((model) => settle({}, model)), ...named];
}
