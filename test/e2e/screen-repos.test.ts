/** The admin API of screen repos, against repositories of the test's own. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { screen, tempRepo } from '../support/repos/open-repos.ts';
import { says, settled } from '../support/repos/screen-repos.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const SECRET = 'hunter2-correct-horse';
const FIELDS = [
  'handle',
  'repo',
  'pin',
  'builtin',
  'token_set',
  'screen_count',
  'status',
  'pin_kind',
  'resolved_sha',
  'last_fetched',
  'error',
  'webhook_set',
  'problems',
];

describe('/api/admin/screen-repos', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: '# mine\ndefault_screen: plain\n' });
  });
  after(() => admin.server.stop());

  it('lists the embedded repo, which can be updated and nothing else', async () => {
    const { status, body } = await admin.get('/screen-repos');
    assert.equal(status, 200);
    assert.equal(body.length, 1);
    assert.deepEqual(Object.keys(body[0]), FIELDS);
    const { handle, builtin, status: state, pin_kind, screen_count, repo } = body[0];
    assert.deepEqual(
      [handle, builtin, state, pin_kind, repo],
      ['service-builtin', true, 'ready', 'embedded', null],
    );
    assert.ok(screen_count >= 6);
    assert.deepEqual((await admin.call('POST', '/screen-repos/service-builtin/update')).body, body[0]);
    for (const [method, route, sent] of [
      ['PATCH', '/screen-repos/service-builtin', { pin: 'x' }],
      ['DELETE', '/screen-repos/service-builtin', undefined],
      ['POST', '/screen-repos', { handle: 'service-builtin' }],
      ['POST', '/screen-repos', { handle: 'local' }],
      ['POST', '/screen-repos', { handle: 'examples' }],
    ] as const) {
      const refused = await admin.call(method, route, sent);
      assert.deepEqual([refused.status, refused.body.code], [409, 'reserved_handle'], `${method} ${route}`);
    }
  });

  it('registers, fetches, changes and deletes a repo, in the config file and at once', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit({
      ...says('one'),
      ...screen('odd name'),
      'half/meta.yaml': 'title: Half\n',
      'service-screens.yaml': 'name: My garden\nauthor: Me\n',
    });
    repo.setTag('v1', sha);
    const created = await admin.post('/screen-repos', { handle: 'garden', repo: repo.url, token: SECRET });
    assert.equal(created.status, 200);
    assert.deepEqual(Object.keys(created.body), FIELDS);
    assert.deepEqual(
      [created.body.status, created.body.token_set, created.body.resolved_sha, created.body.pin],
      ['fetching', true, null, null],
    );
    const ready = await settled(admin, 'garden');
    assert.deepEqual(
      [ready.status, ready.pin_kind, ready.resolved_sha, ready.screen_count],
      ['ready', 'branch', sha, 1],
    );
    assert.match(ready.last_fetched, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const listed = (await admin.get('/screens')).body.screen_repos.find(
      (source: { handle: string }) => source.handle === 'garden',
    );
    assert.deepEqual(
      [listed.name, listed.author, listed.screens[0].ref],
      ['My garden', 'Me', 'garden/tulips'],
    );
    assert.deepEqual(
      listed.broken.map(({ ref }: { ref: string }) => ref),
      ['garden/half', 'garden/odd name'],
    );
    assert.equal(listed.broken[0].problem, 'there is metadata, but no script');

    assert.equal((await admin.post('/screen-repos', { handle: 'garden' })).body.code, 'repo_exists');
    const changed = await admin.patch('/screen-repos/garden', { pin: 'v1' });
    assert.deepEqual([changed.body.pin, changed.body.token_set], ['v1', true]);
    assert.equal((await settled(admin, 'garden')).pin_kind, 'tag');
    assert.match(admin.configText(), /^# mine\n/);
    assert.ok(admin.configText().includes(SECRET));
    assert.equal((await admin.patch('/screen-repos/garden', { token: '' })).body.token_set, false);
    assert.ok(!admin.configText().includes(SECRET));
    const branch = await admin.patch('/screen-repos/garden', { pin: null });
    assert.equal(branch.body.pin, null);

    const device = { key: MAC, screen: 'garden/tulips', name: 'Shed' };
    assert.equal((await admin.post('/devices', device)).status, 200);
    const inUse = await admin.delete('/screen-repos/garden');
    assert.deepEqual([inUse.status, inUse.body.code], [409, 'repo_in_use']);
    assert.match(inUse.body.error, /AA:BB:CC:DD:EE:01.*Shed.*garden\/tulips/);
    assert.equal((await admin.delete(`/devices/${MAC}`)).status, 200);
    assert.equal((await admin.post('/frames', { key: 'shed', screen: 'garden/tulips' })).status, 200);
    assert.match((await admin.delete('/screen-repos/garden')).body.error, /The frame "shed" shows/);
    assert.equal((await admin.delete('/frames/shed')).status, 200);
    assert.deepEqual((await admin.delete('/screen-repos/garden')).body, { ok: true });
    assert.equal((await admin.get('/screen-repos')).body.length, 1);
    assert.equal((await admin.post('/devices', device)).status, 400);
  });

  it('follows a new refresh interval at once', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('one'));
    await admin.post('/screen-repos', { handle: 'moving', repo: repo.url });
    await settled(admin, 'moving');
    const later = repo.commit(says('two'));
    await admin.patch('/settings', { screen_repo_refresh_interval: 1 });
    // No requests are made meanwhile, since each would make the server check its config.
    const isThere = (): boolean => admin.server.logs.some((line) => line['sha'] === later);
    await until(isThere);
    await admin.patch('/settings', { screen_repo_refresh_interval: 0 });
    await admin.delete('/screen-repos/moving');
  });

  it('accepts a handle without an address, which a later call sets', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('x'));
    const { body } = await admin.post('/screen-repos', { handle: 'update' });
    assert.deepEqual([body.status, body.builtin, body.repo, body.screen_count], ['ready', true, null, 0]);
    await admin.patch('/screen-repos/update', { repo: repo.url });
    assert.equal((await settled(admin, 'update')).status, 'ready');
    assert.deepEqual((await admin.delete('/screen-repos/update')).body, { ok: true });
  });

  it('reports the errors of a body, without addresses and tokens', async () => {
    const refusals: readonly (readonly [unknown, string, RegExp])[] = [
      [{}, 'invalid_body', /handle: expected a handle .* got nothing/],
      [{ handle: '../x' }, 'invalid_body', /handle: expected a handle .* got "\.\.\/x"/],
      [
        { handle: 'a', repo: `https://me:${SECRET}@example.org/a` },
        'credentials_in_url',
        /give the token in `token`/,
      ],
      [{ handle: 'a', repo: `https://${SECRET}@example.org/a` }, 'credentials_in_url', /without user name/],
      [{ handle: 'a', repo: `ext::sh -c ${SECRET}` }, 'invalid_body', /repo: expected an https, http/],
      [{ handle: 'a', repo: [SECRET] }, 'invalid_body', /repo: expected a text, got a list/],
      [{ handle: 'a', repo: '--upload-pack=x' }, 'invalid_body', /repo: expected/],
      [
        { handle: 'a', pin: '--all' },
        'invalid_body',
        /pin: expected a commit of 40 hex digits.* got "--all"/,
      ],
      [{ handle: 'a', token: `${SECRET}\nx` }, 'invalid_body', /token: expected up to 1000 printable/],
      [{ handle: 'a', token: { SECRET } }, 'invalid_body', /token: expected a text, got a map/],
      [{ handle: 'a', tokn: 'x' }, 'invalid_body', /there is no field "tokn"/],
      [
        { handle: 'a', allow_private_network: 'yes' },
        'invalid_body',
        /allow_private_network: expected true or false/,
      ],
      [[], 'invalid_body', /expected a map of fields/],
    ];
    for (const [body, code, reason] of refusals) {
      const answer = await admin.post('/screen-repos', body);
      assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(body));
      assert.match(answer.body.error, reason);
      assert.ok(!JSON.stringify(answer.body).includes(SECRET));
    }
    assert.ok(!JSON.stringify(admin.server.logs).includes(SECRET));
  });

  it('refuses other handles, methods and bodies', async () => {
    for (const [method, route, body, status, code] of [
      ['GET', '/screen-repos/nobody', undefined, 404, 'unknown_repo'],
      ['PATCH', '/screen-repos/nobody', { pin: 'x' }, 404, 'unknown_repo'],
      ['DELETE', '/screen-repos/nobody', undefined, 404, 'unknown_repo'],
      ['POST', '/screen-repos/nobody/update', undefined, 404, 'unknown_repo'],
      ['POST', '/screen-repos/service-builtin/update', { accept: 'yes' }, 400, 'invalid_body'],
      ['POST', '/screen-repos/service-builtin', {}, 405, 'method_not_allowed'],
      ['GET', '/screen-repos/update', undefined, 404, 'unknown_repo'],
    ] as const) {
      const answer = await admin.call(method, route, body);
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${method} ${route}`);
    }
    assert.deepEqual((await admin.call('POST', '/screen-repos/update')).body, { ok: true });
  });
});

describe('with an embedded config', () => {
  it('refuses writes before any other check, and allows reads and updates', async (t) => {
    const admin = await startAdmin({ embeddedConfig: true });
    t.after(() => admin.server.stop());
    for (const [method, route, body] of [
      ['POST', '/screen-repos', {}],
      ['PATCH', '/screen-repos/nobody', { pin: 'x' }],
      ['DELETE', '/screen-repos/service-builtin', undefined],
    ] as const) {
      const answer = await admin.call(method, route, body);
      assert.deepEqual(
        [answer.status, answer.body.error],
        [409, 'config is embedded/read-only; set CONFIG_FILE'],
      );
    }
    assert.equal((await admin.get('/screen-repos')).body.length, 1);
    assert.deepEqual((await admin.call('POST', '/screen-repos/update')).body, { ok: true });
  });
});
