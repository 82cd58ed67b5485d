/** Pictures: how large they are, how soon devices have them, and whether drawing ahead of the call pays. */
import type { DrawnWhen, EngineEvents } from '../../domain/engine-events.ts';
import { DURATIONS, type Instruments } from './instruments.ts';

/** Upper bounds of sizes in bytes; 90 000 and 750 000 are the limits of firmware. */
const BYTES = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 90_000, 250_000, 500_000, 750_000, 2_500_000];
const RATIOS = [0.1, 0.25, 0.5, 0.75, 0.9, 1];
/** A device may have to draw its last picture before it fetches the next one. */
const FETCH_DURATIONS = [...DURATIONS, 30, 60];
const WHENS: readonly DrawnWhen[] = ['ahead', 'while_waiting', 'on_call'];

/** Register what is counted of pictures. */
export function pictureMetrics(instruments: Instruments, events: EngineEvents): void {
  const first = instruments.histogram(
    'first_picture_seconds',
    'Time from telling a device of a new picture to the end of its first fetch, by when it was drawn',
    FETCH_DURATIONS,
    ['drawn'],
  );
  const ahead = instruments.counter(
    'pictures_drawn_ahead_total',
    'Pictures whose drawing began before a device asked for them, by what came of them',
    ['outcome'],
  );
  const bytes = instruments.histogram('picture_bytes', 'Size of the pictures that were drawn', BYTES);
  const ratio = instruments.histogram(
    'picture_limit_ratio',
    'Size of the pictures that were drawn, as a part of what their panels accept',
    RATIOS,
  );
  for (const drawn of WHENS) first.zero({ drawn });
  for (const outcome of ['used', 'in_vain']) ahead.inc({ outcome }, 0);
  events.on('firstFetch', (_screen, afterMs, drawn) => {
    first.observe({ drawn }, afterMs / 1000);
    if (drawn !== 'on_call') ahead.inc({ outcome: 'used' });
  });
  events.on('drawnInVain', () => ahead.inc({ outcome: 'in_vain' }));
  events.on('pictureDrawn', (_screen, size, maxBytes) => {
    bytes.observe(size);
    if (maxBytes > 0) ratio.observe(size / maxBytes);
  });
}
