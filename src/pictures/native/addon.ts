/** Loads the native addon, once a thread. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Tuning } from '../../domain/tuning.ts';
import { PACKAGE_ROOT } from '../../platform/base/version.ts';

/** What a dither number may be, and what it is when nobody sets it. */
interface TuningRange {
  readonly min: number;
  readonly max: number;
  readonly standard: number;
}

/** Constants of the C++ kernel (`native/bind_constants.cc`). */
export interface KernelConstants {
  /** Longest edge of a picture, and most pixels in all. */
  readonly maxEdgePx: number;
  readonly maxPixels: number;
  /** Fewest and most inks of a palette. */
  readonly minInks: number;
  readonly maxInks: number;
  /** Names of the dither algorithms; `dither` takes a place in this list. */
  readonly algorithms: readonly string[];
  readonly tuning: Readonly<Record<keyof Tuning, TuningRange>>;
  readonly hysteresis: TuningRange;
  /** Pixels of an edge after which the noise of the dither repeats. */
  readonly noisePeriodPx: number;
  /** `encodePng` takes a place in this list. */
  readonly efforts: readonly string[];
  /** Most bytes that a PNG may be padded to. */
  readonly maxPaddedBytes: number;
  /** Longest side of a glyph's bitmap. */
  readonly maxGlyphSidePx: number;
  /** Up to this font size glyphs are fitted to the pixels, which makes them at most `maxHeightFit` times as high. */
  readonly fittedSizePx: number;
  readonly maxHeightFit: number;
  /** Marks a bar, rather than a run of glyphs, in the order in which texts are drawn. */
  readonly textBar: number;
  /** The stream of numbers that stands for an outline (`native/kernel/text/outline.h`). */
  readonly outline: {
    /** Parts of a font unit that coordinates count in. */
    readonly unit: number;
    /** Operations. */
    readonly move: number;
    readonly line: number;
    readonly quadratic: number;
    readonly cubic: number;
    /** In font units. */
    readonly maxCoordinate: number;
    readonly maxPoints: number;
  };
}

/** What the kernel has to confine processes with. */
export interface KernelBarriers {
  /** The version of Landlock; 0 without it. */
  readonly landlock: number;
  /** Whether it filters the system calls of this machine. */
  readonly seccomp: boolean;
}

/** A file without a name, in memory. */
export interface SharedFile {
  /** How this process, and no other, can open it. */
  readonly path: string;
  /** Its content. */
  readonly bytes: Uint8Array;
}

/** What `native/addon.cc` exports. Its functions check their arguments again, but only for memory safety. */
interface Addon {
  readonly constants: KernelConstants;
  /** Names of what does not hold. */
  readonly confineProcess: (
    memoryBytes: number,
    readable: readonly string[],
    descriptor: number,
  ) => readonly string[];
  readonly hideProcess: () => boolean;
  readonly kernelBarriers: () => KernelBarriers;
  /** Null where the system cannot tell. */
  readonly residentBytes: () => number | null;
  /** Null where the system has none. */
  readonly shareFile: (bytes: number) => SharedFile | null;
  readonly refuseIoUring: () => boolean;
  /** Fills `indices`. Palettes are three bytes an ink; `algorithm` is a place in `constants.algorithms`. */
  readonly dither: (
    rgba: Uint8Array,
    indices: Uint8Array,
    widthPx: number,
    heightPx: number,
    premultiplied: boolean,
    palette: Uint8Array,
    measured: Uint8Array | undefined,
    algorithm: number,
    noiseScale: number,
    strength: number,
    maxError: number,
    chromaClamp: number,
    tone: Uint8Array | undefined,
    hysteresis: number,
  ) => void;
  /** Draws on `indices`. */
  readonly drawText: (
    indices: Uint8Array,
    widthPx: number,
    heightPx: number,
    palette: Uint8Array,
    numbers: Float64Array,
    outlines: Int32Array,
  ) => void;
  /** `effort` is a place in `constants.efforts`. Depth 0 leaves the format to the palette. */
  readonly encodePng: (
    indices: Uint8Array,
    widthPx: number,
    heightPx: number,
    palette: Uint8Array,
    minBytes: number,
    effort: number,
    depth: number,
    greyscale: boolean,
  ) => Buffer;
  readonly encodeTruecolour: (
    rgb: Uint8Array,
    widthPx: number,
    heightPx: number,
    minBytes: number,
    effort: number,
    channelBits: number,
  ) => Buffer;
  /** True where the allocator has arenas. */
  readonly limitArenas: (most: number) => boolean;
  /** False while another process has the file; null where its file system has no locks. */
  readonly lockFile: (descriptor: number) => boolean | null;
  /** Writes into `frame`. */
  readonly mountPixels: (
    pixels: Uint8Array,
    frame: Uint8Array,
    widthPx: number,
    heightPx: number,
    pixelBytes: number,
    quarterTurns: number,
    leftPx: number,
    topPx: number,
    frameWidthPx: number,
    frameHeightPx: number,
  ) => void;
  /** True when something was given back. */
  readonly releaseFilePages: () => boolean;
  readonly releaseMemory: () => boolean;
  /** Null where the system cannot tell. */
  readonly threadCpuMs: () => number | null;
}

const ADDON_FILE = 'build/Release/stipple.node';

let loaded: Addon | undefined;

/**
 * The addon, loaded at the first call.
 * @throws {Error} it is not built, or built for another Node or machine; the message says how to build it
 */
export function addon(): Addon {
  loaded ??= load();
  return loaded;
}

function load(): Addon {
  const file = path.join(PACKAGE_ROOT, ADDON_FILE);
  try {
    return createRequire(import.meta.url)(file) as Addon;
  } catch (cause) {
    const reason = existsSync(file) ? 'does not load here' : 'is not built';
    throw new Error(`The native addon ${reason} (${ADDON_FILE}); build it with: npm run install`, { cause });
  }
}
