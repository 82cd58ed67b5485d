/** The config as a text over HTTP: its secrets stay on the server, its comments stay as they are. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Admin, type AdminAnswer, startAdmin, TOKEN } from '../support/server/admin.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const CONFIG = `# The first line stays.
default_screen: plain   # so does this
admin: { token: canary-admin-token }
devices:
  AA:BB:CC:DD:EE:01:
    screen: local/typed
    params:
      city: Berlin # the capital
      key: canary-of-params
      days: 3
  # Hall
  'AA:BB:CC:DD:EE:02': {screen: local/plain, params: {api_token: "canary-flow", title: x}}
screen_repos:
  friends:
    repo: https://example.org/friends.git
    token: |
      canary-of-a-repo
    webhook_secret: &hook 'canary-of-a-webhook-0123456789'
alerts:
  webhooks:
    ops: { url: "https://example.org/canary-path", headers: { X-Key: canary-header }, secret: canary-of-the-hook-0123456789 }
`;

interface Shown {
  readonly text: string;
  readonly digest: string;
}

/** A server for all tests whose config is a file that can be written. */
let shared: Admin;
before(async () => {
  shared = await startAdmin({ config: CONFIG });
});
after(() => shared.server.stop());

/** It, with the config that it began with. */
async function open(): Promise<Admin> {
  await shared.takeConfig(CONFIG);
  return shared;
}

async function openWith(t: TestContext, options: Parameters<typeof startAdmin>[0]): Promise<Admin> {
  const admin = await startAdmin(options);
  t.after(() => admin.server.stop());
  return admin;
}

async function shownBy(admin: Admin): Promise<Shown> {
  const { status, body, headers } = await admin.get('/config/text');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('etag'), `"${body.digest}"`);
  return body;
}

function put(admin: Admin, text: string, digest: string): Promise<AdminAnswer> {
  return admin.call('PUT', '/config/text', { text, digest });
}

describe('the text of the config', () => {
  it('has a placeholder for each secret, and all else as it is', async () => {
    const admin = await open();
    const { text } = await shownBy(admin);
    assert.doesNotMatch(text, /canary/);
    const expected = CONFIG.replace(/\|\n {6}canary-of-a-repo/, '"(hidden)"')
      .replace('"https://example.org/canary-path"', '"(hidden)"')
      .replaceAll(/(?<!-)"?'?canary-[\w-]+"?'?/g, '"(hidden)"');
    assert.equal(text, expected);
  });

  it('comes back with its secrets, and with every byte that was not edited', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    const same = await put(admin, text, digest);
    assert.deepEqual(same.body, { changed: false, digest, revision: null });
    const edited = text.replace('Berlin', 'Rome').replace('# Hall', '# Hall, first floor');
    const answer = await put(admin, edited, digest);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.changed, true);
    assert.equal(
      admin.configText(),
      CONFIG.replace('Berlin', 'Rome').replace('# Hall', '# Hall, first floor'),
    );
    assert.equal((await shownBy(admin)).digest, answer.body.digest);
  });

  it('takes a new secret, and moves one of several lines with its place', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    const moved = text
      .replace('admin: { token: "(hidden)" }', 'admin: { token: brand-new-canary-token }')
      .replace(/repo: (\S+)\n {4}token: "\(hidden\)"/, 'repo:   $1\n    token:   "(hidden)"');
    const answer = await put(admin, moved, digest);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.match(admin.configText(), /token: brand-new-canary-token/);
    assert.match(admin.configText(), /token: {3}"canary-of-a-repo\\n"/);
    assert.doesNotMatch((await shownBy(admin)).text, /canary/);
  });

  it('is refused over another one', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    assert.equal((await admin.patch('/settings', { registration_enabled: false })).status, 200);
    const { status, body } = await put(admin, text, digest);
    assert.deepEqual([status, body.code], [409, 'config_changed']);
  });

  it('is refused with every problem at its line', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    const bad = text.replace('days: 3', 'days: 3\n    refresh: soon').replace('friends:', 'strangers:');
    const lost = await put(admin, bad, digest);
    assert.deepEqual([lost.status, lost.body.code], [400, 'invalid_body']);
    assert.match(lost.body.error, /text:17:12: screen_repos\.strangers\.token: expected the value itself/);
    const broken = await put(admin, 'a: [', digest);
    assert.equal(broken.status, 400);
    assert.match(broken.body.problems[0].message, /^text:1:\d+: /);
    assert.equal(admin.configText(), CONFIG);
  });

  it('cannot be written where the config is the embedded one', async (t) => {
    const admin = await openWith(t, { config: CONFIG, embeddedConfig: true });
    const { body } = await admin.get('/config/text');
    assert.deepEqual([body.writable, body.place], [false, 'embedded']);
    assert.match(body.read_only_reason, /CONFIG_FILE/);
    assert.equal((await put(admin, 'default_screen: x\n', body.digest)).body.code, 'config_read_only');
  });

  it('goes into the audit trail with the paths that have changed', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    await put(admin, text.replace('title: x', 'title: y'), digest);
    const { body } = await admin.get('/audit');
    const [entry] = body.entries;
    assert.match(entry.action, /^PUT .*\/config\/text$/);
    assert.deepEqual(
      entry.changes.map(({ path: changed }: { path: string }) => changed),
      ['devices.AA:BB:CC:DD:EE:02.params.title'],
    );
  });
});

describe('a short admin token', () => {
  const WEAK = 'default_screen: plain\nadmin: { token: short }\n';

  it('is refused where it is made, at its line, and not shown', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    for (const token of ['a', 'hunter2', 'x'.repeat(19), 'x'.repeat(20), '1234567890123456789']) {
      const edited = text.replace(/admin: .*/, `admin: { token: ${JSON.stringify(token)} }`);
      const checked = await admin.post('/config/check', { text: edited });
      const messages = checked.body.problems.map((problem: { message: string }) => problem.message).join();
      const isWeak = token.length < 20;
      assert.equal(/admin\.token: expected/.test(messages), isWeak, token);
      assert.ok(token.length < 7 || !JSON.stringify(checked.body.problems).includes(token));
      if (!isWeak) continue;
      const refused = await put(admin, edited, digest);
      assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_body'], token);
      assert.equal(await (await shownBy(admin)).digest, digest);
    }
  });

  it('that stands there already is warned of, and hinders no other edit', async (t) => {
    const admin = await openWith(t, { config: WEAK });
    const { text, digest } = await shownBy(admin);
    const written = await put(admin, `# edited\n${text}`, digest);
    assert.equal(written.status, 200, JSON.stringify(written.body));
    const checked = await admin.post('/config/check', { text });
    assert.match(
      JSON.stringify(checked.body.problems),
      /admin\.token: expected at least 20 characters, got 5/,
    );
    await until(() => {
      return admin.server.logs.some(({ config }) =>
        /admin\.token: expected/.test(JSON.stringify(config ?? '')),
      );
    }, 'the log warns of it');
  });
});

describe('a check of a text', () => {
  it('tells problems at their lines behind a secret of several lines, and what would change', async () => {
    const admin = await open();
    const { text, digest } = await shownBy(admin);
    const draft = `${text.replace('Berlin', 'Rome')}no_such_key: 1\n`;
    const { status, body } = await admin.post('/config/check', { text: draft });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.digest, digest);
    const line = draft.split('\n').indexOf('no_such_key: 1') + 1;
    const found = body.problems.find(({ message }: { message: string }) => message.includes('no_such_key'));
    assert.deepEqual([found?.line, found?.column], [line, 1]);
    assert.doesNotMatch(JSON.stringify(body), /canary/);
    if (found.level === 'warning') {
      assert.deepEqual(body.changes[0], {
        path: 'devices.AA:BB:CC:DD:EE:01.params.city',
        ...{ from: 'Berlin', to: 'Rome' },
      });
    }
    assert.equal(admin.configText(), CONFIG);
  });
});

describe('the revisions of the config', () => {
  it('are not kept of a file', async () => {
    const admin = await open();
    const { body } = await admin.get('/config/history');
    assert.deepEqual([body.kept, body.revisions], [false, []]);
    assert.match(body.reason, /is a file/);
    assert.equal((await admin.post('/config/undo', {})).body.code, 'no_config_history');
    assert.equal((await admin.get('/config/history/1')).body.code, 'no_config_history');
  });

  for (const engine of ['file', 'redis'] as const) {
    it(`are shown without secrets and undone with a store in ${engine}`, async (t) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'stipple-revisions-'));
      const redis = engine === 'redis' ? await startRedis() : null;
      const store = redis?.url ?? `file:${path.join(folder, 'state')}`;
      const env = { CONFIG_FILE: 'store:', STORE_URL: store, SCREEN_REPOS_CACHE_DIR: folder };
      const admin = await startAdmin({ env });
      t.after(async () => {
        await admin.server.stop();
        await redis?.kill();
        rmSync(folder, { recursive: true, force: true });
      });
      const first = await shownBy(admin);
      const draft = `${first.text}\nadmin: { token: ${TOKEN} canary }\n`;
      const written = await put(admin, draft, first.digest);
      assert.equal(written.status, 200, JSON.stringify(written.body));
      assert.equal(written.body.revision, 2);
      const { body: history } = await admin.get('/config/history');
      assert.deepEqual([history.kept, history.current], [true, 2]);
      assert.match(history.revisions[0].note, /^admin API \(admin token, .*\): edited the text: set admin$/);
      const { body: second } = await admin.get('/config/history/2');
      assert.doesNotMatch(second.text, /canary/);
      assert.match(second.text, /admin: \{ token: "\(hidden\)" \}/);
      assert.equal((await admin.get('/config/history/99')).body.code, 'unknown_revision');
      const undone = await admin.post('/config/undo', {});
      assert.equal(undone.status, 200, JSON.stringify(undone.body));
      assert.deepEqual([undone.body.changed, undone.body.revision], [true, 3]);
      assert.deepEqual((await shownBy(admin)).text, first.text);
      assert.equal((await admin.post('/config/undo', { to: 2 })).body.revision, 4);
    });
  }
});
