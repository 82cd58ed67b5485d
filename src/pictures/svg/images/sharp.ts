/** Loads sharp when a picture first needs it. */
import { isMainThread } from 'node:worker_threads';
import type sharpModule from 'sharp';

type Sharp = typeof sharpModule;

let loaded: Promise<Sharp> | null = null;

/** Loading takes 30 ms, and most pictures have no image that needs sharp. */
export function openSharp(): Promise<Sharp> {
  loaded ??= load().catch((cause: unknown) => {
    loaded = null;
    // Node 20 would never load it again in this thread, so another thread must replace it.
    if (!isMainThread) process.exit(1);
    throw cause;
  });
  return loaded;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One worker, one thread: the pool decides how many pictures are drawn at once.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
