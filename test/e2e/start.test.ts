/** What a server that starts answers before its workers are ready. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer, type TestServer } from '../support/server/server.ts';

let letGo: () => void = () => {};
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});

describe('a server that starts', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ held });
  });
  after(() => server.stop());
  const status = async (route: string): Promise<number> => (await fetch(`${server.url}${route}`)).status;

  it('answers /health before its workers have started, and /ready when they are ready', async () => {
    assert.deepEqual([await status('/health'), await status('/ready')], [200, 503]);
    assert.deepEqual([server.engine.compose.threads, server.engine.raster.threads], [0, 0]);
    letGo();
    await server.app.warm;
    assert.deepEqual([await status('/health'), await status('/ready')], [200, 200]);
  });
});
