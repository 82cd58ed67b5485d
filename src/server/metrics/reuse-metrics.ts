/** How often screens run, and how often the result of an earlier run will do. */

import type { RenderEngine } from '../../engine/render-engine.ts';
import { BoundedNames } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { type Instruments, single } from './instruments.ts';

/** Register what is counted of runs and of their results. */
export function reuseMetrics(
  instruments: Instruments,
  { composed, events }: Pick<RenderEngine, 'composed' | 'events'>,
): void {
  const names = new BoundedNames(LIMITS.metricScreens);
  const composes = instruments.counter(
    'composes_total',
    'Display calls by where their SVG came from: an earlier run, a run for another device, or a run of their own',
    ['how'],
  );
  for (const how of ['reused', 'joined', 'fresh']) composes.inc({ how }, 0);
  const notReusable = instruments.counter(
    'compose_not_reusable_total',
    'Runs whose results cannot be used again, by the reason',
    ['screen', 'reason'],
  );
  const verified = instruments.counter(
    'reuse_verified_total',
    'Results in use that were compared with a new run, by the outcome',
    ['outcome'],
  );
  for (const outcome of ['same', 'different']) verified.inc({ outcome }, 0);
  instruments.readGauge('reuse_entries', 'Results that are kept to be used again', [], () =>
    single(composed.stats.entries),
  );
  events.on('composed', (_screen, how) => composes.inc({ how }));
  events.on('notReusable', (screen, reason) => notReusable.inc({ screen: names.of(screen), reason }));
  events.on('reuseVerified', (_screen, isSame) => verified.inc({ outcome: isSame ? 'same' : 'different' }));
}
