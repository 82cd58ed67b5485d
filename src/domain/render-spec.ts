/** The render spec: everything besides the SVG that decides the pixels and bytes of a picture, fully resolved. */
import { LIMITS } from '../platform/base/limits.ts';
import { type Algorithm, DEFAULT_ALGORITHM, isKnownAlgorithm, resolveAlgorithm } from './algorithm.ts';
import type { DeviceDisplay } from './device-display.ts';
import type { Mapping } from './mapping.ts';
import { resolveMeasured } from './measured.ts';
import { type Mount, nativeSize, PLAIN_MOUNT } from './mount.ts';
import { FOUR_GREYS, type Palette } from './palette.ts';
import type { Panel, PngForm, Size } from './panel.ts';
import { PANEL_LIMITS } from './panel-limits.ts';
import { holdsPalette, inksOfForm, isTruecolour } from './png-form.ts';
import type { TextMode } from './text-mode.ts';
import { mergeTuning, type Tuning } from './tuning.ts';

/** Its size is that of the layout, in which the SVG is drawn and dithered; `nativeSize` gives that of the PNG. */
export interface RenderSpec extends Size, Mount {
  readonly palette: Palette;
  /** What the inks look like on the panel, in the order of `palette`; null when not known. */
  readonly measured: Palette | null;
  readonly ditherMeasured: boolean;
  readonly algorithm: Algorithm;
  readonly tuning: Tuning;
  readonly text: TextMode;
  /** Pad the PNG to at least this many bytes. */
  readonly minPngBytes: number;
  /** Firmware refuses a larger picture. */
  readonly maxPngBytes: number;
  /** How the PNG stores the inks; null where the palette decides. */
  readonly png: PngForm | null;
}

/** What a script may decide about its picture; null or absent where it leaves that to others. */
export interface ScriptChoices {
  readonly palette: Palette | null;
  readonly measured: Palette | null;
  readonly dither: string | null;
  readonly text: TextMode | null;
  readonly tuning: Tuning;
}

export interface SpecSources {
  readonly display: DeviceDisplay;
  readonly mapping: Mapping;
  readonly script: ScriptChoices | null;
  /** What the screen's `meta.yaml` says. */
  readonly screenText: TextMode | null;
}

/**
 * Resolve the render spec. Each value comes from the first that has it: the script, the mapping, the panel, the
 * screen's metadata, the default of the algorithm.
 */
export function resolveRenderSpec(sources: SpecSources): RenderSpec {
  const { display, mapping, script, screenText } = sources;
  const { panel, widthPx, heightPx, rotate, offset } = display;
  const png = panel?.png ?? null;
  const maxPngBytes = maxBytesOf(display);
  const palette = script?.palette && holdsPalette(png, script.palette) ? script.palette : display.palette;
  const algorithm = resolveAlgorithm(script?.dither ?? mapping.dither ?? panel?.dither.algorithm);
  return {
    widthPx,
    heightPx,
    rotate,
    offset,
    palette,
    measured: resolveMeasured(palette, { script: script?.measured ?? null, panel }),
    ditherMeasured: panel?.ditherMeasured ?? false,
    algorithm,
    tuning: mergeTuning(script?.tuning, mapping.tuning, panelTuning(panel, algorithm), panel?.dither.tuning),
    text: script?.text ?? mapping.text ?? panel?.text ?? screenText ?? 'fitted',
    // Padded beyond the limit, every picture would be refused.
    minPngBytes: Math.min(mapping.minPngBytes ?? panel?.minPngBytes ?? 0, maxPngBytes),
    maxPngBytes,
    png,
  };
}

/** A display of which at least the size is known. */
export type NoticeDisplay = Size & Partial<Pick<DeviceDisplay, keyof Mount | 'panel'>>;

/** The spec of a notice of the server itself: as the panel wants its PNG, but in four greys unless that has others. */
export function noticeSpec({ widthPx, heightPx, panel = null, ...display }: NoticeDisplay): RenderSpec {
  const { rotate, offset } = { ...PLAIN_MOUNT, ...display };
  const mounted = { widthPx, heightPx, rotate, offset, panel };
  const png = panel?.png ?? null;
  return {
    ...defaultRenderSpec({ widthPx, heightPx }),
    rotate,
    offset,
    png,
    palette: png === null ? FOUR_GREYS : (panel?.palette ?? inksOfForm(png)),
    maxPngBytes: maxBytesOf(mounted),
  };
}

/** The spec where no source sets anything. */
export function defaultRenderSpec(size: Size): RenderSpec {
  return {
    ...size,
    ...PLAIN_MOUNT,
    palette: FOUR_GREYS,
    measured: null,
    ditherMeasured: false,
    algorithm: DEFAULT_ALGORITHM,
    tuning: {},
    text: 'fitted',
    minPngBytes: 0,
    maxPngBytes: pngLimit(size),
    png: null,
  };
}

function maxBytesOf(display: Size & Mount & Pick<DeviceDisplay, 'panel'>): number {
  const { panel, widthPx, heightPx, rotate, offset } = display;
  if (panel?.maxPngBytes != null) return panel.maxPngBytes;
  if (isTruecolour(panel?.png ?? null)) return PANEL_LIMITS.pngBytesTruecolour;
  return pngLimit(nativeSize({ widthPx, heightPx, rotate, offset }));
}

/** The spec of the same picture as its viewer sees it: not turned, and without what lies around it. */
export function uprightSpec(spec: RenderSpec): RenderSpec {
  return { ...spec, ...PLAIN_MOUNT };
}

/** Largest PNG that a panel of this size accepts, in bytes. */
export function pngLimit(size: Size): number {
  const small = size.widthPx * size.heightPx <= LIMITS.pngSmallPixels;
  return small ? LIMITS.pngBytesSmall : LIMITS.pngBytesLarge;
}

/** The panel's numbers for one algorithm, however its block spells the name. */
function panelTuning(panel: Panel | null, algorithm: Algorithm): Tuning | undefined {
  for (const [name, tuning] of Object.entries(panel?.dither.perAlgorithm ?? {})) {
    if (isKnownAlgorithm(name) && resolveAlgorithm(name) === algorithm) return tuning;
  }
  return undefined;
}
