/** The files of screens over the admin API: what is listed and read, and paths that lead elsewhere. */
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
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FILE_LIMITS } from '../../src/platform/base/file-limits.ts';
import { sha256Hex } from '../../src/platform/base/hash.ts';
import { type Admin, SCREENS, startAdmin, TOKEN } from '../support/server/admin.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const SECRET = 'not for anybody';

let admin: Admin;
let dir: string;

before(async () => {
  admin = await startAdmin({
    screens: {
      ...SCREENS,
      'logo.png': PNG,
      'latin.lua': Buffer.from('-- \xe9', 'latin1'),
      'mark.lua': '\ufeffreturn {}\r\n',
      '.env': SECRET,
      '.git/config': SECRET,
      'garden/script.lua': 'return { data = {} }',
    },
  });
  dir = admin.server.screensDir;
  writeFileSync(path.join(dir, '..', 'outside.lua'), SECRET);
  mkdirSync(path.join(dir, '..', 'elsewhere'));
  symlinkSync('../outside.lua', path.join(dir, 'link.lua'));
  symlinkSync('../elsewhere', path.join(dir, 'linked'));
  symlinkSync('../nowhere.lua', path.join(dir, 'dangling.lua'));
  symlinkSync('.env', path.join(dir, 'env.txt'));
  symlinkSync('plain.lua', path.join(dir, 'inside.lua'));
});
after(() => admin.server.stop());

/** A call whose path is sent as it stands: clients resolve `..` in theirs. */
function raw(method: string, target: string, body: string | null = null): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(admin.server.port, '127.0.0.1');
    const content =
      body === null ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(
      `${method} /api/admin${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n${content}\r\n${body ?? ''}`,
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

const put = (file: string, text: string, digest: string | null) =>
  admin.call('PUT', `/files/local/${file}`, { text, digest });

describe('GET /api/admin/files', () => {
  it('lists the files of all sources, without hidden ones and links that lead elsewhere', async () => {
    const { status, body } = await admin.get('/files');
    assert.equal(status, 200);
    const [local, builtin] = body.sources;
    assert.deepEqual(
      [local.handle, local.name, local.writable, local.truncated, local.problem],
      ['local', 'Local screens', true, false, null],
    );
    const names = local.files.map((file: { path: string }) => file.path);
    assert.ok(
      names.includes('plain.lua') && names.includes('garden/script.lua') && names.includes('inside.lua'),
    );
    for (const name of names) assert.doesNotMatch(name, /^\.|link|dangling|env/);
    assert.deepEqual(
      local.files.find((file: { path: string }) => file.path === 'logo.png'),
      { path: 'logo.png', bytes: PNG.length, text: false },
    );
    assert.deepEqual([builtin.handle, builtin.writable], ['service-builtin', false]);
    assert.ok(builtin.files.some((file: { path: string }) => file.path === 'lib/page.lua'));
  });

  it('says where there are more than are listed', async () => {
    const folder = path.join(dir, 'many');
    mkdirSync(folder);
    for (let index = 0; index <= FILE_LIMITS.listedOfSource; index += 1) {
      writeFileSync(path.join(folder, `f${index}.txt`), '');
    }
    const [local] = (await admin.get('/files')).body.sources;
    assert.deepEqual([local.truncated, local.files.length], [true, FILE_LIMITS.listedOfSource]);
    rmSync(folder, { recursive: true });
  });

  it('gives a file byte for byte, with its digest', async () => {
    const { status, body, headers } = await admin.get('/files/local/mark.lua');
    const bytes = readFileSync(path.join(dir, 'mark.lua'));
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...{ handle: 'local', path: 'mark.lua', bytes: bytes.length, text: '\ufeffreturn {}\r\n' },
      ...{ digest: sha256Hex(bytes), writable: true },
    });
    assert.equal(headers.get('etag'), `"${sha256Hex(bytes)}"`);
    const builtin = await admin.get('/files/service-builtin/lib/page.lua');
    assert.deepEqual([builtin.status, builtin.body.writable], [200, false]);
    assert.deepEqual(
      await admin.get('/files/service-builtin/lib%2Fpage.lua').then(({ body: same }) => same),
      builtin.body,
    );
  });

  it('gives no text for what is none', async () => {
    writeFileSync(path.join(dir, 'large.txt'), 'x'.repeat(FILE_LIMITS.textBytes + 1));
    for (const name of ['logo.png', 'latin.lua', 'large.txt']) {
      const { status, body } = await admin.get(`/files/local/${name}`);
      assert.deepEqual([status, body.text, body.digest.length], [200, null, 64], name);
    }
  });

  it('says what it does not have', async () => {
    const missing = await admin.get('/files/local/nothing.lua');
    assert.deepEqual([missing.status, missing.body.code], [404, 'unknown_file']);
    const source = await admin.get('/files/locla/plain.lua');
    assert.deepEqual([source.status, source.body.code], [404, 'unknown_source']);
    assert.match(source.body.error, /did you mean "?local/);
  });
});

describe('a path that leads elsewhere', () => {
  const HOSTILE = [
    '../outside.lua',
    '..%2foutside.lua',
    '%2e%2e/outside.lua',
    '%2e%2e%2foutside.lua',
    'garden/../../outside.lua',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'garden//script.lua',
    './plain.lua',
    '%2e/plain.lua',
    'plain.lua%00.txt',
    '..%5coutside.lua',
    'garden%5cscript.lua',
    '.env',
    '.git/config',
    '%EF%BC%8Eenv',
    '%E2%80%8B.env',
    'garden/.hidden.lua',
    'link.lua',
    'env.txt',
    'garden',
    'plain.lua%0a',
    'a'.repeat(2_000),
  ];

  it('is refused for every method, and touches nothing', async () => {
    const digest = sha256Hex(SECRET);
    const body = JSON.stringify({ text: 'taken', digest });
    for (const target of HOSTILE) {
      for (const answer of [
        await raw('GET', `/files/local/${target}`),
        await raw('PUT', `/files/local/${target}`, body),
        await raw('PUT', `/files/local/${target}`, JSON.stringify({ text: 'taken', digest: null })),
        await raw('DELETE', `/files/local/${target}?digest=${digest}`),
      ]) {
        assert.match(answer, /^HTTP\/1\.1 400 /, `${target}: ${answer}`);
        assert.match(answer, /"code":"(?:file_refused|invalid_path|invalid_request)"/, target);
        assert.ok(!answer.includes(SECRET), target);
      }
    }
    assert.equal(readFileSync(path.join(dir, '..', 'outside.lua'), 'utf8'), SECRET);
    assert.equal(readFileSync(path.join(dir, '.env'), 'utf8'), SECRET);
  });

  it('is not written through a linked folder, nor over a link to nothing', async () => {
    for (const name of ['linked/new.lua', 'dangling.lua']) {
      const { status, body } = await put(name, 'x', null);
      assert.deepEqual([status, body.code], [400, 'file_refused'], name);
    }
    assert.deepEqual(readdirSync(path.join(dir, '..', 'elsewhere')), []);
    assert.ok(!existsSync(path.join(dir, '..', 'nowhere.lua')));
  });
});
