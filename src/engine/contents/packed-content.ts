/** The form of a content in the state store: a line of JSON and the SVG, compressed. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import {
  type ContentHash,
  contentHash,
  markedHash,
  SPEC_FIELDS,
  shownDigest,
} from '../../domain/content-hash.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { TUNING_KEYS, type Tuning } from '../../domain/tuning.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import {
  isPlainObject,
  type PlainObject,
  type PlainValue,
  readPlainObject,
} from '../../platform/base/plain.ts';
import type { Overlay } from '../jobs/jobs.ts';
import type { Content } from './content-store.ts';

/** What the store has of a content: not where its files are on this server, and no secrets. */
export interface StoredContent extends Pick<Content, 'environment' | 'svg' | 'name' | 'overlay' | 'screen'> {
  readonly spec: PlainObject;
  /** The image files that the SVG shows, relative to the folder of its screen. */
  readonly files: readonly string[];
  /** True for the picture of a screen, false for one that the server itself draws. */
  readonly isOfScreen: boolean;
  /** A digest of the secrets of its screen; null without any. */
  readonly secrets: string | null;
}

const VERSION = 1;
const NEWLINE = '\n';
/** The SVG in UTF-8, and the line before it. */
const MOST_BYTES = 2 * LIMITS.svgBytes;
/** A board of 19 KB takes 2 KB with it; the default level saves a tenth of that, and takes twice the time of its thread. */
const FAST = { level: 1 };

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Pack a content; the compression is done by another thread. */
export function packContent(content: Content): Promise<Buffer> {
  const { hash, environment, svg, name, overlay, screen, spec, files = [], origins, secrets } = content;
  const facts = {
    version: VERSION,
    environment,
    name,
    screen,
    spec,
    files,
    isOfScreen: origins !== null,
    overlay: overlay ?? null,
    secrets: secretsDigest(hash, secrets),
  };
  return deflate(JSON.stringify(facts) + NEWLINE + svg, FAST);
}

/** Read a content; null for anything that `packContent` does not make. Whether it is the right one its hash says. */
export async function unpackContent(bytes: Buffer): Promise<StoredContent | null> {
  const text = await inflate(bytes, { maxOutputLength: MOST_BYTES }).then(String, () => null);
  const end = text?.indexOf(NEWLINE) ?? -1;
  if (text === null || end === -1) return null;
  const facts = readPlainObject(text.slice(0, end));
  if (facts === null || facts['version'] !== VERSION) return null;
  const { environment, name, screen, spec, files, isOfScreen, overlay, secrets } = facts as Facts;
  if (typeof environment !== 'string' || typeof name !== 'string' || typeof screen !== 'string') return null;
  if (!isPlainObject(spec) || !isSpec(spec) || !isTexts(files)) return null;
  if (typeof isOfScreen !== 'boolean' || !(overlay === null || isPlainObject(overlay))) return null;
  if (!(secrets === null || typeof secrets === 'string')) return null;
  const drawn = overlay === null ? {} : { overlay: overlay as unknown as Overlay };
  const svg = text.slice(end + 1);
  return { environment, svg, name, screen, spec, files, isOfScreen, secrets, ...drawn };
}

/**
 * The render spec of a content, if it is the one that a hash names: then each value is what was hashed once.
 * @param shown  the files that it shows, with their bytes on this server
 */
export function verifiedSpec(
  { svg, environment, overlay, spec: stored }: StoredContent,
  hash: ContentHash,
  shown: readonly (readonly [path: string, bytes: Uint8Array])[],
): RenderSpec | null {
  const spec = specOf(stored);
  const plain = contentHash(shownDigest(sha256Hex(svg), shown), spec, environment);
  const named = overlay === undefined ? plain : markedHash(plain, overlay, spec, environment);
  return named === hash ? spec : null;
}

/** What tells whether two servers know the same secrets, without telling these. */
export function secretsDigest(hash: ContentHash, secrets: readonly string[]): string | null {
  return secrets.length === 0 ? null : sha256Hex(JSON.stringify([hash, ...secrets]));
}

type Facts = Readonly<Record<string, PlainValue | undefined>>;

/** The fields of a spec; the hash vouches for their values. Measured colours that it does not cover change no pixel. */
function specOf(stored: PlainObject): RenderSpec {
  const fields: Record<string, unknown> = Object.fromEntries(
    SPEC_FIELDS.map((field) => [field, (stored as Facts)[field]]),
  );
  fields['tuning'] = Object.fromEntries(
    Object.values(TUNING_KEYS).flatMap(({ field }) => {
      const value = (stored['tuning'] as Tuning)[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  if (fields['ditherMeasured'] !== true) fields['measured'] = null;
  return fields as unknown as RenderSpec;
}

/** True where the parts of a spec are objects whose values can be hashed. */
function isSpec({ tuning, offset, png }: Facts): boolean {
  return isPlainObject(tuning) && isPlainObject(offset) && (png === null || isPlainObject(png));
}

function isTexts(value: PlainValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
