/** Steps of trails for tests. */
import type { ImageStep, PollStep } from '../../../src/domain/trail/entries.ts';

export const NOW = 1_780_000_000_000;
export const PICTURE = 'a1b2c3d4e5f60718293a4b5c6d7e8f';

/** A poll that was told a new picture, unless told otherwise. */
export function pollOf(atMs: number, more: Partial<PollStep> = {}): PollStep {
  return {
    ...{ kind: 'poll', atMs, lastMs: atMs, count: 1, requestId: 'one', address: '192.0.2.1' },
    ...{ called: 'http://stipple.example', forwarded: null, imageBase: 'http://stipple.example' },
    ...{ batteryVoltage: 3.98, percentCharged: null, rssi: -61, firmware: '1.8.15' },
    ...{ decision: 'new', code: null, picture: PICTURE, screen: 'clock', refreshSeconds: 900 },
    ...{ drawing: null, images: [] },
    ...more,
  };
}

export function imageOf(atMs: number, more: Partial<ImageStep> = {}): ImageStep {
  return {
    ...{ kind: 'image', atMs, requestId: 'two', address: '192.0.2.1', picture: PICTURE },
    ...{ status: 200, bytes: 6_000, code: null },
    ...more,
  };
}
