/** Content hashes: the names of pictures. Equal names mean equal bytes. */
import { sha256Hex } from '../platform/base/hash.ts';
import type { PanelSpecField } from './panel.ts';
import type { RenderSpec } from './render-spec.ts';
import { TUNING_KEYS } from './tuning.ts';

declare const brand: unique symbol;

/** 30 lower-case hex characters that do not end in ten decimal digits. */
export type ContentHash = string & { readonly [brand]: 'ContentHash' };

/** What of the server changes pixels: its version and its fonts, which may be exchanged while it runs. */
export interface DrawingEnvironment {
  /** Part of every content hash that is made now. */
  readonly digest: string;
}

const LENGTH = 30;
const PATTERN = /^[0-9a-f]{30}$/;

/** Firmware takes a tail of ten decimal digits for a time stamp, and never deletes such a file. */
const TIMESTAMP_TAIL = /\d{10}$/;

/**
 * How each field of a spec enters the hash, in the order in which the values are hashed. Null for a field that enters
 * with another one. A field that is missing here does not compile, nor does one that the row of a panel's key names.
 */
const HASHED: Readonly<Record<keyof RenderSpec | PanelSpecField, ((spec: RenderSpec) => unknown) | null>> = {
  widthPx: ({ widthPx }) => widthPx,
  heightPx: ({ heightPx }) => heightPx,
  rotate: ({ rotate }) => rotate,
  offset: ({ offset }) => [offset.leftPx, offset.topPx, offset.rightPx, offset.bottomPx],
  palette: ({ palette }) => palette,
  // Measured colours that only previews use change no pixel of the panel.
  measured: ({ ditherMeasured, measured }) => (ditherMeasured ? measured : null),
  ditherMeasured: null,
  algorithm: ({ algorithm }) => algorithm,
  text: ({ text }) => text,
  tuning: ({ tuning }) => Object.values(TUNING_KEYS).map(({ field }) => tuning[field] ?? null),
  minPngBytes: ({ minPngBytes }) => minPngBytes,
  maxPngBytes: ({ maxPngBytes }) => maxPngBytes,
  png: ({ png }) => (png === null ? null : [png.depth, png.grey]),
};

/** The fields of a render spec, for who keeps specs. */
export const SPEC_FIELDS = Object.keys(HASHED) as readonly (keyof RenderSpec)[];

const VALUES = Object.values(HASHED).filter((value) => value !== null);

/**
 * Name a picture.
 * @param svgDigest   SHA-256 of the SVG and of the files that it shows
 * @param environment what else changes pixels, as a digest
 */
export function contentHash(svgDigest: string, spec: RenderSpec, environment: string): ContentHash {
  const values = VALUES.map((value) => value(spec));
  let hash = sha256Hex(JSON.stringify([svgDigest, environment, ...values]));
  while (TIMESTAMP_TAIL.test(hash.slice(0, LENGTH))) hash = sha256Hex(hash);
  return hash.slice(0, LENGTH) as ContentHash;
}

/**
 * The digest of an SVG together with the files that it shows: a new photo under an old name is a new picture.
 * @param svgDigest  SHA-256 of the SVG
 */
export function shownDigest(
  svgDigest: string,
  files: readonly (readonly [path: string, bytes: Uint8Array])[],
): string {
  return files.length === 0 ? svgDigest : sha256Hex(svgDigest, ...files.flat());
}

/** Name a picture with something drawn over it. */
export function markedHash(
  hash: ContentHash,
  overlay: object,
  spec: RenderSpec,
  environment: string,
): ContentHash {
  return contentHash(sha256Hex(hash, JSON.stringify(overlay)), spec, environment);
}

/** Read a content hash from a URL. Null when the text is not a content hash. */
export function parseContentHash(text: string): ContentHash | null {
  return PATTERN.test(text) ? (text as ContentHash) : null;
}
