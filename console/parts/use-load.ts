/** What a page shows, asked of the server: at first, when it changes, and again while there is no stream. */
import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { CallError } from '../api/call.ts';
import { listen, type StreamTopic } from '../api/stream.ts';

export interface Loaded<Value> {
  /** Null until the first answer; what was there stays while it is asked again. */
  readonly value: Signal<Value | null>;
  readonly error: Signal<CallError | null>;
  readonly isLoading: Signal<boolean>;
  /** Ask again, now. */
  readonly reload: () => Promise<void>;
}

interface LoadOptions<Value> {
  /** Events after which the value is asked for again; `true` from `isConcerned`, or without it all of them. */
  readonly topics?: readonly StreamTopic[];
  readonly isConcerned?: (topic: StreamTopic, data: unknown) => boolean;
  /** Takes an event into the value without asking; null asks. */
  readonly merge?: (value: Value, topic: StreamTopic, data: unknown) => Value | null;
}

/** Events come in bursts: so long is waited for the last of them. */
const BURST_MS = 300;

/**
 * Load a value.
 * @param load  asks for it; the signal aborts when the answer is no longer wanted
 * @param about what it is about: it is loaded anew when any of these changes
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  about: readonly unknown[],
  options: LoadOptions<Value> = {},
): Loaded<Value> {
  const value = useSignal<Value | null>(null);
  const error = useSignal<CallError | null>(null);
  const isLoading = useSignal(true);
  const running = useRef<AbortController | null>(null);
  const current = useRef({ load, options });
  current.current = { load, options };

  const reload = useCallback(async (): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    isLoading.value = true;
    try {
      const loaded = await current.current.load(controller.signal);
      if (controller.signal.aborted) return;
      value.value = loaded;
      error.value = null;
    } catch (cause) {
      if (controller.signal.aborted) return;
      if (!(cause instanceof CallError)) throw cause;
      error.value = cause;
    }
    isLoading.value = false;
  }, []);

  useEffect(() => {
    value.value = null;
    void reload();
    return () => running.current?.abort();
  }, about);

  useEffect(() => listenFor(current, value, reload), []);
  return { value, error, isLoading, reload };
}

function listenFor<Value>(
  current: { readonly current: { readonly options: LoadOptions<Value> } },
  value: Signal<Value | null>,
  reload: () => Promise<void>,
): () => void {
  let waiting: number | null = null;
  const soon = (): void => {
    waiting ??= window.setTimeout(() => {
      waiting = null;
      void reload();
    }, BURST_MS);
  };
  const { topics = [] } = current.current.options;
  const stop = listen({
    topics,
    onEvent: (topic, data) => {
      const { isConcerned, merge } = current.current.options;
      if (isConcerned?.(topic, data) === false) return;
      const merged = merge === undefined || value.value === null ? null : merge(value.value, topic, data);
      if (merged === null) soon();
      else value.value = merged;
    },
    onReset: soon,
  });
  return () => {
    stop();
    if (waiting !== null) window.clearTimeout(waiting);
  };
}
