/**
 * What happens at the server, as it happens: one stream for all pages. Where there is none (a proxy that holds it back,
 * a server that has as many as may be), pages ask again every few seconds, and the stream is tried again.
 */
import { signal } from '@preact/signals';
import { adminUrl } from './place.ts';

export const TOPICS = ['device', 'config', 'repo', 'server', 'screen'] as const;
export type StreamTopic = (typeof TOPICS)[number];

/** `connecting` only at first: a stream that breaks off is `polling` until it is back. */
export const liveState = signal<'connecting' | 'live' | 'polling'>('connecting');

/** How often pages ask while there is no stream. */
const POLL_MS = 15_000;
const RETRY_MS = 30_000;
/** The stream opens within this, or pages begin to ask. */
const PATIENCE_MS = 4_000;

export interface Listener {
  readonly topics: readonly StreamTopic[];
  /** One event, as the server sent it. */
  onEvent(topic: StreamTopic, data: unknown): void;
  /** Events may be missing: load anew. Also called every few seconds while there is no stream. */
  onReset(): void;
}

const listeners = new Set<Listener>();
let source: EventSource | null = null;
let polling: number | null = null;
let retry: number | null = null;

/** Listen until the function that it returns is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Open the stream. Called once somebody is signed in. */
export function openStream(): void {
  if (source !== null) return;
  const opened = new EventSource(adminUrl('/stream'));
  source = opened;
  const patience = window.setTimeout(() => {
    if (liveState.value === 'connecting') startPolling();
  }, PATIENCE_MS);
  // Also when the browser has come back by itself: the server sends what was missed, or `reset`.
  opened.addEventListener('hello', () => {
    window.clearTimeout(patience);
    stopPolling();
    liveState.value = 'live';
  });
  opened.addEventListener('reset', () => resetAll());
  for (const topic of TOPICS)
    opened.addEventListener(topic, (event) => tell(topic, event as MessageEvent<string>));
  opened.addEventListener('error', () => {
    startPolling();
    // The browser tries again by itself, unless the server refused it.
    if (opened.readyState !== EventSource.CLOSED) return;
    source = null;
    // Why it refused is told by any call: the session may have ended.
    resetAll();
    retry ??= window.setTimeout(() => {
      retry = null;
      openStream();
    }, RETRY_MS);
  });
}

/** Close the stream, as nobody is signed in any more. */
export function closeStream(): void {
  source?.close();
  source = null;
  if (retry !== null) window.clearTimeout(retry);
  retry = null;
  stopPolling();
  liveState.value = 'connecting';
}

function tell(topic: StreamTopic, { data }: MessageEvent<string>): void {
  const value: unknown = JSON.parse(data);
  for (const listener of listeners) if (listener.topics.includes(topic)) listener.onEvent(topic, value);
}

function resetAll(): void {
  for (const listener of listeners) listener.onReset();
}

function startPolling(): void {
  liveState.value = 'polling';
  polling ??= window.setInterval(() => {
    if (!document.hidden) resetAll();
  }, POLL_MS);
}

function stopPolling(): void {
  if (polling === null) return;
  window.clearInterval(polling);
  polling = null;
  // What happened since the last look.
  resetAll();
}
