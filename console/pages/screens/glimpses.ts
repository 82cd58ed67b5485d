/** Pictures of screens, made one after the other: the server has other things to do. */
import { CallError, callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { FleetView, PreviewView } from '../../api/types.ts';

export interface Glimpse {
  /** A blob; null where there is no picture. */
  readonly src: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Why it is an error screen, or none. */
  readonly failure: string | null;
  readonly warnings: number;
  /** How many devices show it; null where that could not be counted. */
  readonly devices: number | null;
}

/** Four greys at 800 × 480: what most devices have. */
const PANEL = 'og';
const TRIES = 4;
const PAUSE_SECONDS = 5;

let queue: Promise<unknown> = Promise.resolve();

/** Look at a screen, after those that were asked for before. Null where nobody waits for it any more. */
export function glimpseOf(ref: string, signal: AbortSignal): Promise<Glimpse | null> {
  const looked = queue.then(async () => {
    if (signal.aborted) return null;
    const devices = await countDevices(ref, signal);
    const picture = mayDo('author') ? await draw(ref, signal) : NO_PICTURE;
    // Nobody would give its memory back.
    if (signal.aborted && picture.src !== null) URL.revokeObjectURL(picture.src);
    return signal.aborted ? null : { ...picture, devices };
  });
  queue = looked;
  return looked;
}

const NO_PICTURE = { src: null, width: null, height: null, failure: null, warnings: 0 } as const;
type Picture = Omit<Glimpse, 'devices'>;

async function countDevices(ref: string, signal: AbortSignal): Promise<number | null> {
  try {
    const path = `/fleet?screen=${encodeURIComponent(ref)}&limit=1`;
    return (await callAdmin<FleetView>(path, { signal })).total;
  } catch {
    return null;
  }
}

async function draw(ref: string, signal: AbortSignal): Promise<Picture> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      const body = { screen: ref, panels: [PANEL], look: 'nominal' };
      return pictureOf(await callAdmin<PreviewView>('/preview', { method: 'POST', body, signal }));
    } catch (cause) {
      if (!(cause instanceof CallError)) return NO_PICTURE;
      // Devices go first; there is room for a preview later.
      if (cause.status !== 503 || left <= 0) return { ...NO_PICTURE, failure: cause.message };
      await pause(cause.retryAfter ?? PAUSE_SECONDS);
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((done) => {
    window.setTimeout(done, seconds * 1000);
  });
}

function pictureOf({ pictures }: PreviewView): Picture {
  const [picture] = pictures;
  if (picture === undefined) return NO_PICTURE;
  const { png, width, height, failure, warnings } = picture;
  return {
    src: png === null ? null : URL.createObjectURL(new Blob([bytesOf(png)], { type: 'image/png' })),
    width,
    height,
    warnings: warnings.length,
    failure: failure === null ? null : failure.message,
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
