/** Screens that are copied over the admin API, and who may read and write files. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';

let admin: Admin;
before(async () => {
  const roles = { vera: 'viewer', otto: 'author' } as const;
  admin = await startAdmin({ config: `default_screen: plain\n${adminTokens(roles)}` });
});
after(() => admin.server.stop());

describe('POST /api/admin/files:copy', () => {
  it('copies a screen with what it names, and the copy works', async () => {
    const { status, body } = await admin.post('/files:copy', {
      from: 'service-builtin/weather',
      to: 'my/weather',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.screen, 'local/my/weather');
    for (const name of [
      'my/weather.lua',
      'my/weather.svg',
      'my/weather.meta.yaml',
      'my/lib/page.lua',
      'my/partials/weather-icons.svg',
    ]) {
      assert.ok(body.files.includes(name), name);
    }
    const checked = await admin.post('/check', { screen: 'local/my/weather' });
    assert.deepEqual(checked.body.findings, []);
    const again = await admin.post('/files:copy', { from: 'service-builtin/weather', to: 'my/weather' });
    assert.deepEqual([again.status, again.body.code], [409, 'file_exists']);
    // What both need is there already.
    const clock = await admin.post('/files:copy', { from: 'service-builtin/clock', to: 'my/clock' });
    assert.equal(clock.status, 200);
    assert.ok(!clock.body.files.includes('my/lib/page.lua'));
  });

  it('copies the folder of a screen', async () => {
    for (const [name, text] of Object.entries({
      'script.lua': 'return { data = {} }',
      'screen.svg': SCREENS['plain.svg'] ?? '',
      'pictures/a.txt': 'a',
    })) {
      await admin.call('PUT', `/files/local/whole/${name}`, { text, digest: null });
    }
    const { body } = await admin.post('/files:copy', { from: 'local/whole', to: 'twin' });
    assert.deepEqual(body.files, ['twin/pictures/a.txt', 'twin/screen.svg', 'twin/script.lua']);
  });

  it('refuses what is no screen, and no path of one', async () => {
    for (const body of [
      { from: 'service-builtin/wether', to: 'x' },
      { from: 'local/plain', to: '../x' },
      { from: 'local/plain', to: '.x' },
      { from: 'local/plain', to: 'a//b' },
      { from: 'local/plain' },
    ]) {
      const answer = await admin.post('/files:copy', body);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_body'], JSON.stringify(body));
    }
    const blocked = await admin.post('/files:copy', { from: 'local/plain', to: 'PLAIN' });
    assert.deepEqual([blocked.status, blocked.body.code], [409, 'file_exists']);
  });
});

describe('the files of screens', () => {
  it('are for authors, and the audit trail has who wrote them', async () => {
    const vera = new Named(admin.server, 'vera');
    for (const [method, route] of [
      ['GET', '/files'],
      ['HEAD', '/files'],
      ['GET', '/files/local/plain.lua'],
      ['PUT', '/files/local/by-vera.lua'],
      ['DELETE', '/files/local/plain.lua'],
      ['POST', '/files:copy'],
    ] as const) {
      assert.equal((await vera.call(method, route, method === 'PUT' ? {} : undefined)).status, 403, route);
    }
    const otto = new Named(admin.server, 'otto');
    const written = await otto.call('PUT', '/files/local/by-otto.lua', { text: 'x', digest: null });
    assert.equal(written.status, 200);
    await otto.post('/files:copy', { from: 'local/plain', to: 'ottos/plain' });
    const { entries } = (await admin.get('/audit?limit=100')).body;
    const of = (action: string) => entries.find((entry: { action: string }) => entry.action === action);
    assert.equal(of('PUT /api/admin/files/local/by-otto.lua')?.who, 'otto');
    assert.equal(of('PUT /api/admin/files/local/by-vera.lua')?.status, 403);
    assert.deepEqual(of('POST /api/admin/files:copy').changes, [
      { path: 'files.local/ottos/plain', after: 'local/plain' },
    ]);
  });
});
