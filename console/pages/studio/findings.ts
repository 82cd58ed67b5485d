/** What is wrong with the text in the editor: what `stipple check` says of it, and what its drawing has found. */
import { computed, effect, type Signal, signal } from '@preact/signals';
import { CallError } from '../../api/call.ts';
import type { CheckView } from '../../api/types.ts';
import { callInTurn, LatestRun } from './latest-run.ts';
import { workspace } from './workspace.ts';

export type Finding = CheckView['findings'][number];

/** What the last drawing has found, at places of files: the check runs nothing, so it sees no SVG. */
export const drawnFindings: Signal<readonly Finding[]> = signal([]);

/** Whoever types on is not disturbed. */
const SETTLE_MS = 300;

export class Findings {
  /** Null until the first answer. */
  readonly checked: Signal<readonly Finding[] | null> = signal(null);
  readonly all = computed(() =>
    this.checked.value === null ? null : merge(this.checked.value, drawnFindings.value),
  );
  readonly error: Signal<string | null> = signal(null);
  /** False where a check has run out of time. */
  readonly complete = signal(true);
  readonly #run = new LatestRun();

  /** Check a screen now, and after every change. Returns the function that ends it. */
  follow(handle: string, screen: string): () => void {
    let isFirst = true;
    this.checked.value = null;
    const end = effect(() => {
      void workspace.diskChanges.value;
      const body = workspace.wishOf(handle, screen);
      this.#run.start(isFirst ? 0 : SETTLE_MS, (wanted) => this.#check(body, wanted));
      isFirst = false;
    });
    return () => {
      end();
      this.#run.stop();
    };
  }

  async #check(body: unknown, wanted: AbortSignal): Promise<void> {
    try {
      const options = { method: 'POST', body, signal: wanted } as const;
      const { findings, complete } = await callInTurn<CheckView>('/check', options);
      if (wanted.aborted) return;
      this.checked.value = findings;
      this.complete.value = complete;
      this.error.value = null;
    } catch (cause) {
      if (wanted.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      this.error.value = cause.message;
    }
  }
}

/** Both may have found the same. */
function merge(checked: readonly Finding[], drawn: readonly Finding[]): readonly Finding[] {
  const known = new Set(checked.map(({ file, line }) => `${file}:${line}`));
  return [...checked, ...drawn.filter(({ file, line }) => !known.has(`${file}:${line}`))];
}
