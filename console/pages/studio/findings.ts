/** All that is wrong with the screen in the editor: what `stipple check` says of it, and what its drawing has found. */
import { computed, effect, type Signal, signal } from '@preact/signals';
import { CallError } from '../../api/call.ts';
import type { CheckView } from '../../api/types.ts';
import { drawing, type Finding, keyOfFinding } from './drawn-findings.ts';
import { callInTurn, LatestRun } from './latest-run.ts';
import { workspace } from './workspace.ts';

/** Whoever types on is not disturbed. */
const SETTLE_MS = 300;

export class Findings {
  /** Null until the first answer. */
  readonly checked: Signal<readonly Finding[] | null> = signal(null);
  /** Null while nothing is known. */
  readonly all = computed(() => {
    const [checked, { state, findings }] = [this.checked.value, drawing.value];
    return checked === null && (state === 'none' || state === 'drawing') && findings.length === 0
      ? null
      : merge(checked ?? [], findings);
  });
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
      const body = workspace.requestOf(handle, screen);
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
      this.checked.value = findings.map((finding) => ({ ...finding, panels: null }));
      this.complete.value = complete;
      this.error.value = null;
    } catch (cause) {
      if (wanted.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      this.error.value = cause.message;
    }
  }
}

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'note'];

/** Both may have found the same: in the same words, or an error at one place, for which the two have words of their own. */
function merge(checked: readonly Finding[], drawn: readonly Finding[]): readonly Finding[] {
  const known = new Map(checked.map((finding) => [keyOfFinding(finding), finding]));
  for (const finding of drawn) {
    const twin = known.get(keyOfFinding(finding)) ?? errorAt(checked, finding);
    const key = keyOfFinding(twin ?? finding);
    known.set(key, twin === undefined ? finding : { ...finding, ...twin, panels: finding.panels });
  }
  const all = [...known.values()];
  return ORDER.flatMap((severity) => all.filter((finding) => finding.severity === severity));
}

function errorAt(checked: readonly Finding[], { severity, file, line }: Finding): Finding | undefined {
  if (severity !== 'error' || file === null || line === null) return undefined;
  return checked.find((one) => one.severity === 'error' && one.file === file && one.line === line);
}
