/** Frames in the admin API: added, changed, removed, with the comments of the config as they were. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tokenDigest } from '../../src/fleet/calls/frame-access.ts';
import { fetchFrame, frameToken } from '../support/frames/fetch-frame.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

const CONFIG = `# ours
default_screen: plain
devices:
  "AA:BB:CC:00:00:01": { screen: local/plain } # the kitchen
frames:
  # at the door
  hall:
    screen: local/plain
    frame_tokens: # who
      one: "${tokenDigest(frameToken('one'))}" # the tablet
      two: "${tokenDigest(frameToken('two'))}" # the phone
  mistaken: { screen: local/plain, frame_tokens: { one: my-secret-token } }
`;

describe('frames in the admin API', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG });
  });
  after(() => admin.server.stop());

  it('are added with a token that works at once, and removed with it', async () => {
    const body = {
      key: 'lobby',
      screen: 'local/plain',
      width: 100,
      height: 50,
      frame_tokens: { desk: tokenDigest(frameToken('desk')) },
    };
    const created = await admin.post('/frames', body);
    assert.deepEqual([created.status, created.body], [200, { key: 'lobby', screen: 'local/plain' }]);
    assert.equal((await fetchFrame(admin.server, 'lobby', 'desk')).status, 200);
    const { body: view } = await admin.get('/frames/lobby');
    assert.deepEqual([view.width, view.height, view.frame_tokens], [100, 50, body.frame_tokens]);
    assert.match(view.frame_fetched, /^\d{4}-/);
    const twice = await admin.post('/frames', body);
    assert.deepEqual([twice.status, twice.body.code], [409, 'frame_exists']);
    assert.deepEqual((await admin.delete('/frames/lobby')).body, { deleted: 'lobby' });
    assert.equal((await fetchFrame(admin.server, 'lobby', 'desk')).status, 401);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const gone = await admin.call(method, '/frames/lobby', method === 'PATCH' ? {} : undefined);
      assert.deepEqual([gone.status, gone.body.code], [404, 'unknown_frame'], method);
    }
  });

  it('lose a token at once, and nothing else of the config', async () => {
    assert.equal((await fetchFrame(admin.server, 'hall', 'two')).status, 200);
    const one = tokenDigest(frameToken('one'));
    const before = admin.configText();
    const patched = await admin.patch('/frames/hall', { frame_tokens: { one }, refresh: 77 });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    assert.equal((await fetchFrame(admin.server, 'hall', 'two')).status, 401);
    assert.equal((await fetchFrame(admin.server, 'hall', 'one')).status, 200);
    const left = before.split('\n').filter((line) => !line.includes(' two:'));
    const now = admin.configText().split('\n');
    assert.deepEqual(
      now.filter((line) => !line.includes('refresh: 77')),
      left,
    );
    await admin.patch('/frames/hall', { clear: ['frame_tokens', 'refresh'] });
    assert.equal((await fetchFrame(admin.server, 'hall', 'one')).status, 401);
    assert.ok(admin.configText().includes('# at the door'));
  });

  it('are refused with every mistake at once', async () => {
    const { status, body } = await admin.post('/frames', {
      key: 'AA:BB:CC:00:00:09',
      screen: 'local/none',
      width: 0,
      frame_tokens: { one: frameToken('one') },
      hieght: 3,
    });
    assert.deepEqual([status, body.code], [400, 'invalid_body']);
    assert.deepEqual(body.problems.map(({ field }: { field: string }) => field).sort(), [
      'frame_tokens',
      'hieght',
      'key',
      'screen',
      'width',
    ]);
    assert.ok(!JSON.stringify(body).includes(frameToken('one')));
  });

  it('and devices show digests, and never what somebody has put in their place', async () => {
    const tokens = { phone: tokenDigest(frameToken('phone')) };
    await admin.patch('/devices/AA:BB:CC:00:00:01', { frame_tokens: tokens });
    assert.deepEqual((await admin.get('/devices/AA:BB:CC:00:00:01')).body.frame_tokens, tokens);
    assert.equal((await fetchFrame(admin.server, 'AA-BB-CC-00-00-01', 'phone')).status, 200);
    const { body: config } = await admin.get('/config');
    assert.deepEqual(config.frames.mistaken.frame_tokens, {});
    assert.deepEqual(config.devices['AA:BB:CC:00:00:01'].frame_tokens, tokens);
    const answers = [config, (await admin.get('/frames')).body, admin.server.logs];
    assert.ok(!JSON.stringify(answers).includes('my-secret-token'));
  });
});
