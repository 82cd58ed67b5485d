/** Content hashes: the names of pictures. Equal names mean equal bytes. */
import { sha256Hex } from '../base/hash.ts';
import type { RenderSpec } from './render-spec.ts';

declare const brand: unique symbol;

/** 30 lower-case hex characters that do not end in ten decimal digits. */
export type ContentHash = string & { readonly [brand]: 'ContentHash' };

const LENGTH = 30;
const PATTERN = /^[0-9a-f]{30}$/;

/** Firmware takes a tail of ten decimal digits for a time stamp and then never purges the file (device facts B4). */
const TIMESTAMP_TAIL = /\d{10}$/;

/**
 * Name a picture.
 * @param svgDigest   SHA-256 of the SVG and of the files that it shows
 * @param environment what else changes pixels: a fingerprint of the fonts and the version of the engine
 */
export function contentHash(svgDigest: string, spec: RenderSpec, environment: string): ContentHash {
  const { tuning } = spec;
  let hash = sha256Hex(
    JSON.stringify([
      svgDigest,
      environment,
      spec.widthPx,
      spec.heightPx,
      spec.palette,
      spec.ditherMeasured ? spec.measured : null,
      spec.algorithm,
      spec.text,
      [tuning.maxError, tuning.noiseScale, tuning.chromaClamp, tuning.strength].map((value) => value ?? null),
      spec.minPngBytes,
      spec.maxPngBytes,
    ]),
  );
  while (TIMESTAMP_TAIL.test(hash.slice(0, LENGTH))) hash = sha256Hex(hash);
  return hash.slice(0, LENGTH) as ContentHash;
}

/** Read a content hash from a URL. Null when it is none. */
export function parseContentHash(text: string): ContentHash | null {
  return PATTERN.test(text) ? (text as ContentHash) : null;
}
