/** What the metrics make of the events of the engine. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EngineEvents } from '../../../src/domain/engine-events.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { metricsUrl, type Scrape, scrape } from '../../support/server/scrape.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const { metricScreens } = LIMITS;

describe('the metrics of what the engine tells', () => {
  let server: TestServer;
  let events: EngineEvents;
  before(async () => {
    server = await startServer({ env: { METRICS_ADDR: '127.0.0.1:0' } });
    ({ events } = server.engine);
  });
  after(() => server.stop());

  async function values(names: readonly string[]): Promise<readonly (number | undefined)[]> {
    const { samples } = await scrape(metricsUrl(server));
    return names.map((name) => samples.get(`stipple_${name}`));
  }

  it('sort the time of runs and drawings by stage and by screen', async () => {
    events.emit('stages', 'local/clock', { place: 4_000, script: 3, upstream: 200, template: 2, check: 1 });
    events.emit('stages', 'local/clock', { queue: 5, svg: 4, draw: 10, dither: 2, encode: 8 });
    events.emit('stages', 'local/clock', { place: 2_000 });
    const found = await values([
      'stage_seconds_count{stage="place"}',
      'stage_seconds_sum{stage="place"}',
      'stage_seconds_bucket{le="0.0025",stage="dither"}',
      'stage_seconds_bucket{le="0.001",stage="dither"}',
      'screen_seconds_count{screen="local/clock"}',
      'screen_seconds_sum{screen="local/clock"}',
      'screen_stage_seconds_total{screen="local/clock",stage="place"}',
      'screen_stage_seconds_total{screen="local/clock",stage="draw"}',
    ]);
    // The wait for a thread is no time of the screen, and what only waited did not run.
    assert.deepEqual(found, [2, 6, 1, 0, 1, 0.206, 6, 0.01]);
  });

  it('count failures, lost workers, missed polls and requests', async () => {
    events.emit('screenFailed', 'local/news', 'script_error');
    events.emit('screenFailed', 'local/news', 'script_error');
    events.emit('workerLost', 'compose', 'cpu_limit');
    events.emit('missedPolls', 3);
    events.emit('upstream', 'api.example', 'http_error', 250);
    const found = await values([
      'screen_failures_total{screen="local/news",code="script_error"}',
      'workers_lost_total{worker="compose",reason="cpu_limit"}',
      'missed_polls_total',
      'upstream_requests_total{host="api.example",outcome="http_error"}',
      'upstream_requests_total{host="api.example",outcome="ok"}',
      'upstream_request_seconds_bucket{le="0.25",host="api.example"}',
    ]);
    assert.deepEqual(found, [2, 1, 3, 1, 0, 1]);
  });

  it('tell how soon devices have their pictures, how large these are, and what came of those drawn ahead', async () => {
    events.emit('firstFetch', 'local/clock', 300, 'ahead');
    events.emit('firstFetch', 'local/clock', 300, 'while_waiting');
    events.emit('firstFetch', 'local/clock', 300, 'on_call');
    events.emit('drawnInVain', 'local/clock');
    events.emit('pictureDrawn', 'local/clock', 60_000, 89_999);
    const found = await values([
      'first_picture_seconds_bucket{le="0.5",drawn="on_call"}',
      'pictures_drawn_ahead_total{outcome="used"}',
      'pictures_drawn_ahead_total{outcome="in_vain"}',
      'picture_limit_ratio_bucket{le="0.5"}',
      'picture_limit_ratio_bucket{le="0.75"}',
      'picture_bytes_sum',
    ]);
    assert.deepEqual(found, [1, 2, 1, 0, 1, 60_000]);
  });

  it('have few names for screens, however many there are', async () => {
    events.emit('screenFailed', 'evil"\n} 1', 'script_error');
    for (let n = 0; n < 1_000; n++) events.emit('stages', `evil/${n}`, { script: 1, draw: 1 });
    for (let n = 0; n < 1_000; n++) events.emit('screenFailed', `evil/more${n}`, 'script_error');
    const { samples, text }: Scrape = await scrape(metricsUrl(server));
    const count = (name: string): number => [...samples.keys()].filter((key) => key.startsWith(name)).length;
    const screens = count('stipple_screen_seconds_count');
    assert.ok(screens > metricScreens - 5 && screens <= metricScreens + 1, String(screens));
    assert.equal(samples.get('stipple_screen_failures_total{screen="(others)",code="script_error"}'), 1_000);
    assert.ok(text.includes('{screen="evil\\"\\n} 1",'), 'no name breaks out of its label');
  });
});
