/** Files of screens that are written and removed over the admin API. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FILE_LIMITS } from '../../src/platform/base/file-limits.ts';
import { sha256Hex } from '../../src/platform/base/hash.ts';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';

const NONE = '0'.repeat(64);

let admin: Admin;
let dir: string;
before(async () => {
  const screens = { ...SCREENS, 'garden/script.lua': 'return { data = {} }' };
  admin = await startAdmin({ screens });
  dir = admin.server.screensDir;
  symlinkSync('plain.lua', path.join(dir, 'inside.lua'));
});
after(() => admin.server.stop());

const put = (file: string, text: string, digest: string | null) =>
  admin.call('PUT', `/files/local/${file}`, { text, digest });

describe('PUT /api/admin/files/{handle}/{path}', () => {
  it('makes a file with its folders, which is a screen at once', async () => {
    const script = 'return { data = { title = "new" } }\n';
    const made = await put('shed/new.lua', script, null);
    assert.deepEqual([made.status, made.body.digest, made.body.text], [200, sha256Hex(script), script]);
    await put('shed/new.svg', SCREENS['plain.svg'] ?? '', null);
    const { body } = await admin.get('/screens');
    const local = body.screen_repos.find((repo: { handle: string }) => repo.handle === 'local');
    assert.ok(local.screens.some((screen: { ref: string }) => screen.ref === 'local/shed/new'));
    const picture = await admin.post('/preview', { screen: 'local/shed/new' });
    assert.equal(picture.body.pictures[0].failure, null);
    assert.deepEqual(readdirSync(path.join(dir, 'shed')).toSorted(), ['new.lua', 'new.svg']);
  });

  it('replaces the file that was read, and no other', async () => {
    const { digest } = (await put('replaced.lua', 'one', null)).body;
    const second = await put('replaced.lua', 'two', digest);
    assert.equal(second.status, 200);
    const late = await put('replaced.lua', 'three', digest);
    assert.deepEqual([late.status, late.body.code], [409, 'file_changed']);
    assert.ok(late.body.error.includes(second.body.digest));
    assert.equal(late.headers.get('etag'), `"${second.body.digest}"`);
    const again = await put('replaced.lua', 'three', null);
    assert.deepEqual([again.status, again.body.code], [409, 'file_exists']);
    assert.equal(again.headers.get('etag'), `"${second.body.digest}"`);
    writeFileSync(path.join(dir, 'replaced.lua'), 'by hand');
    assert.equal((await put('replaced.lua', 'three', second.body.digest)).body.code, 'file_changed');
    assert.equal(readFileSync(path.join(dir, 'replaced.lua'), 'utf8'), 'by hand');
    rmSync(path.join(dir, 'replaced.lua'));
    const gone = await put('replaced.lua', 'three', sha256Hex('by hand'));
    assert.deepEqual([gone.status, gone.body.code, gone.headers.get('etag')], [409, 'file_changed', null]);
  });

  it('lets one of several callers win', async () => {
    const { digest } = (await put('contended.lua', '', null)).body;
    for (const [name, expected] of [
      ['contended.lua', digest],
      ['contended-new.lua', null],
    ]) {
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => put(name, text, expected)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.ok(answers.every(({ status }) => status === 200 || status === 409));
      assert.equal(readFileSync(path.join(dir, name), 'utf8'), won[0]?.body.text);
    }
  });

  it('keeps a link that stays inside', async () => {
    const { digest, text } = (await admin.get('/files/local/inside.lua')).body;
    assert.equal((await put('inside.lua', `${text} `, digest)).status, 200);
    assert.equal(readFileSync(path.join(dir, 'plain.lua'), 'utf8'), `${text} `);
  });

  it('refuses names that no screen can have, and says which are possible', async () => {
    for (const name of [
      'a b.lua',
      'b%C3%BCro.lua',
      '-a.lua',
      'a.',
      'con.lua',
      'a~1.lua',
      'a:b.lua',
      `${'a'.repeat(129)}`,
      `${'a/'.repeat(9)}a`,
    ]) {
      const { status, body } = await put(name, '', null);
      assert.deepEqual([status, body.code], [400, 'file_refused'], name);
    }
    assert.match((await put('a%20b.lua', '', null)).body.error, /expected letters, digits/);
    const twin = await put('PLAIN.lua', '', null);
    assert.deepEqual([twin.status, twin.body.code], [409, 'file_exists']);
    assert.match(twin.body.error, /"plain.lua" already, with other capitals/);
    assert.equal((await put('Garden/b.lua', '', null)).body.code, 'file_exists');
    const through = await put('plain.lua/x.lua', '', null);
    assert.deepEqual([through.status, through.body.code], [400, 'file_refused']);
  });

  it('refuses a new file that would begin the other form of a screen', async () => {
    const both = (name: string) => [`${name}/script.lua`, `${name}/screen.svg`, `${name}/meta.yaml`];
    for (const [file, there] of [
      ...both('plain').map((name) => [name, 'plain.lua'] as const),
      ...both('Plain').map((name) => [name, 'plain.lua'] as const),
      ['garden.lua', 'garden/script.lua'],
      ['garden.meta.yaml', 'garden/script.lua'],
      ['Garden.lua', 'garden/script.lua'],
    ] as const) {
      const { status, body } = await put(file, 'return { data = {} }', null);
      assert.deepEqual([status, body.code], [409, 'file_exists'], file);
      assert.ok(body.error.includes(`there is "${there}"`), body.error);
      assert.equal(existsSync(path.join(dir, file)), false, file);
    }
    const shown = await admin.post('/preview', { screen: 'local/plain' });
    assert.equal(shown.body.pictures[0].failure, null);
  });

  it('lets assets lie in a folder named as a flat screen, and a partial beside a folder', async () => {
    assert.equal((await put('plain/picture.svg', '<svg/>', null)).status, 200);
    assert.equal((await put('garden.svg', '<svg/>', null)).status, 200);
  });

  it('edits what is there in both forms', async () => {
    mkdirSync(path.join(dir, 'twice'));
    for (const name of ['twice.lua', 'twice/script.lua']) {
      writeFileSync(path.join(dir, name), 'return {}');
      const { status } = await put(name, 'return { data = {} }', sha256Hex('return {}'));
      assert.equal(status, 200, name);
    }
  });

  it('edits a file whose name it would not make', async () => {
    writeFileSync(path.join(dir, 'büro plan.lua'), 'one');
    const written = await put(encodeURIComponent('büro plan.lua'), 'two', sha256Hex('one'));
    assert.deepEqual([written.status, written.body.path], [200, 'büro plan.lua']);
  });

  it('refuses bodies of other forms, and large ones', async () => {
    for (const body of [
      {},
      { text: 'x' },
      { text: 1, digest: null },
      { text: 'x', digest: 'abc' },
      { text: '\ud800', digest: null },
      { text: '', digest: null, mode: 1 },
    ]) {
      const { status, body: answer } = await admin.call('PUT', '/files/local/form.lua', body);
      assert.deepEqual([status, answer.code], [400, 'invalid_body'], JSON.stringify(body));
    }
    for (const length of [FILE_LIMITS.textBytes + 1, FILE_LIMITS.bodyBytes]) {
      const { status, body } = await put('form.lua', 'x'.repeat(length), null);
      assert.deepEqual([status, body.code], [413, 'body_too_large']);
    }
    assert.equal((await put('form.lua', 'x'.repeat(FILE_LIMITS.textBytes), null)).status, 200);
  });

  it('is for local files only', async () => {
    const { status, body } = await admin.call('PUT', '/files/service-builtin/clock.lua', {
      text: '',
      digest: null,
    });
    assert.deepEqual([status, body.code], [403, 'source_read_only']);
    assert.match(body.error, /copy the screen to local/);
    const removal = await admin.delete(`/files/service-builtin/clock.lua?digest=${NONE}`);
    assert.equal(removal.body.code, 'source_read_only');
  });
});

describe('DELETE /api/admin/files/{handle}/{path}', () => {
  it('removes the file that was read, and folders that are empty then', async () => {
    const { digest } = (await put('deep/er/one.lua', 'x', null)).body;
    for (const [query, code, status] of [
      ['', 'invalid_query', 400],
      ['?digest=x', 'invalid_query', 400],
      [`?digest=${NONE}`, 'file_changed', 409],
    ] as const) {
      const { body, status: got } = await admin.delete(`/files/local/deep/er/one.lua${query}`);
      assert.deepEqual([got, body.code], [status, code]);
    }
    const { status, body } = await admin.delete(`/files/local/deep/er/one.lua?digest=${digest}`);
    assert.deepEqual([status, body], [200, { handle: 'local', deleted: 'deep/er/one.lua' }]);
    assert.ok(!existsSync(path.join(dir, 'deep')));
    const twice = await admin.delete(`/files/local/deep/er/one.lua?digest=${digest}`);
    assert.deepEqual([twice.status, twice.body.code], [409, 'file_changed']);
  });
});
