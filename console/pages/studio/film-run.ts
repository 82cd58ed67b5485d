/** Draws a screen at many moments of a day, one after the other. */
import { type Signal, signal } from '@preact/signals';
import { CallError } from '../../api/call.ts';
import type { PreviewView } from '../../api/types.ts';
import { callInTurn, LatestRun } from './latest-run.ts';
import { dropPictureUrl, pictureUrl } from './picture-urls.ts';

export interface FilmFrame {
  readonly at: string;
  /** Null until it is drawn. */
  readonly url: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly failure: string | null;
}

export class FilmRun {
  readonly frames: Signal<readonly FilmFrame[]> = signal([]);
  readonly isRunning = signal(false);
  /** The screen was edited since the film was begun. */
  readonly isOld = signal(false);
  readonly error: Signal<string | null> = signal(null);
  readonly #run = new LatestRun();

  /** @param body  of a preview, without `at` */
  start(body: Readonly<Record<string, unknown>>, moments: readonly string[]): void {
    this.#drop();
    this.frames.value = moments.map((at) => ({ at, url: null, width: null, height: null, failure: null }));
    this.error.value = null;
    this.isOld.value = false;
    this.isRunning.value = true;
    this.#run.start(0, (wanted) => this.#draw(body, moments, wanted));
  }

  /** What is drawn stays, as pictures of what was before. */
  cancel(): void {
    this.#run.stop();
    this.isRunning.value = false;
    this.isOld.value = this.frames.peek().length > 0;
  }

  /** Give all pictures back. */
  end(): void {
    this.#run.stop();
    this.#drop();
  }

  async #draw(
    body: Readonly<Record<string, unknown>>,
    moments: readonly string[],
    wanted: AbortSignal,
  ): Promise<void> {
    try {
      for (const at of moments) {
        const options = { method: 'POST', body: { ...body, at }, signal: wanted } as const;
        const answer = await callInTurn<PreviewView>('/preview', options);
        if (wanted.aborted) return;
        this.#add(at, answer.pictures[0]);
      }
    } catch (cause) {
      if (wanted.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      this.error.value = cause.message;
    }
    this.isRunning.value = false;
  }

  #add(at: string, picture: PreviewView['pictures'][number] | undefined): void {
    if (picture === undefined) return;
    const { png, width, height, failure } = picture;
    const url = png === null ? null : pictureUrl(png);
    const drawn = { at, url, width, height, failure: failure?.message ?? null };
    this.frames.value = this.frames.value.map((frame) => (frame.at === at ? drawn : frame));
  }

  #drop(): void {
    const before = this.frames.value;
    this.frames.value = [];
    for (const { url } of before) dropPictureUrl(url);
  }
}
