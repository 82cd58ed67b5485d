/** Panels as the admin API shows them. */
import { z } from 'zod';
import { FOUR_GREYS } from '../../domain/palette.ts';
import {
  PANEL_SOURCES,
  type Panel,
  type PanelValue,
  PLAIN_PANEL_ROWS,
  PNG_DEPTHS,
  type SeenPanelKey,
} from '../../domain/panel.ts';
import { describeMatch } from '../../domain/panel-match.ts';
import type { View } from '../view.ts';

const SEEN = PLAIN_PANEL_ROWS.filter(([, { seen }]) => seen !== undefined);

const { rotate: ROTATE, ...OTHERS } = Object.fromEntries(
  SEEN.map(([key, { kind, words = [], fallback, seen = '' }]) => {
    const schema =
      kind === 'flag'
        ? z.boolean()
        : kind === 'integer'
          ? z.int()
          : kind === 'line'
            ? z.string()
            : z.literal(words);
    return [key, (fallback === null ? schema.nullable() : schema).describe(seen)];
  }),
) as unknown as { readonly [Key in SeenPanelKey]: z.ZodType<PanelValue<Key>> };

export const panelSchema = z.object({
  name: z.string(),
  title: z.string().describe('Name for people'),
  source: z.enum(PANEL_SOURCES).describe('`config`, or `catalogue` for a panel that ships with the server'),
  matches: z.array(z.string()).describe('What a device says that has it; any of these is enough'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  colors: z.string().describe('`#rrggbb`, comma-separated'),
  rotate: ROTATE,
  offset: z
    .object({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() })
    .describe('Pixels at its edges that stay free'),
  png: z
    .object({ depth: z.literal(PNG_DEPTHS), grey: z.boolean() })
    .nullable()
    .describe('How its PNG stores pixels; null where the palette decides'),
  ...OTHERS,
});

/** Describe a panel. */
export function panelView(panel: Panel): View<typeof panelSchema> {
  const { name, title, source, match, size, palette, offset, png } = panel;
  const { leftPx: left, topPx: top, rightPx: right, bottomPx: bottom } = offset;
  const { rotate, ...seen } = Object.fromEntries(
    SEEN.map(([key, { field }]) => [key, (panel as unknown as Record<string, unknown>)[field]]),
  ) as { readonly [Key in SeenPanelKey]: PanelValue<Key> };
  return {
    name,
    title: title ?? name,
    source,
    matches: match.map(describeMatch),
    width: size?.widthPx ?? null,
    height: size?.heightPx ?? null,
    colors: (palette ?? FOUR_GREYS).join(','),
    rotate,
    offset: { left, top, right, bottom },
    png,
    ...seen,
  };
}
