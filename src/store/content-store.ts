/** Contents that devices have been told of, and their pictures. Bounded by bytes; the least recently used go first. */
import { LRUCache } from 'lru-cache';
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import type { Overlay } from '../render/jobs.ts';
import type { AssetFolder } from '../svg/images/asset-files.ts';
import type { Origins } from '../template/origins.ts';

/** An SVG with everything that is needed to draw it. */
export interface Content {
  readonly hash: ContentHash;
  /** The digest of the `DrawingEnvironment` for which the hash was made. */
  readonly environment: string;
  readonly svg: string;
  /** Template file, for messages. */
  readonly name: string;
  readonly assets: AssetFolder;
  /** Where the pieces of the SVG come from in its templates; null for a picture that the server itself draws. */
  readonly origins: Origins | null;
  readonly spec: RenderSpec;
  /** Drawn over the picture; part of the hash. */
  readonly overlay?: Overlay;
  /** Values of sensitive params, which no message about the content may contain. */
  readonly secrets: readonly string[];
  /** Screen ref, for logs. */
  readonly screen: string;
}

/** Why a content could not be drawn, when (ms since 1970), and until when (`monotonicMs`) it is not tried again. */
export interface DrawFailure {
  readonly failure: Failure;
  readonly atMs: number;
  readonly untilMs: number;
}

/** Bytes that an entry takes besides its SVG: keys, spec, the bookkeeping of the cache. */
const ENTRY_BYTES = 1024;

/** Memory that a content takes. */
export function contentBytes({ svg, origins }: Content): number {
  return svg.length + (origins?.pieces.byteLength ?? 0) + ENTRY_BYTES;
}

export class ContentStore {
  readonly #contents = new LRUCache<ContentHash, Content>({
    maxSize: LIMITS.contentStoreBytes,
    sizeCalculation: contentBytes,
  });
  readonly #pictures = new LRUCache<ContentHash, Buffer>({
    maxSize: LIMITS.pictureStoreBytes,
    sizeCalculation: (png) => png.length + ENTRY_BYTES,
  });
  readonly #failures = new LRUCache<ContentHash, DrawFailure>({ max: 1024 });

  /** Keep a content. True when it was not there before. */
  put(content: Content): boolean {
    if (this.#contents.get(content.hash) !== undefined) return false;
    this.#contents.set(content.hash, content);
    return true;
  }

  get(hash: ContentHash): Content | null {
    return this.#contents.get(hash) ?? null;
  }

  putPicture(hash: ContentHash, png: Buffer): void {
    this.#pictures.set(hash, png);
  }

  picture(hash: ContentHash): Buffer | null {
    return this.#pictures.get(hash) ?? null;
  }

  /** True when a device that asks for this hash gets a picture: it is drawn, or can be. */
  has(hash: ContentHash): boolean {
    return this.#pictures.has(hash) || this.#contents.has(hash);
  }

  noteFailure(hash: ContentHash, failure: DrawFailure): void {
    this.#failures.set(hash, failure);
  }

  /** The failure of a content, while it is not tried again. */
  failure(hash: ContentHash, nowMs: number): DrawFailure | null {
    const noted = this.#failures.get(hash);
    return noted !== undefined && nowMs < noted.untilMs ? noted : null;
  }

  /** Bytes held, for metrics. */
  get bytes(): { contents: number; pictures: number } {
    return { contents: this.#contents.calculatedSize, pictures: this.#pictures.calculatedSize };
  }
}
