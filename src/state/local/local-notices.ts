/** Notices within this process. */
import type { NoticeState, NoticeTopic, StateNotice } from '../state.ts';

export class LocalNotices implements NoticeState {
  readonly #listeners = new Set<(notice: StateNotice) => void>();

  async publish(topic: NoticeTopic, text: string): Promise<void> {
    this.tell({ topic, text });
  }

  subscribe(listener: (notice: StateNotice) => void): () => void {
    // A function of its own, so that the same listener can be there twice.
    const own = (notice: StateNotice): void => listener(notice);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Give a notice to all listeners. */
  tell(notice: StateNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
