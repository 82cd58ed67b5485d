/** The admin API of screen repos, and what devices see meanwhile, against repositories of the test's own. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpGitServer } from '../repos/git-servers.ts';
import { garden, screen, tempRepo } from '../repos/open-repos.ts';
import { type Admin, type AdminAnswer, startAdmin } from '../support/admin.ts';
import { getDisplay } from '../support/server.ts';

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
];

/** A screen that shows a text. */
function says(text: string): Record<string, string> {
  return {
    'tulips.lua': `return { data = { text = "${text}" }, refresh_rate = 60 }`,
    'tulips.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>',
  };
}

/** What is said of a repo once it is not being fetched. */
async function settled(admin: Admin, handle: string): Promise<AdminAnswer['body']> {
  for (let waited = 0; waited < 1_000; waited++) {
    const { body } = await admin.get(`/screen-repos/${handle}`);
    if (body.status !== 'fetching') return body;
    await sleep(25);
  }
  throw new Error(`${handle} is still being fetched`);
}

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
    assert.deepEqual((await admin.delete('/screen-repos/garden')).body, { ok: true });
    assert.equal((await admin.get('/screen-repos')).body.length, 1);
    assert.equal((await admin.post('/devices', device)).status, 400);
  });

  it('takes a handle with nothing behind it, which a later call fills', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('x'));
    const { body } = await admin.post('/screen-repos', { handle: 'update' });
    assert.deepEqual([body.status, body.builtin, body.repo, body.screen_count], ['ready', true, null, 0]);
    await admin.patch('/screen-repos/update', { repo: repo.url });
    assert.equal((await settled(admin, 'update')).status, 'ready');
    assert.deepEqual((await admin.delete('/screen-repos/update')).body, { ok: true });
  });

  it('names what is wrong with a body, and repeats neither addresses nor tokens', async () => {
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

  it('knows no other handles, methods or bodies', async () => {
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
  it('writes are refused before anything else, reads and updates work', async (t) => {
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

describe('a device with a screen of a repo', () => {
  const DEVICE = `devices: {"${MAC}": {screen: garden/tulips}}\n`;

  it('shows the new commit with its next call after an update, the old one until then, and the old one while the server hangs', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(says('one'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const url = `${server.url}/${path.basename(repo.dir)}`;
    const hung = Array.from({ length: 10 }, (_, index) => `  hung${index}: {repo: ${url}, pin: p${index}}\n`);
    const admin = await startAdmin({ config: garden(url, {}, DEVICE) });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).resolved_sha, first);
    const before = (await getDisplay(admin.server, MAC)).filename;

    repo.commit(says('two'));
    assert.equal((await getDisplay(admin.server, MAC)).filename, before);
    assert.equal((await admin.call('POST', '/screen-repos/garden/update')).body.resolved_sha, first);
    await settled(admin, 'garden');
    const after = (await getDisplay(admin.server, MAC)).filename;
    assert.notEqual(after, before);

    server.behaviour.mode = 'hang';
    for (const entry of hung) {
      const [, handle = '', pin = ''] = /^ {2}(\w+): .* pin: (\w+)/.exec(entry) ?? [];
      assert.equal((await admin.post('/screen-repos', { handle, repo: url, pin })).body.status, 'fetching');
    }
    await admin.call('POST', '/screen-repos/update');
    const { body } = await admin.get('/screen-repos');
    assert.deepEqual(
      body.map((one: { status: string }) => one.status),
      ['ready', ...Array.from({ length: 11 }, () => 'fetching')],
    );
    assert.equal((await getDisplay(admin.server, MAC)).filename, after);
  });

  it('is kept from a commit whose script or template is broken, unless that is accepted', async (t) => {
    const repo = tempRepo(t);
    const good = repo.commit(says('one'));
    const admin = await startAdmin({ config: garden(repo.url, {}, DEVICE) });
    t.after(() => admin.server.stop());
    await settled(admin, 'garden');
    const before = (await getDisplay(admin.server, MAC)).filename;
    let bad = '';
    for (const [broken, reason] of [
      [{ 'tulips.lua': 'return {' }, /garden\/tulips: tulips\.lua:1: /],
      [{ 'tulips.svg': '<svg>{% if %}</svg>' }, /garden\/tulips: tulips\.svg:1: /],
      [{ 'tulips.meta.yaml': 'refresh: often\n' }, /garden\/tulips: tulips\.meta\.yaml:1: /],
    ] as const) {
      bad = repo.commit({ ...says('two'), ...broken });
      await admin.call('POST', '/screen-repos/garden/update');
      const { status, resolved_sha, error } = await settled(admin, 'garden');
      assert.deepEqual([status, resolved_sha], ['offline', good]);
      assert.match(error, reason);
      assert.equal((await getDisplay(admin.server, MAC)).filename, before);
    }
    await admin.post('/screen-repos/garden/update', { accept: true });
    assert.equal((await settled(admin, 'garden')).resolved_sha, bad);
    assert.notEqual((await getDisplay(admin.server, MAC)).filename, before);
  });

  it('gets an error screen that says why, while its repo was never fetched', async (t) => {
    const admin = await startAdmin({ config: garden('file:///nowhere/at/all', {}, DEVICE) });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).status, 'error');
    assert.equal((await getDisplay(admin.server, MAC)).refresh_rate, 60);
    assert.match(
      JSON.stringify(admin.server.logs),
      /garden\/tulips\\" not found: its repository could not be fetched/,
    );
  });

  it('shows it again after a restart without the network', async (t) => {
    const repo = tempRepo(t);
    repo.commit({ ...says('one'), ...screen('other') });
    const config = garden(repo.url, {}, DEVICE);
    const first = await startAdmin({ config });
    const ready = await settled(first, 'garden');
    const shown = (await getDisplay(first.server, MAC)).filename;
    const env = { SCREEN_REPOS_CACHE_DIR: first.server.reposDir };
    await first.server.app.stop();
    t.after(() => first.server.stop());
    repo.deleteBranch('main');
    const second = await startAdmin({ config, env });
    t.after(() => second.server.stop());
    assert.deepEqual((await second.get('/screen-repos/garden')).body, ready);
    assert.equal((await getDisplay(second.server, MAC)).filename, shown);
  });
});
