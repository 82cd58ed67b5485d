/** The drawing of a picture, for all who want it. It waits until somebody begins it, or gives it up. */
import { err } from '../../platform/base/result.ts';
import type { Timed } from '../../platform/base/stages.ts';
import { BUSY } from '../../platform/queues/priority-semaphore.ts';
import type { DrawCall } from './draw-content.ts';

/** What of a call decides when a picture is drawn. */
export type DrawTurn = Pick<DrawCall, 'deadline' | 'last' | 'party'>;

interface DrawingOptions {
  /** Never rejects. */
  draw(turn: DrawTurn): Promise<Timed<Buffer>>;
  /** Called before anybody has the result. */
  onEnd(): void;
}

export class Drawing {
  /** The failure is `overloaded` when it was given up. */
  readonly result: Promise<Timed<Buffer>>;
  /** True when somebody has asked for the picture. */
  wanted = false;
  readonly #draw: DrawingOptions['draw'];
  #settle: (result: Timed<Buffer> | Promise<Timed<Buffer>>) => void = () => {};
  #begun = false;

  constructor({ draw, onEnd }: DrawingOptions) {
    this.#draw = draw;
    const settled = new Promise<Timed<Buffer>>((resolve) => {
      this.#settle = resolve;
    });
    this.result = settled.finally(onEnd);
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** Draw it, unless that has begun already. */
  begin(turn: DrawTurn): Promise<Timed<Buffer>> {
    if (!this.#begun) {
      this.#begun = true;
      this.#settle(this.#draw(turn));
    }
    return this.result;
  }

  /** Give up one that has not begun. */
  drop(): void {
    if (!this.#begun) this.#settle({ ...err(BUSY), stagesMs: {} });
  }
}
