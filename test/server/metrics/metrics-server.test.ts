import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PACKAGE_ROOT, VERSION } from '../../../src/platform/base/version.ts';
import { promtool } from '../../support/processes/prometheus.ts';
import { metricsUrl, type Scrape, scrape } from '../../support/server/scrape.ts';
import {
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';

const CONFIG = `default_screen: plain
devices:
  "AA:BB:CC:00:00:01": { screen: plain }
  "AA:BB:CC:00:00:02": { screen: plain, refersh: 60 }
`;

describe('metrics', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let server: TestServer;
  let url: string;
  let found: Scrape;

  before(async () => {
    const screens = { ...PLAIN_SCREEN, 'broken.lua': 'error("no")', 'broken.svg': '<svg/>' };
    const env = { METRICS_ADDR: '127.0.0.1:0', STORE_URL: `file:${path.join(folder, 'state')}` };
    server = await startServer({ env, config: CONFIG, screens });
    await server.app.warm;
    url = metricsUrl(server);
    const { image_url: imageUrl } = await getDisplay(server, 'AA:BB:CC:00:00:01');
    await getImage(imageUrl);
    await fetch(`${server.url}/api/display`);
    await fetch(`${server.url}/nothing/here`);
    found = await scrape(url);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const value = (sample: string): number | undefined => found.samples.get(`stipple_${sample}`);

  it('count what devices ask, by route and status', () => {
    assert.equal(value('http_requests_total{route="display",status="200"}'), 1);
    assert.equal(value('http_requests_total{route="display",status="400"}'), 1);
    assert.equal(value('http_requests_total{route="image",status="200"}'), 1);
    assert.equal(value('http_requests_total{route="other",status="404"}'), 1);
    assert.equal(value('http_request_duration_seconds_count{route="display"}'), 2);
    assert.equal(value('pictures_drawn_total{step="0"}'), 1);
  });

  it('count from zero what alerts look for', () => {
    for (const sample of [
      'http_requests_total{route="display",status="429"}',
      'http_requests_total{route="image",status="503"}',
      'pictures_drawn_total{step="4"}',
      'workers_lost_total{worker="raster",reason="crash"}',
      'pictures_drawn_ahead_total{outcome="in_vain"}',
      'compose_turned_away_total{reason="late"}',
      'failed_tries_total{shown="error"}',
      'missed_polls_total',
    ])
      assert.equal(value(sample), 0, sample);
  });

  it('tell of the devices, by what they do and whether the config names them', () => {
    assert.equal(value('devices{state="on_time",configured="yes"}'), 1);
    assert.equal(value('devices{state="unseen",configured="yes"}'), 1);
    assert.equal(value('devices{state="on_time",configured="no"}'), 0);
    assert.equal(value('config_devices'), 2);
  });

  it('tell of the pools, the stores, the config, the version and the process', () => {
    assert.equal(value('pool_queue_length{pool="raster"}'), 0);
    assert.equal(value('pool_threads{pool="raster"}'), 1);
    assert.equal(value('screen_repos{status="error"}'), 0);
    assert.ok((value('store_bytes{store="pictures"}') ?? 0) > 0);
    assert.equal(value('store_limit_bytes{store="pictures"}'), 32 * 1024 * 1024);
    assert.equal(value('ready'), 1);
    assert.equal(value('config_warnings'), 1);
    const build = `build_info{version="${VERSION}",node="${process.versions.node}",platform="${process.platform}-${process.arch}"}`;
    assert.equal(value(build), 1);
    assert.ok((found.samples.get('process_resident_memory_bytes') ?? 0) > 1e6);
    assert.ok((found.samples.get('process_start_time_seconds') ?? 0) > 1e9);
  });

  it('tell of the state store, and of the servers that share it', async () => {
    assert.equal(value('state_up'), 1);
    assert.ok((value('state_calls_total{method="devices.claim",outcome="done"}') ?? 0) >= 1);
    assert.equal(value('state_fallbacks_total{kind="held_back"}'), 0);
    await until(async () => (await scrape(url)).samples.get('stipple_servers') === 1);
    assert.equal(value('servers_drift{in="config"}'), 0);
  });

  it('are named and typed as Prometheus wants them', () => {
    const { passed, output } = promtool(['check', 'metrics'], { input: found.text });
    assert.equal(output, '');
    assert.ok(passed);
    for (const [name, type] of found.types) assert.equal(type === 'counter', name.endsWith('_total'), name);
  });

  it('are all in the table of docs/operations.md, and no others', () => {
    const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8');
    const section = page.split('\n## Metrics\n')[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? '';
    const cells = [...section.matchAll(/^\| (`stipple_[^|]+) \|/gm)];
    const documented = cells.flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const exported = [...found.types.keys()].filter((name) => name.startsWith('stipple_'));
    assert.ok(exported.length > 30);
    assert.deepEqual(documented.toSorted(), exported.toSorted());
  });

  it('are not on the address of the devices, and nothing else is on theirs', async () => {
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
    assert.equal((await fetch(new URL('/api/display', url))).status, 404);
    assert.equal((await fetch(url, { method: 'POST' })).status, 404);
  });
});

describe('a server without METRICS_ADDR', () => {
  it('keeps the times of late without them', async (t) => {
    const server = await startServer();
    t.after(() => server.stop());
    // One listens, and nobody counts for Prometheus.
    assert.equal(server.engine.events.listenerCount('stages'), 1);
    assert.doesNotThrow(() => server.engine.events.emit('stages', 'local/plain', { script: 1 }));
  });
});
