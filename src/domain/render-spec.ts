/** The render spec: everything besides the SVG that decides the pixels and bytes of a picture, fully resolved. */
import { LIMITS } from '../base/limits.ts';
import { type Algorithm, DEFAULT_ALGORITHM, isKnownAlgorithm, resolveAlgorithm } from './algorithm.ts';
import type { Mapping } from './mapping.ts';
import { resolveMeasured } from './measured.ts';
import { FOUR_GREYS, type Palette, parsePalette } from './palette.ts';
import type { Panel, Size } from './panel.ts';
import type { TextMode } from './text-mode.ts';
import { mergeTuning, type Tuning } from './tuning.ts';

export interface RenderSpec extends Size {
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
}

/** What a script may decide about its own picture; each part is null or absent where it does not. */
export interface ScriptChoices {
  readonly palette: Palette | null;
  readonly measured: Palette | null;
  readonly dither: string | null;
  readonly text: TextMode | null;
  readonly tuning: Tuning;
}

export interface SpecSources {
  readonly size: Size;
  readonly panel: Panel | null;
  readonly mapping: Mapping;
  /** The device's `Colors` header as it came. */
  readonly headerColors: string | null;
  readonly script: ScriptChoices | null;
  /** What the screen's `meta.yaml` says. */
  readonly screenText: TextMode | null;
}

/** The palette of a picture: script, mapping, panel, header, else four greys. The first valid source wins. */
export function resolvePalette(sources: Omit<SpecSources, 'size' | 'screenText'>): Palette {
  const { script, mapping, panel, headerColors } = sources;
  return (
    script?.palette ??
    mapping.palette ??
    panel?.palette ??
    (headerColors === null ? null : parsePalette(headerColors)) ??
    FOUR_GREYS
  );
}

/** Resolve the render spec. A script's value beats the mapping's, that the panel's, that the algorithm's default. */
export function resolveRenderSpec(sources: SpecSources): RenderSpec {
  const { size, panel, mapping, script, screenText } = sources;
  const palette = resolvePalette(sources);
  const algorithm = resolveAlgorithm(script?.dither ?? mapping.dither ?? panel?.dither.algorithm);
  return {
    ...size,
    palette,
    measured: resolveMeasured(palette, { script: script?.measured ?? null, panel }),
    ditherMeasured: panel?.ditherMeasured ?? false,
    algorithm,
    tuning: mergeTuning(script?.tuning, mapping.tuning, panelTuning(panel, algorithm), panel?.dither.tuning),
    text: script?.text ?? mapping.text ?? panel?.text ?? screenText ?? 'fitted',
    // Padding beyond the limit would refuse every picture.
    minPngBytes: Math.min(mapping.minPngBytes ?? panel?.minPngBytes ?? 0, pngLimit(size)),
    maxPngBytes: pngLimit(size),
  };
}

/** The spec where nobody asks for anything. */
export function defaultRenderSpec(size: Size): RenderSpec {
  return {
    ...size,
    palette: FOUR_GREYS,
    measured: null,
    ditherMeasured: false,
    algorithm: DEFAULT_ALGORITHM,
    tuning: {},
    text: 'fitted',
    minPngBytes: 0,
    maxPngBytes: pngLimit(size),
  };
}

/** Largest PNG that a panel of this size accepts, in bytes. */
export function pngLimit(size: Size): number {
  const small = size.widthPx * size.heightPx <= LIMITS.pngSmallPixels;
  return small ? LIMITS.pngBytesSmall : LIMITS.pngBytesLarge;
}

/** The panel's numbers for one algorithm, whatever spelling its block uses. */
function panelTuning(panel: Panel | null, algorithm: Algorithm): Tuning | undefined {
  for (const [name, tuning] of Object.entries(panel?.dither.perAlgorithm ?? {})) {
    if (isKnownAlgorithm(name) && resolveAlgorithm(name) === algorithm) return tuning;
  }
  return undefined;
}
