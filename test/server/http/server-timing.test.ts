import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { adminGate } from '../../../src/admin/access/admin-gate.ts';
import { Sessions } from '../../../src/admin/access/sessions.ts';
import { EngineEvents } from '../../../src/domain/engine-events.ts';
import { createThrottle } from '../../../src/fleet/calls/attempts.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { StageTimes } from '../../../src/platform/base/stages.ts';
import { requestContext } from '../../../src/server/http/request-context.ts';
import { timesForAdmins } from '../../../src/server/http/server-timing.ts';
import { listen } from '../../support/network/listen.ts';
import { callRaw } from '../../support/network/raw-http.ts';
import { logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const TOKEN = 'correct horse battery staple';
const TIMES: StageTimes = { draw: 12.34567, queue: 0, svg: 0.00001, encode: 1 };

describe('the header Server-Timing', () => {
  let token: string | null = TOKEN;
  let asked = 0;
  const adminToken = (): string | null => {
    asked += 1;
    return token;
  };
  const keys = { adminToken, named: () => [], nowMs: Date.now };
  const sessions = new Sessions({ ...keys, serverKey: () => new Uint8Array(32) });
  const tellTimes = timesForAdmins({
    ...{ gate: adminGate(keys), sessions, audit: { countWrong: () => {} } },
    attempts: createThrottle().wrongTokens,
  });
  const app = express();
  app.use(requestContext(createLogger('silent', logInto([])), new EngineEvents()));
  app.get('/none', (_request, response) => {
    tellTimes(response, {});
    response.end();
  });
  app.get('/picture', (_request, response) => {
    tellTimes(response, TIMES, 'while_waiting');
    response.end();
  });
  const server = createServer(app);
  let port = 0;
  before(async () => {
    port = await listen(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The header for a caller that sends these lines; undefined when the answer has none. */
  async function timing(path: string, ...lines: readonly string[]): Promise<string | undefined> {
    const { socket, text } = await callRaw(port);
    const head = [`GET ${path} HTTP/1.1`, 'Host: stipple.test', ...lines];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await until(() => text().includes('\r\n\r\n'));
    socket.destroy();
    assert.match(text(), /^HTTP\/1\.1 200 /);
    return /^Server-Timing: (.*)\r$/m.exec(text())?.[1];
  }

  it('has the stages that took place in their order, the time of the call, and when a picture was drawn', async () => {
    const value = await timing('/picture', `Authorization: Bearer ${TOKEN}`);
    const shown = value?.replace(/total;dur=\d+(\.\d{1,3})?,/, 'total;dur=…,');
    assert.equal(
      shown,
      'queue;dur=0, svg;dur=0, draw;dur=12.346, encode;dur=1, total;dur=…, picture;desc="while_waiting"',
    );
    assert.match((await timing('/none', `authorization: bearer ${TOKEN}`)) ?? '', /^total;dur=[\d.]+$/);
  });

  it('is for nobody who does not show the token in the one right way', async () => {
    for (const lines of [
      ['Authorization: Bearer wrong'],
      ['Authorization:'],
      ['Authorization: Bearer'],
      [`Authorization: Basic ${TOKEN}`],
      [`Authorization: ${TOKEN}`],
      [`Authorization: Bearer ${TOKEN}x`],
      [`Authorization: Bearer ${TOKEN}`, `Authorization: Bearer ${TOKEN}`],
      ['Authorization: Bearer wrong', `Authorization: Bearer ${TOKEN}`],
      [`Authorization: Bearer ${'x'.repeat(15_000)}`],
      [`Authorization: Bearer${' '.repeat(15_000)}`],
      [`Access-Token: ${TOKEN}`],
    ]) {
      assert.equal(await timing('/picture', ...lines), undefined, lines.join(' | ').slice(0, 80));
    }
  });

  it('costs callers without the header nothing: the token is not even looked up', async () => {
    asked = 0;
    assert.equal(await timing('/picture'), undefined);
    assert.equal(asked, 0);
  });

  it('is for nobody while the server has no token', async () => {
    token = null;
    assert.equal(await timing('/picture', 'Authorization: Bearer null'), undefined);
    token = TOKEN;
  });
});
