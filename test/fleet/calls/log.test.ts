import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { authenticate } from '../../../src/fleet/calls/authentication.ts';
import { type LogAnswer, takeLogs } from '../../../src/fleet/calls/log.ts';
import { AppError } from '../../../src/platform/base/errors.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { PLAIN_SCREEN } from '../../support/server/server.ts';
import { ID, tokenOf } from './gate.ts';
import { openDeviceApi, type TestDeviceApi } from './open-device-api.ts';

describe('takeLogs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestDeviceApi;
  before(async () => {
    opened = await openDeviceApi(folder, PLAIN_SCREEN, 'default_screen: plain\n');
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  async function send(body: string, token = 'mine'): Promise<LogAnswer> {
    const [api, call] = [opened.api, opened.call()];
    return takeLogs(api, call, await authenticate(api, call, ID, tokenOf(token)), body);
  }

  it('keeps the entries of the three shapes that firmware sends', async () => {
    for (const body of ['{"logs":[{"id":1}]}', '{"log":{"logs_array":[{"id":2}]}}', '{"log":[{"id":3}]}']) {
      assert.deepEqual(await send(body), { status: 200, message: '1 of 1 log entries kept' });
    }
    assert.deepEqual(await opened.api.logs.list(ID), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('keeps as many entries of a call as the limit allows, and says so', async () => {
    const count = LIMITS.logEntriesPerCall + 5;
    const { message } = await send(
      JSON.stringify({ logs: Array.from({ length: count }, (_, id) => ({ id })) }),
    );
    assert.equal(message, `${LIMITS.logEntriesPerCall} of ${count} log entries kept`);
  });

  it('writes the beginning of the first entry into the log of the server, without secrets', async () => {
    opened.logs.length = 0;
    await send('{"logs":[{"api_key":"hush","text":"GET failed"}]}');
    const line = opened.logs.find(({ msg }) => msg === 'device reports');
    assert.match(String(line?.['first']), /GET failed/);
    assert.doesNotMatch(JSON.stringify(opened.logs), /hush/);
  });

  it('refuses what holds no list of entries, and a wrong token before it looks', async () => {
    const coded = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;
    for (const body of ['', 'no json', '[]', '{"logs":{}}', '{"log":{}}']) {
      await assert.rejects(send(body), coded('invalid_body'), body);
    }
    await assert.rejects(send('no json', 'theirs'), coded('invalid_token'));
  });
});
