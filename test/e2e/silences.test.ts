/** Nothing that anybody writes silences `/health`: what a caller waits for is at most a few slices of work. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SILENCERS, SILENCING_CONFIG, SILENCING_SCREENS } from '../support/hostile/silencers.ts';
import { TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { silenceOf } from '../support/server/silence.ts';

/**
 * Processor time of the server's main thread between a question for `/health` and its answer, in ms. On a quiet machine it
 * is below 50; what held up the thread took a second at least.
 */
const MOST_MS = 150;

describe('nothing that anybody writes silences /health', { skip: process.platform !== 'linux' }, () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServerProcess({
      ...{ screens: SILENCING_SCREENS, config: SILENCING_CONFIG, env: { ADMIN_TOKEN: TOKEN } },
    });
    // What is loaded late is loaded.
    await fetch(`${server.url}/api/admin/fleet`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  });
  after(() => server.stop());

  for (const { name, answer, send } of SILENCERS) {
    it(`by ${name}`, async (t) => {
      const { result, worstMs, allMs } = await silenceOf(server, () => send(server.url));
      for (const text of result) assert.match(text.slice(0, 4_000_000), answer);
      t.diagnostic(`${Math.round(worstMs)} ms at most, ${Math.round(allMs)} ms in all`);
      assert.ok(worstMs < MOST_MS, `the main thread computed for ${Math.round(worstMs)} ms`);
    });
  }
});
