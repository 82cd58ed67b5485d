import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer, type TestServer } from '../support/server/server.ts';

describe('metrics', () => {
  let server: TestServer;
  let address: string;

  before(async () => {
    server = await startServer({ env: { METRICS_ADDR: '127.0.0.1:0' } });
    const line = server.logs.find((entry) => entry['msg'] === 'metrics listening');
    assert.ok(line !== undefined);
    address = `http://127.0.0.1:${line['port']}`;
  });
  after(() => server.stop());

  async function samples(): Promise<Map<string, number>> {
    const response = await fetch(`${address}/metrics`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  }

  it('count what devices ask, by route and status', async () => {
    const headers = { ID: 'AA:BB:CC:00:00:01', 'Access-Token': 'token-of-a-device' };
    const display = await fetch(`${server.url}/api/display`, { headers });
    const { image_url: imageUrl } = (await display.json()) as { image_url: string };
    await (await fetch(imageUrl)).arrayBuffer();
    await fetch(`${server.url}/api/display`);
    await fetch(`${server.url}/nothing/here`);
    const found = await samples();
    assert.equal(found.get('stipple_http_requests_total{route="display",status="200"}'), 1);
    assert.equal(found.get('stipple_http_requests_total{route="display",status="400"}'), 1);
    assert.equal(found.get('stipple_http_requests_total{route="image",status="200"}'), 1);
    assert.equal(found.get('stipple_http_requests_total{route="other",status="404"}'), 1);
    assert.equal(found.get('stipple_http_request_duration_seconds_count{route="display"}'), 2);
    assert.equal(found.get('stipple_devices'), 1);
    assert.equal(found.get('stipple_pictures_drawn{step="0"}'), 1);
    assert.ok((found.get('stipple_store_bytes{store="pictures"}') ?? 0) > 0);
  });

  it('tell of the pools and the process', async () => {
    const found = await samples();
    assert.equal(found.get('stipple_pool_queue_length{pool="raster"}'), 0);
    assert.equal(found.get('stipple_pool_threads{pool="raster"}'), 1);
    assert.equal(found.get('stipple_screen_repos{status="error"}'), 0);
    assert.ok((found.get('process_resident_memory_bytes') ?? 0) > 1e6);
  });

  it('are not on the address of the devices, and nothing else is on theirs', async () => {
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
    assert.equal((await fetch(`${address}/api/display`)).status, 404);
    assert.equal((await fetch(`${address}/metrics`, { method: 'POST' })).status, 404);
  });
});
