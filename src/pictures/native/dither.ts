/** Pixels to ink indices. */

import { resolveAlgorithm } from '../../domain/algorithm.ts';
import type { Tuning } from '../../domain/tuning.ts';
import { addon } from './addon.ts';
import {
  type Bytes,
  optionalBoolean,
  requireBytes,
  requireFixed,
  requireLength,
  requireNumber,
  requireOptions,
  requirePalette,
  requireSize,
  show,
} from './arguments.ts';
import { kernelConstants } from './constants.ts';

/** The numbers of a dither: those that people set, and one that only the size ladder uses. */
export interface KernelTuning extends Tuning {
  /** 0 to 1: how much a pixel prefers the ink of its neighbours, so that dots join and the file gets smaller. Default 0. */
  readonly hysteresis?: number;
}

export interface DitherOptions extends KernelTuning {
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
  /** widthPx*heightPx bytes to write to and return: memory that is used again is faster than fresh memory. */
  readonly into?: Uint8Array;
}

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
  const indices =
    job.into === undefined
      ? new Uint8Array(pixels)
      : requireLength('into', requireFixed('into', job.into), pixels);
  addon().dither(
    requireLength('rgba', rgba, pixels * 4),
    indices,
    job.widthPx,
    job.heightPx,
    job.premultiplied,
    job.palette,
    job.measured,
    job.algorithm,
    job.tuning.noiseScale,
    job.tuning.strength,
    job.tuning.maxError,
    job.tuning.chromaClamp,
    job.tone === undefined ? undefined : requireLength('tone', job.tone, pixels),
    job.tuning.hysteresis,
  );
  return indices;
}

interface CheckedOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly palette: Uint8Array;
  readonly measured: Uint8Array | undefined;
  /** Its place among the kernel's. */
  readonly algorithm: number;
  readonly tuning: Required<KernelTuning>;
  readonly premultiplied: boolean;
  readonly tone: Bytes | undefined;
  readonly into: Bytes | undefined;
}

function readOptions(value: unknown): CheckedOptions {
  const options = requireOptions(value);
  const { widthPx, heightPx } = requireSize(options['widthPx'], options['heightPx']);
  const palette = requirePalette('palette', options['palette']);
  const algorithm = options['algorithm'];
  if (algorithm !== undefined && algorithm !== null && typeof algorithm !== 'string') {
    throw new TypeError(`algorithm: expected a name, got ${show(algorithm)}`);
  }
  return {
    widthPx,
    heightPx,
    palette,
    measured: readMeasured(
      options['measured'],
      optionalBoolean('ditherMeasured', options['ditherMeasured']),
      palette,
    ),
    algorithm: kernelConstants().algorithms.indexOf(resolveAlgorithm(algorithm)),
    tuning: readTuning(options),
    premultiplied: optionalBoolean('premultiplied', options['premultiplied']),
    tone: optionalBytes('tone', options['tone']),
    into: optionalBytes('into', options['into']),
  };
}

function optionalBytes(name: string, value: unknown): Bytes | undefined {
  return value === undefined ? undefined : requireBytes(name, value);
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

function readTuning(options: Readonly<Record<string, unknown>>): Required<KernelTuning> {
  const { tuning, hysteresis } = kernelConstants();
  const ranges = { ...tuning, hysteresis };
  const read = (field: keyof KernelTuning): number => {
    const value = options[field];
    const { min, max, standard } = ranges[field];
    return value === undefined ? standard : requireNumber(field, value, min, max);
  };
  return {
    maxError: read('maxError'),
    noiseScale: read('noiseScale'),
    chromaClamp: read('chromaClamp'),
    strength: read('strength'),
    hysteresis: read('hysteresis'),
  };
}
