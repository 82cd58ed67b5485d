import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_OBSERVER, ObserverLink } from '../../../src/platform/base/observer.ts';
import { listEvents, type ToldEvent } from '../../support/told-events.ts';

describe('ObserverLink', () => {
  const events: readonly ToldEvent[] = [
    ['stages', 'local/a', { script: 1 }],
    ['screenFailed', 'local/a', 'script_error'],
    ['firstFetch', 'local/a', 12, 'ahead'],
    ['drawnInVain', 'local/a'],
    ['pictureDrawn', 'local/a', 1000, 89_999],
    ['workerLost', 'raster', 'crash'],
    ['upstream', 'api.example', 'ok', 30],
    ['composed', 'local/a', 'reused'],
    ['notReusable', 'local/a', 'uncached_http'],
    ['reuseVerified', 'local/a', true],
    ['missedPolls', 2],
  ];
  const tell = (link: ObserverLink): void => {
    for (const [method, ...args] of events)
      (link as unknown as Record<string, (...args: unknown[]) => void>)[method]?.(...args);
  };

  it('hands on whatever it is told, from the moment on at which somebody listens', () => {
    const link = new ObserverLink();
    tell(link);
    const { observer, told } = listEvents();
    link.listener = observer;
    assert.deepEqual(told, []);
    tell(link);
    assert.deepEqual(told, events);
    assert.deepEqual(events.map(([method]) => method).toSorted(), Object.keys(NO_OBSERVER).toSorted());
  });
});
