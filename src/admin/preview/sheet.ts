/** Pictures of one screen on several displays, made by the code that makes those of devices. Nothing of them is kept. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { DeviceFacts } from '../../domain/device-facts.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { DataSource } from '../../domain/pushed-data.ts';
import { parseReads, type RunReads } from '../../domain/reads.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { ContentMaker, type MadeContent } from '../../engine/contents/content-maker.ts';
import type { RasterOutput } from '../../engine/jobs/jobs.ts';
import type { ComposePool } from '../../engine/pool/compose-pool.ts';
import { describeTexts } from '../../pictures/text/extraction.ts';
import type { Deadline } from '../../platform/base/deadline.ts';
import type { Failure, Problem } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { addTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import { DRAFT_LIMITS } from '../drafts/draft-bodies.ts';
import type { StagedScreen } from '../drafts/stage-screen.ts';
import { type DrawnPreview, drawPreview, type PreviewDrawers } from './draw-preview.ts';
import type { Previews } from './previews.ts';
import { RunRecord } from './run-record.ts';
import { SheetComposer } from './sheet-composer.ts';

/** A display on which the screen is shown, as a device entry of its own. */
export interface SheetPlace {
  readonly panel: string | null;
  readonly mapping: Mapping;
  readonly device: DeviceFacts;
}

export interface SheetRequest {
  readonly staged: StagedScreen;
  readonly config: ConfigSnapshot;
  readonly places: readonly SheetPlace[];
  readonly look: RasterOutput;
  /** What the screen takes for the present. */
  readonly nowMs: number;
  readonly deadline: Deadline;
  readonly log: Logger;
  /** Ends it: nobody waits any more. */
  readonly signal: AbortSignal;
}

export interface SheetPicture {
  readonly panel: string | null;
  readonly spec: RenderSpec | null;
  /** Null where none could be made, or the others take all the room. */
  readonly png: Buffer | null;
  /** Size of the file for the panel; null where that is not known. */
  readonly panelBytes: number | null;
  readonly ladderStep: number;
  /** What was given up to make it fit; null for nothing. */
  readonly lost: string | null;
  readonly texts: string;
  readonly warnings: readonly Problem[];
  readonly failure: Failure | null;
  readonly refreshSeconds: number | null;
  /** Null for an error screen. */
  readonly reads: RunReads | null;
  readonly stagesMs: StageTimes;
}

export interface Sheet {
  readonly pictures: readonly SheetPicture[];
  readonly record: RunRecord;
  /** How often the screen was run for them. */
  readonly runs: number;
}

interface SheetParts extends PreviewDrawers {
  readonly compose: ComposePool;
  readonly previews: Pick<Previews, 'composing' | 'drawing'>;
  data(): DataSource;
}

/** Failures after which the same picture is not tried on other panels. */
const COSTLY_DRAWING: ReadonlySet<string> = new Set(['raster_timeout', 'worker_lost']);

const NO_ROOM: Failure = { code: 'overloaded', message: 'the server is busy; try again soon' };

const NOT_KEPT = { put: () => true, failure: () => null };

/** Makes sheets: composes one display after the other, and draws them meanwhile. */
export class Sheets {
  readonly #parts: SheetParts;

  constructor(parts: SheetParts) {
    this.#parts = parts;
  }

  /** Make all pictures, as far as there is time. Never rejects for the screen's sake. */
  async make(request: SheetRequest): Promise<Sheet> {
    const { screens, compose, previews, data } = this.#parts;
    const { staged, signal } = request;
    const record = new RunRecord();
    const { environment } = screens;
    const composer = new SheetComposer({
      pool: compose,
      composing: previews.composing,
      watch: record,
      environment: environment.digest,
      dataVersion: (name) => data().versionOf(name),
      signal,
    });
    const catalogue = { locate: () => staged.located };
    const contents = new ContentMaker({ catalogue, composer, store: NOT_KEPT, screens, environment });
    const sheet = new SheetDrawing(this.#parts, request);
    const pictures: Promise<SheetPicture>[] = [];
    for (const place of request.places) {
      const { config, nowMs, deadline, log } = request;
      const { mapping, device } = place;
      const wanted = { config, mapping, device, mapped: true, hasPrevious: false, nowMs, reuse: true };
      const made = await contents.make({ ...wanted, party: 'entry', workFor: 'admin', deadline, log });
      if (made.kind === 'content') pictures.push(sheet.draw(place.panel, made));
      else pictures.push(Promise.resolve(nothing(place.panel, NO_ROOM)));
    }
    return { pictures: await Promise.all(pictures), record, runs: composer.runs };
  }
}

/** The drawings of one sheet. */
class SheetDrawing {
  readonly #parts: SheetParts;
  readonly #request: SheetRequest;
  /** Panels with the same display show the same picture. */
  readonly #drawn = new Map<string, Promise<Timed<DrawnPreview> | null>>();
  /** Drawn one after the other: the limiter in front of the pool takes few at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #costly: Failure | null = null;
  #bytes = 0;

  constructor(parts: SheetParts, request: SheetRequest) {
    this.#parts = parts;
    this.#request = request;
  }

  async draw(
    panel: string | null,
    made: MadeContent & { readonly stagesMs: StageTimes },
  ): Promise<SheetPicture> {
    const { content, refreshSeconds, failure } = made;
    // What inks look like counts only for people.
    const key = `${content.hash} ${content.spec.measured?.join() ?? ''}`;
    let drawing = this.#drawn.get(key);
    if (drawing === undefined) {
      drawing = this.#last.then(() => this.#draw(made));
      this.#last = drawing;
      this.#drawn.set(key, drawing);
    }
    const drawn = await drawing;
    const known = { panel, spec: content.spec, refreshSeconds };
    const reads = made.reads === null ? null : parseReads(made.reads);
    if (drawn === null || !drawn.ok) {
      const why = failure ?? (drawn === null ? (this.#costly ?? NO_ROOM) : drawn.error);
      return { ...nothing(panel, why), ...known, reads, stagesMs: made.stagesMs };
    }
    const { png, panelBytes = null, ladderStep, lost, texts, warnings } = drawn.value.drawn;
    this.#bytes += png.length;
    const isError = drawn.value.failure !== null;
    return {
      ...known,
      png: this.#bytes > DRAFT_LIMITS.pngBytes ? null : Buffer.from(png.buffer, png.byteOffset, png.length),
      panelBytes,
      ladderStep,
      lost,
      texts: describeTexts(texts),
      warnings: isError ? made.warnings : [...made.warnings, ...warnings],
      failure: failure ?? drawn.value.failure,
      reads,
      stagesMs: addTimes(made.stagesMs, drawn.stagesMs),
    };
  }

  async #draw({ content }: MadeContent): Promise<Timed<DrawnPreview> | null> {
    const { deadline, log, look, signal } = this.#request;
    if (signal.aborted || this.#costly !== null) return null;
    const call = { deadline, log, device: null, party: 'admin' as const, measuresSize: true };
    const drawn = await this.#parts.previews.drawing.run(
      async () => (signal.aborted ? null : drawPreview(this.#parts, content, call, look)),
      deadline,
    );
    const failure = drawn?.ok === true ? drawn.value.failure : (drawn?.error ?? null);
    if (failure !== null && COSTLY_DRAWING.has(failure.code)) this.#costly = failure;
    return drawn;
  }
}

function nothing(panel: string | null, failure: Failure): SheetPicture {
  return {
    panel,
    spec: null,
    png: null,
    panelBytes: null,
    ladderStep: 0,
    lost: null,
    texts: '',
    warnings: [],
    failure,
    refreshSeconds: null,
    reads: null,
    stagesMs: {},
  };
}
