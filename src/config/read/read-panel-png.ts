/** Reads the keys of a panel that shape its PNG: the form and the safe area. */

import { leavesRoom } from '../../domain/mount.ts';
import type { Palette } from '../../domain/palette.ts';
import {
  type Insets,
  NO_INSETS,
  type PanelKey,
  PNG_DEPTHS,
  type PngForm,
  type Size,
} from '../../domain/panel.ts';
import { isTruecolour, unfitInks } from '../../domain/png-form.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import { nested } from './entries.ts';
import { OFFSET_KEYS, PNG_KEYS } from './keys.ts';
import { oneOf } from './read-values.ts';

/** Reads one entry under `panels`. */
export type PanelReader = MapReader<PanelKey>;

/** Read `png`. @param palette as `colors` gives it; null without */
export function readPngForm(reader: PanelReader, palette: Palette | null): PngForm | null {
  const png = readForm(reader);
  if (png !== null) noteContradictions(reader, png, palette);
  return png;
}

function readForm(reader: PanelReader): PngForm | null {
  const map = reader.map('png');
  if (map === undefined) return null;
  const { findings } = reader;
  const path = reader.pathOf('png');
  const form = nested(reader, path, map, PNG_KEYS, 'refuse');
  const depth = oneOf(form, 'depth', PNG_DEPTHS);
  const grey = form.boolean('grey') ?? false;
  if (depth === undefined) {
    if (!form.has('depth')) findings.problem(map, `${path}: expected a \`depth\`, got none`);
    return null;
  }
  if (depth === 24 && grey) {
    findings.problem(
      form.positionOf('grey'),
      `${path}: \`depth: 24\` is in colour; \`grey: true\` needs 1, 2, 4 or 8`,
    );
  }
  if (depth === 1 && !grey) {
    const reason = 'firmware shows a 1-bit picture with a palette inverted';
    findings.problem(form.positionOf('depth'), `${path}: \`depth: 1\` needs \`grey: true\`: ${reason}`);
  }
  return { depth, grey };
}

/** Keys that do not go together: nobody can guess which of them was meant. */
function noteContradictions(reader: PanelReader, png: PngForm, palette: Palette | null): void {
  const { findings } = reader;
  const form = `\`png: { depth: ${png.depth}, grey: ${png.grey} }\``;
  if (isTruecolour(png)) {
    for (const key of ['dither', 'dither_measured', 'colors_actual', 'text'] as const) {
      if (!reader.has(key)) continue;
      findings.warn(reader.positionOf(key), `${reader.pathOf(key)}: has no effect with ${form}`);
    }
    if (!reader.has('colors')) return;
    const message = `${reader.pathOf('colors')}: ${form} has no palette; leave out one of \`colors\` and \`png\``;
    findings.problem(reader.positionOf('colors'), message);
    return;
  }
  if (palette === null) return;
  const unfit = png.grey ? unfitInks(png, palette) : [];
  const most = 2 ** png.depth;
  const problem =
    unfit.length > 0
      ? `${unfit.slice(0, 6).join(', ')} ${unfit.length === 1 ? 'is' : 'are'} none of the ${most} greys of ${form}`
      : palette.length > most && `${form} holds ${most} inks, got ${palette.length}`;
  if (problem) findings.problem(reader.positionOf('colors'), `${reader.pathOf('colors')}: ${problem}`);
}

/** Read `offset`. Edges that leave nothing of the panel do not count. */
export function readOffset(reader: PanelReader, size: Size | null): Insets {
  const map = reader.map('offset');
  if (map === undefined) return NO_INSETS;
  const { findings } = reader;
  const path = reader.pathOf('offset');
  const edges = nested(reader, path, map, OFFSET_KEYS);
  const [leftPx = 0, topPx = 0, rightPx = 0, bottomPx = 0] = OFFSET_KEYS.map((key) =>
    edges.integer(key, 0, LIMITS.pictureEdgePx - 1),
  );
  const offset = { leftPx, topPx, rightPx, bottomPx };
  if (size === null || leavesRoom(size, offset)) return offset;
  const panel = `${size.widthPx} x ${size.heightPx}`;
  findings.warn(
    reader.positionOf('offset'),
    `${path}: leaves nothing of a panel of ${panel}; it is left out`,
  );
  return NO_INSETS;
}
