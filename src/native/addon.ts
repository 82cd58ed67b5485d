/** Loads the native addon, once a thread. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What `native/addon.cc` exports. It checks its arguments again, for memory safety only. */
export interface Addon {
  /** True when all limits hold. */
  readonly confineProcess: (memoryBytes: number) => boolean;
  readonly refuseIoUring: () => boolean;
  /** Fills `indices`. Palettes are three bytes an ink; `algorithm` is a place in `DITHER_ALGORITHMS`. */
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
  /** `effort` 0 is normal, 1 is best. */
  readonly encodePng: (
    indices: Uint8Array,
    widthPx: number,
    heightPx: number,
    palette: Uint8Array,
    minBytes: number,
    effort: number,
  ) => Buffer;
  /** Null where the system does not tell. */
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
  const file = path.join(packageRoot(), ADDON_FILE);
  try {
    return createRequire(import.meta.url)(file) as Addon;
  } catch (cause) {
    const reason = existsSync(file) ? 'does not load here' : 'is not built';
    throw new Error(`The native addon ${reason} (${ADDON_FILE}); build it with: npm run install`, { cause });
  }
}

/** The folder of the package: the nearest one above this file that has a package.json. */
function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error('The native addon cannot be found: no package.json above its loader.');
    folder = parent;
  }
  return folder;
}
