/** Draws the screen in the editor on all chosen panels after every change. */
import { effect, type Signal, signal } from '@preact/signals';
import { CallError, type FieldProblem } from '../../api/call.ts';
import type { PreviewView } from '../../api/types.ts';
import { drawing, findingsOfDrawing, NOTHING_DRAWN } from './drawn-findings.ts';
import { callInTurn, LatestRun } from './latest-run.ts';
import { dropPictureUrl, pictureUrl } from './picture-urls.ts';
import { clock, playBody } from './play.ts';
import { workspace } from './workspace.ts';

export type PictureView = PreviewView['pictures'][number];

export interface SheetPicture {
  readonly view: PictureView;
  readonly url: string | null;
}

/** What one call has drawn. */
export interface DrawnSheet {
  readonly pictures: ReadonlyMap<string, SheetPicture>;
  readonly answer: Pick<PreviewView, 'at' | 'runs' | 'params' | 'schema' | 'log' | 'requests'>;
  readonly tookMs: number;
}

/** Whoever types on is not disturbed; a little less than for the check, as pictures take longer. */
const SETTLE_MS = 250;

export class ContactSheetRun {
  /** Stays until the next is there. */
  readonly drawn: Signal<DrawnSheet | null> = signal(null);
  readonly isDrawing = signal(false);
  readonly error: Signal<string | null> = signal(null);
  readonly problems: Signal<readonly FieldProblem[]> = signal([]);
  /** The panels to draw; none until they are known. */
  readonly panels: Signal<readonly string[]> = signal([]);
  readonly #run = new LatestRun();

  /** Draw now, and after every change. Returns the function that ends it and gives all pictures back. */
  follow(handle: string, screen: string): () => void {
    let isFirst = true;
    const end = effect(() => {
      void workspace.diskChanges.value;
      const panels = this.panels.value;
      const body = {
        ...workspace.requestOf(handle, screen),
        ...playBody(`${handle}/${screen}`),
        ...(clock.value === null ? {} : { at: clock.value }),
        panels,
      };
      if (panels.length === 0) return;
      this.isDrawing.value = true;
      drawing.value = { ...drawing.peek(), state: 'drawing' };
      this.#run.start(isFirst ? 0 : SETTLE_MS, (wanted) => this.#draw(body, wanted));
      isFirst = false;
    });
    return () => {
      end();
      this.#run.stop();
      this.#take(null);
      drawing.value = NOTHING_DRAWN;
    };
  }

  async #draw(body: unknown, wanted: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    try {
      const options = { method: 'POST', body, signal: wanted } as const;
      const { pictures, ...answer } = await callInTurn<PreviewView>('/preview', options);
      if (wanted.aborted) return;
      this.#take({
        pictures: new Map(
          pictures.map((view) => [
            view.panel ?? '',
            { view: { ...view, png: null }, url: view.png === null ? null : pictureUrl(view.png) },
          ]),
        ),
        answer,
        tookMs: performance.now() - startedMs,
      });
      drawing.value = {
        state: 'drawn',
        findings: findingsOfDrawing(pictures, answer.params),
        panelCount: pictures.length,
      };
      this.error.value = null;
      this.problems.value = [];
    } catch (cause) {
      if (wanted.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      // What was found before is of another text.
      drawing.value = { ...NOTHING_DRAWN, state: 'failed' };
      this.error.value = cause.message;
      this.problems.value = cause.problems;
    }
    this.isDrawing.value = false;
  }

  #take(sheet: DrawnSheet | null): void {
    const before = this.drawn.value;
    this.drawn.value = sheet;
    for (const { url } of before?.pictures.values() ?? []) dropPictureUrl(url);
  }
}
