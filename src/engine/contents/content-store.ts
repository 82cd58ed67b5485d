/**
 * Contents that were announced to devices, and their pictures. Bounded by bytes; the least recently used go first, but
 * not those that are held because a device is about to fetch them.
 */
import type { ContentHash } from '../../domain/content-hash.ts';
import { EngineEvents } from '../../domain/engine-events.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import type { AssetFolder } from '../../pictures/svg/images/asset-files.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { type StoreBytes, WHOLE_STORES } from '../../platform/base/memory-plan.ts';
import { heldBytes, isKnownParty, type Party } from '../../platform/base/party-shares.ts';
import { PinnedCache } from '../../platform/base/pinned-cache.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { Origins } from '../../screens/template/origins.ts';
import type { Overlay } from '../jobs/jobs.ts';

/** An SVG with everything that is needed to draw it. */
export interface Content {
  readonly hash: ContentHash;
  /** The digest of the `DrawingEnvironment` for which the hash was made. */
  readonly environment: string;
  readonly svg: string;
  /** Template file, for messages. */
  readonly name: string;
  readonly assets: AssetFolder;
  /** The image files that the SVG shows, relative to that folder; absent without any. */
  readonly files?: readonly string[];
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

interface KnownContent {
  readonly content: Content;
  /** When it was last announced to a device, on the monotonic clock; null before. */
  toldMs: number | null;
  fetched: boolean;
}

interface KeptPicture {
  readonly png: Buffer;
  readonly screen: string;
  /** The stages of its drawing, until somebody asks for it. */
  drawnAhead: StageTimes | null;
}

/** The first time that a picture is fetched. */
interface FirstFetch {
  readonly screen: string;
  /** When it was last announced to a device, on the monotonic clock. */
  readonly toldMs: number;
}

/** Bytes that an entry takes besides its SVG: keys, spec, the bookkeeping of the cache, the times of a drawing. */
const ENTRY_BYTES = 1024;

/** Memory that a content takes. */
export function contentBytes({ svg, origins }: Content): number {
  return svg.length + (origins?.pieces.byteLength ?? 0) + ENTRY_BYTES;
}

export class ContentStore {
  readonly #contents: PinnedCache<ContentHash, KnownContent>;
  readonly #pictures: PinnedCache<ContentHash, KeptPicture>;
  /** How often each is held, and how much of the memory may be held when it is. */
  readonly #held = new Map<ContentHash, { times: number; part: number }>();
  readonly #events: EngineEvents;
  readonly #failures = recentlyUsed<ContentHash, DrawFailure>(1024);

  constructor(events: EngineEvents = new EngineEvents(), most: StoreBytes = WHOLE_STORES) {
    this.#events = events;
    this.#contents = new PinnedCache({
      maxBytes: most.contents,
      strangersBytes: heldBytes('stranger', most.contents),
      bytesOf: ({ content }) => contentBytes(content),
    });
    this.#pictures = new PinnedCache({
      maxBytes: most.pictures,
      strangersBytes: heldBytes('stranger', most.pictures),
      bytesOf: ({ png }) => png.length + ENTRY_BYTES,
      onEvict: (_hash, { screen, drawnAhead }) => {
        if (drawnAhead !== null) events.emit('drawnInVain', screen);
      },
    });
  }

  /** Keep a content. True when it was not there before. @param party  for whom it was made */
  put(content: Content, party: Party = 'engine'): boolean {
    const { hash } = content;
    const isKnown = isKnownParty(party);
    if (isKnown) {
      this.#contents.adopt(hash);
      this.#pictures.adopt(hash);
    }
    if (this.#contents.get(hash) !== undefined) return false;
    this.#contents.set(hash, { content, toldMs: null, fetched: false }, !isKnown);
    return true;
  }

  get(hash: ContentHash): Content | null {
    return this.#contents.get(hash)?.content ?? null;
  }

  /** Note that a content is announced to a device now (`monotonicMs`). A picture that is gone will be fetched for the first time. */
  noteAnnounced(hash: ContentHash, nowMs: number): void {
    const known = this.#contents.get(hash);
    if (known === undefined) return;
    known.toldMs = nowMs;
    if (!this.#pictures.has(hash)) known.fetched = false;
  }

  /** Note that the picture of a content is fetched. Null if that is not the first time, or it was announced to no device. */
  noteFetch(hash: ContentHash): FirstFetch | null {
    const known = this.#contents.get(hash);
    if (known === undefined || known.fetched) return null;
    known.fetched = true;
    return known.toldMs === null ? null : { screen: known.content.screen, toldMs: known.toldMs };
  }

  /** Keep a picture. @param drawnAhead  the stages of its drawing, if nobody has asked for it yet */
  putPicture(
    { hash, screen }: Pick<Content, 'hash' | 'screen'>,
    png: Buffer,
    drawnAhead: StageTimes | null,
  ): void {
    this.#pictures.set(hash, { png, screen, drawnAhead }, this.#contents.isOfStrangers(hash));
    this.#events.emit('pictureKept', hash, png);
    const held = this.#held.get(hash);
    if (held === undefined) return;
    this.#pictures.pin(hash, held.part);
    this.#contents.unpin(hash);
  }

  picture(hash: ContentHash): Buffer | null {
    return this.#pictures.get(hash)?.png ?? null;
  }

  /** The stages of a picture that was drawn ahead, for whoever asks for it first; null for all others. */
  takeDrawnAhead(hash: ContentHash): StageTimes | null {
    const kept = this.#pictures.get(hash);
    const stages = kept?.drawnAhead ?? null;
    if (kept !== undefined) kept.drawnAhead = null;
    return stages;
  }

  /** True when a device that asks for this hash gets a picture: it is drawn, or can be. */
  has(hash: ContentHash): boolean {
    return this.#pictures.has(hash) || this.#contents.has(hash);
  }

  /**
   * Keep what there is of a picture: the PNG, or the content until it is drawn. Whoever holds it limits the bytes, and lets
   * it go as often as it was held.
   * @param part  how much of the memory may be held with it
   */
  hold(hash: ContentHash, part = 1): void {
    const held = this.#held.get(hash) ?? { times: 0, part };
    held.times += 1;
    this.#held.set(hash, held);
    this.holdMore(hash, part);
  }

  /** What is held may be held in so much of the memory from now on. */
  holdMore(hash: ContentHash, part: number): void {
    const held = this.#held.get(hash);
    if (held === undefined) return;
    held.part = Math.max(held.part, part);
    if (this.#pictures.has(hash)) this.#pictures.pin(hash, held.part);
    else this.#contents.pin(hash, held.part);
  }

  /** What was held is used herewith, and may go from now on. */
  letGo(hash: ContentHash): void {
    const held = this.#held.get(hash);
    if (held !== undefined && --held.times > 0) return;
    this.#held.delete(hash);
    this.#pictures.unpin(hash);
    this.#contents.unpin(hash);
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
    return { contents: this.#contents.bytes, pictures: this.#pictures.bytes };
  }
}
