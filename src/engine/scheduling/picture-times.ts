/** How long pictures of each kind take, which decides which of the waiting ones goes first, and how many may wait. */
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import type { Standing } from '../../platform/queues/priority-semaphore.ts';
import type { KindEstimate } from './expected-work.ts';

/**
 * How many times as long as it takes itself a picture lets others pass: a clock does not wait behind a line of photos,
 * and a photo waits little longer than it would anyway.
 */
const PATIENCE = 15;
const MAX_PATIENCE_MS = 500;
/** A picture that takes longer is slow: such pictures do not get all permits. */
const SLOW_MS = 500;
/**
 * Time for a megapixel of a picture whose kind was never drawn: to choose its class, and to say for sure when it is drawn.
 * For the server's own screens, which have few words and no images, both are one.
 */
const UNKNOWN_MEGAPIXEL_MS = { usual: 100, most: 300, own: 25 };
/** The part of the longest time that remains after each quicker picture: one quick one does not make its kind quick. */
const DECAY = 0.8;
/** Weight of a new time in the mean: it follows the load of the machine within some twenty pictures. */
const MEAN_WEIGHT = 0.1;
/** Pictures of a kind that may still be drawn by workers that are cold. */
const COLD_PICTURES = 4;
/** Kinds of pictures whose time is remembered. */
const MAX_KINDS = 1000;

interface Kind {
  rank: number;
  readonly sharers: readonly string[];
  /** The usual time, and the longest lately. */
  expectedMs: number;
  longestMs: number;
  /** What one of many takes. */
  meanMs: number;
  /** Pictures that were drawn. */
  drawn: number;
}

/** What of a picture decides how long it takes. */
export interface PictureKind {
  /** Pictures of one kind take about as long. */
  readonly kind: string;
  readonly pixels: number;
  /** True for a screen of the server itself. */
  readonly isOwn?: boolean;
}

interface Queued {
  readonly standing: Standing;
  /** It lets pictures pass that come up to so much later. */
  readonly patienceMs: number;
}

export class PictureTimes {
  readonly #kinds = recentlyUsed<string, Kind>(MAX_KINDS);
  /** Pictures of each kind that wait. */
  readonly #waiting = new Map<string, number>();

  /** A picture joins the queue. Pictures of one kind are spaced, so that others come between them. */
  queue(picture: PictureKind): Queued {
    const { kind } = picture;
    const known = this.#kindOf(picture);
    const { expectedMs, rank } = known;
    const ahead = this.#waiting.get(kind) ?? 0;
    this.#waiting.set(kind, ahead + 1);
    const spacingMs = rank === 0 ? 0 : ahead * known.longestMs;
    return { standing: known, patienceMs: Math.min(expectedMs * PATIENCE, MAX_PATIENCE_MS) + spacingMs };
  }

  /** What a picture is expected to take: of an unknown kind, a high estimate. */
  expect(picture: PictureKind): KindEstimate {
    const { meanMs, rank } = this.#kindOf(picture);
    return { kind: picture.kind, ms: meanMs, slow: rank > 0 };
  }

  /** A picture has left the queue. */
  unqueue(kind: string): void {
    const left = (this.#waiting.get(kind) ?? 0) - 1;
    if (left > 0) this.#waiting.set(kind, left);
    else this.#waiting.delete(kind);
  }

  #kindOf({ kind, pixels, isOwn = false }: PictureKind): Kind {
    let known = this.#kinds.get(kind);
    if (known === undefined) {
      const { usual, most, own } = UNKNOWN_MEGAPIXEL_MS;
      const longestMs = (pixels / 1e6) * (isOwn ? own : usual);
      const meanMs = (pixels / 1e6) * (isOwn ? own : most);
      known = { rank: rankOf(longestMs), sharers: [kind], expectedMs: 0, longestMs, meanMs, drawn: 0 };
      this.#kinds.set(kind, known);
    }
    return known;
  }

  /**
   * Note how long a picture took. The usual time rises slowly, as the first pictures of a thread take long, and falls
   * at once.
   */
  note(kind: string, ms: number): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) return;
    known.expectedMs = Math.min(ms, known.expectedMs * 0.9 + ms * 0.1);
    known.longestMs = Math.max(ms, known.longestMs * DECAY);
    known.drawn += 1;
    known.meanMs = meanWith(known, ms);
    known.rank = rankOf(known.longestMs);
  }
}

/** The mean with a new time. Of the first few the shortest counts: a cold worker takes many times as long. */
function meanWith({ meanMs, drawn }: Kind, ms: number): number {
  if (drawn === 1) return ms;
  return drawn <= COLD_PICTURES ? Math.min(meanMs, ms) : meanMs + (ms - meanMs) * MEAN_WEIGHT;
}

function rankOf(longestMs: number): number {
  return longestMs > SLOW_MS ? 1 : 0;
}
