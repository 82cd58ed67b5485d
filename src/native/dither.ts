/** Pixels to ink indices: the public function with all its checks, and the one that the server calls. */
import type { Algorithm } from '../domain/algorithm.ts';
import { DITHER_ALGORITHMS, resolveAlgorithm } from '../domain/algorithm.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import type { Tuning } from '../domain/tuning.ts';
import { TUNING_KEYS } from '../domain/tuning.ts';
import { addon } from './addon.ts';
import {
  type Bytes,
  optionalBoolean,
  paletteBytes,
  requireBytes,
  requireLength,
  requireNumber,
  requireOptions,
  requirePalette,
  requireSize,
  show,
} from './arguments.ts';

export interface DitherOptions extends Tuning {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks as sent to the panel, `#rrggbb` in any case, 2 to 256 of them; indices count in this order. */
  readonly palette: readonly string[];
  /** Name or alias; an unknown one is `atkinson`, none is blue-noise Floyd-Steinberg. */
  readonly algorithm?: string;
  /** The colour bytes are already multiplied by alpha. Default false. */
  readonly premultiplied?: boolean;
  /** What each ink looks like on the panel, in the order of `palette`; used when `ditherMeasured` is true. */
  readonly measured?: readonly string[];
  /** Dither towards `measured`, stretched between the panel's black and white. Default false. */
  readonly ditherMeasured?: boolean;
  /**
   * widthPx*heightPx bytes: 0 structure, where exact inks stay as they are; anything else continuous tone.
   * No error crosses from one to the other. Absent: one region, where black and white stay.
   */
  readonly tone?: Uint8Array | Uint8ClampedArray;
}

/** Tuning of a picture for which nobody sets anything. */
const DEFAULTS = {
  maxError: 1,
  noiseScale: 1,
  chromaClamp: 0,
  strength: 1,
} as const satisfies Required<Tuning>;

/**
 * Map pixels to ink indices by error diffusion. Deterministic: equal input gives equal output on every machine.
 * @param rgba  widthPx*heightPx*4 bytes, row-major from top left, sRGB, straight alpha unless `premultiplied`;
 *              composited on white; not changed
 * @returns     widthPx*heightPx bytes, each below the palette's length
 * @throws {TypeError} an argument or option of another type
 * @throws {RangeError} a length that does not match the size, or a size, palette or number out of range
 */
export function dither(rgba: Uint8Array | Uint8ClampedArray, options: DitherOptions): Uint8Array {
  requireBytes('rgba', rgba);
  // Getters run here, before any length is looked at.
  const job = readOptions(options);
  const pixels = job.widthPx * job.heightPx;
  const indices = new Uint8Array(pixels);
  addon().dither(
    requireLength('rgba', rgba, pixels * 4),
    indices,
    job.widthPx,
    job.heightPx,
    job.premultiplied,
    job.palette,
    job.measured,
    DITHER_ALGORITHMS.indexOf(job.algorithm),
    job.tuning.noiseScale,
    job.tuning.strength,
    job.tuning.maxError,
    job.tuning.chromaClamp,
    job.tone === undefined ? undefined : requireLength('tone', job.tone, pixels),
  );
  return indices;
}

interface CheckedOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly palette: Uint8Array;
  readonly measured: Uint8Array | undefined;
  readonly algorithm: Algorithm;
  readonly tuning: Required<Tuning>;
  readonly premultiplied: boolean;
  readonly tone: Bytes | undefined;
}

function readOptions(value: unknown): CheckedOptions {
  const options = requireOptions(value);
  const { widthPx, heightPx } = requireSize(options['widthPx'], options['heightPx']);
  const palette = requirePalette('palette', options['palette']);
  const algorithm = options['algorithm'];
  if (algorithm !== undefined && algorithm !== null && typeof algorithm !== 'string') {
    throw new TypeError(`algorithm: expected a name, got ${show(algorithm)}`);
  }
  const tone = options['tone'];
  return {
    widthPx,
    heightPx,
    palette,
    measured: readMeasured(
      options['measured'],
      optionalBoolean('ditherMeasured', options['ditherMeasured']),
      palette,
    ),
    algorithm: resolveAlgorithm(algorithm),
    tuning: readTuning(options),
    premultiplied: optionalBoolean('premultiplied', options['premultiplied']),
    tone: tone === undefined ? undefined : requireBytes('tone', tone),
  };
}

function readMeasured(value: unknown, wanted: boolean, palette: Uint8Array): Uint8Array | undefined {
  if (value === undefined) {
    if (!wanted) return undefined;
    throw new TypeError(
      'measured: expected a list of "#rrggbb" because ditherMeasured is true, got undefined',
    );
  }
  const measured = requirePalette('measured', value);
  if (measured.length !== palette.length) {
    throw new RangeError(`measured: expected ${palette.length / 3} colours, got ${measured.length / 3}`);
  }
  return wanted ? measured : undefined;
}

function readTuning(options: Readonly<Record<string, unknown>>): Required<Tuning> {
  const tuning: { -readonly [K in keyof Tuning]-?: number } = { ...DEFAULTS };
  for (const { field, min, max } of Object.values(TUNING_KEYS)) {
    const value = options[field];
    if (value !== undefined) tuning[field] = requireNumber(field, value, min, max);
  }
  return tuning;
}

/** What a picture of the server may have besides its spec. */
export interface PictureExtras {
  /** See `DitherOptions.tone`; null for none. */
  readonly tone?: Uint8Array | null;
  /** The colour bytes are multiplied by alpha, as the rasterizer leaves them. Default true. */
  readonly premultiplied?: boolean;
  /** widthPx*heightPx bytes to write to and return, so that a worker can keep one buffer. */
  readonly into?: Uint8Array;
}

/**
 * Map the pixels of a picture to ink indices, for callers whose values have been checked where they came in.
 * What is drawn straight onto the inks (text) goes onto the returned indices, before `encodePicture`.
 * @param rgba  widthPx*heightPx*4 bytes, row-major from top left, sRGB; composited on white; not changed
 * @returns     widthPx*heightPx bytes, each below the palette's length
 * @throws {RangeError} a length that does not match the size, or a value that the kernel refuses
 */
export function ditherPicture(rgba: Uint8Array, spec: RenderSpec, extras: PictureExtras = {}): Uint8Array {
  const indices = extras.into ?? new Uint8Array(spec.widthPx * spec.heightPx);
  const { tuning } = spec;
  addon().dither(
    rgba,
    indices,
    spec.widthPx,
    spec.heightPx,
    extras.premultiplied ?? true,
    paletteBytes(spec.palette),
    spec.ditherMeasured && spec.measured !== null ? paletteBytes(spec.measured) : undefined,
    DITHER_ALGORITHMS.indexOf(spec.algorithm),
    tuning.noiseScale ?? DEFAULTS.noiseScale,
    tuning.strength ?? DEFAULTS.strength,
    tuning.maxError ?? DEFAULTS.maxError,
    tuning.chromaClamp ?? DEFAULTS.chromaClamp,
    extras.tone ?? undefined,
  );
  return indices;
}
