/** Previews: what a device would show, for people. They are made by the same code as the device's picture. */

import { LRUCache } from 'lru-cache';
import { parseReads } from '../../domain/reads.ts';
import type {
  ContentMaker,
  ContentOutcome,
  ContentRequest,
  MadeContent,
} from '../../engine/contents/content-maker.ts';
import { contentSources } from '../../engine/contents/content-sources.ts';
import type { Content } from '../../engine/contents/content-store.ts';
import type { RasterOutput, RasterResult } from '../../engine/jobs/jobs.ts';
import type { ComposePool } from '../../engine/pool/compose-pool.ts';
import { summarizeReads } from '../../engine/reuse/read-summary.ts';
import { BackgroundLimiter } from '../../engine/scheduling/background-limiter.ts';
import { describeTexts } from '../../pictures/text/extraction.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { Deadline } from '../../platform/base/deadline.ts';
import { AppError, overloaded } from '../../platform/base/errors.ts';
import { describeFailure, type Problem } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { redact } from '../../platform/base/redact.ts';
import { addTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import { drawPreview, type PreviewDrawers } from './draw-preview.ts';

const MIB = 1024 * 1024;

/** The limits of previews, each with its reason. */
const PREVIEW_LIMITS = {
  /** Stored previews: a full-colour one of a large panel takes one or two megabytes. */
  storeBytes: 32 * MIB,
  /** Previews are for people: few run at a time, so that devices come first; a few more wait. */
  composing: 2,
  drawing: 1,
  queue: 16,
  waitMs: 20_000,
  /** A preview lives at least this long, because it is viewed repeatedly while somebody edits. */
  minSeconds: 30,
} as const;

/** What a preview shows: the inks as they look on the panel, the inks as they are sent, or no dithering at all. */
export type PreviewLook = Exclude<RasterOutput, 'panel'>;

export interface PreviewRequest {
  readonly content: Omit<ContentRequest, 'deadline' | 'log'>;
  /** What is pushed to the device; null where it shows its screen. */
  readonly pushed: MadeContent | null;
  readonly look: PreviewLook;
  /** Make it again, even if one is kept. */
  readonly force: boolean;
  /** When it has to be made, waiting included. */
  readonly deadline: Deadline;
  readonly log: Logger;
}

export interface Preview extends PreviewPicture {
  /** True for one that was made for an earlier call. */
  readonly kept: boolean;
  /** Times of its making; none for one that was made before. */
  readonly stagesMs: StageTimes;
}

/** A preview that has just been made. */
type MadePreview = Omit<Preview, 'kept'>;

interface Makers extends PreviewDrawers {
  readonly contents: ContentMaker;
  readonly compose: ComposePool;
}

export class Previews {
  readonly #makers: Makers;
  /** In front of the pools, for all previews: they yield to devices, but not to strangers. */
  readonly composing: BackgroundLimiter;
  readonly drawing: BackgroundLimiter;
  readonly #store = new PreviewStore();
  readonly #running = new Map<string, Promise<MadePreview>>();

  constructor(makers: Makers) {
    this.#makers = makers;
    const line = { maxWaiting: PREVIEW_LIMITS.queue, waitMs: PREVIEW_LIMITS.waitMs };
    const { compose, raster } = makers;
    this.composing = new BackgroundLimiter({
      ...line,
      width: PREVIEW_LIMITS.composing,
      queued: () => compose.knownQueued,
    });
    this.drawing = new BackgroundLimiter({
      ...line,
      width: PREVIEW_LIMITS.drawing,
      queued: () => raster.knownQueued,
    });
  }

  /**
   * The preview of a device. Calls for the same preview share the work, except that a call with `force` gets one that is
   * started after the call.
   * @throws {AppError} overloaded, render_failed
   */
  async preview(request: PreviewRequest): Promise<Preview> {
    const { device, mapping, nowMs } = request.content;
    const key = `${request.look} ${mapping.key} ${device.id} ${nowMs ?? 'now'}`;
    const made = `${contentSources(request.content)} ${request.pushed?.content.hash ?? ''}`;
    if (!request.force) {
      const kept = this.#store.get(key, made, monotonicMs());
      if (kept !== null) return { ...kept, stagesMs: {}, kept: true };
    }
    const flight = `${key} ${made}`;
    const running = request.force ? undefined : this.#running.get(flight);
    return { ...(await (running ?? this.#start(request, key, made, flight))), kept: false };
  }

  #start(request: PreviewRequest, key: string, made: string, flight: string): Promise<MadePreview> {
    const making = this.#make(request, key, made).finally(() => {
      if (this.#running.get(flight) === making) this.#running.delete(flight);
    });
    this.#running.set(flight, making);
    return making;
  }

  async #make(request: PreviewRequest, key: string, made: string): Promise<MadePreview> {
    const { deadline } = request;
    const startMs = monotonicMs();
    const composed = await this.#compose(request);
    if (composed?.kind !== 'content') throw overloaded();
    const drawn = await this.drawing.run(() => this.#draw(composed.content, request), deadline);
    if (drawn === null || (!drawn.ok && drawn.error.code === 'overloaded')) throw overloaded();
    if (!drawn.ok) throw new AppError('render_failed');
    const seconds = Math.max(composed.refreshSeconds, PREVIEW_LIMITS.minSeconds);
    const problems = [...problemsOf(composed), ...drawn.value.problems];
    const picture = { ...drawn.value, problems, reads: readsOf(composed) };
    this.#store.put(key, { picture, made, untilMs: startMs + seconds * 1000 });
    return { ...picture, stagesMs: addTimes(composed.stagesMs, drawn.stagesMs) };
  }

  /** A picture that is pushed is made already. */
  async #compose({ content: wanted, pushed, deadline, log }: PreviewRequest): Promise<ContentOutcome | null> {
    if (pushed !== null) return { ...pushed, stagesMs: {} };
    return this.composing.run(
      () => this.#makers.contents.make({ ...wanted, workFor: 'admin', deadline, log }),
      deadline,
    );
  }

  async #draw(content: Content, request: PreviewRequest): Promise<Timed<PreviewPicture>> {
    const { look, deadline, log } = request;
    const call = { deadline, log, device: request.content.device.id, party: 'admin' as const };
    const made = await drawPreview(this.#makers, content, call, look);
    if (!made.ok) return made;
    const { drawn, failure } = made.value;
    return { ...made, value: pictureOf(drawn, failure === null ? drawn.warnings : [failure]) };
  }
}

/** What the run of the screen has read, as JSON; null for an error screen. */
/** Names of what was read may be made of what is a secret. */
function readsOf({ reads, content: { secrets } }: MadeContent): string | null {
  if (reads === null) return null;
  return JSON.stringify(summarizeReads(parseReads(reads)), (_key, value: unknown) =>
    typeof value === 'string' ? redact(value, secrets) : value,
  );
}

/** The problems of a content, before it is drawn. */
function problemsOf({ failure, warnings }: MadeContent): readonly string[] {
  return (failure === null ? warnings : [failure, ...warnings]).map(describeFailure);
}

function pictureOf({ png, texts }: RasterResult, problems: readonly Problem[]): PreviewPicture {
  const buffer = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  return { png: buffer, texts: describeTexts(texts), problems: problems.map(describeFailure), reads: null };
}

/** A preview: the file, one line about its texts, and its problems. */
interface PreviewPicture {
  readonly png: Buffer;
  readonly texts: string;
  /** One line each: `screen.svg:3:5: message`. */
  readonly problems: readonly string[];
  /** What the run of the screen has read, as JSON of a `ReadSummary`; null for an error screen. */
  readonly reads: string | null;
}

interface Entry {
  readonly picture: PreviewPicture;
  /** Digest of what the preview was made from. */
  readonly made: string;
  readonly untilMs: number;
}

/** Bytes of the keys and bookkeeping of an entry. */
const ENTRY_BYTES = 1024;

/** Keeps previews until the config of the device changes, or its screen would refresh. */
class PreviewStore {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: PREVIEW_LIMITS.storeBytes,
    sizeCalculation: ({ picture }) => picture.png.length + ENTRY_BYTES,
  });

  /** The preview of a device, if it was made from the same sources and is not too old. */
  get(key: string, made: string, nowMs: number): PreviewPicture | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.made === made && nowMs < entry.untilMs ? entry.picture : null;
  }

  /** Keep a preview instead of the one before. */
  put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
  }
}
