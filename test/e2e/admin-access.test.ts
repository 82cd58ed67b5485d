/** Access to the admin API, and the requests that it accepts. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Admin, configFile, startAdmin, TOKEN } from '../support/server/admin.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const PATHS = [
  '/devices',
  '/devices/DEFAULT',
  '/config',
  '/screens',
  '/pending',
  '/settings',
  '/nothing',
  '',
];

async function call(
  server: TestServer,
  route: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${server.url}/api/admin${route}`, { headers });
  await response.arrayBuffer();
  return response;
}

describe('without a token', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('there is no admin API: every path is answered as one that does not exist', async () => {
    for (const route of PATHS) {
      const response = await fetch(`${server.url}/api/admin${route}`, {
        headers: { Authorization: 'Bearer ' },
      });
      assert.equal(response.status, 404, route);
      const body = (await response.json()) as { code: string; error: string };
      assert.equal(body.code, 'not_found');
      assert.equal(body.error, `There is nothing at /api/admin${route === '' ? '/' : route}.`);
      assert.equal(response.headers.get('www-authenticate'), null);
    }
  });
});

describe('with a token', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: 'admin: { token: from-the-file }\ndefault_screen: plain\n' });
  });
  after(() => admin.server.stop());

  it('every path is 401 without it, and tells how to authenticate', async () => {
    for (const route of PATHS) {
      const response = await call(admin.server, route);
      assert.equal(response.status, 401, route);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="admin"');
    }
  });

  it('refuses wrong tokens, other schemes, and the token of the file while the environment has one', async () => {
    for (const header of [
      'Bearer wrong',
      'Bearer',
      'Bearer from-the-file',
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
    ]) {
      const response = await call(admin.server, '/devices', { Authorization: header });
      assert.equal(response.status, 401, header);
      assert.equal(
        response.headers.get('www-authenticate'),
        'Bearer realm="admin", error="invalid_token"',
        header,
      );
    }
  });

  it('accepts the token, with its scheme in upper or lower case', async () => {
    for (const header of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`]) {
      assert.equal((await call(admin.server, '/devices', { Authorization: header })).status, 200, header);
    }
  });

  it('checks the token before the body', async () => {
    const response = await fetch(`${admin.server.url}/api/admin/devices`, {
      method: 'POST',
      body: 'x'.repeat(400_000),
    });
    assert.equal(response.status, 401);
  });

  it('refuses a token that is sent twice', async () => {
    const request = `GET /api/admin/devices HTTP/1.1\r\nHost: x.test\r\nAuthorization: Bearer ${TOKEN}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`;
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(admin.server.port, '127.0.0.1', () => socket.write(request));
      socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(9, 12)));
      socket.once('error', reject);
    });
    assert.equal(status, '401');
  });

  it('answers are not for caches, and every one has a request id', async () => {
    const { headers } = await admin.get('/devices');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    assert.equal(headers.get('content-type'), 'application/json');
  });

  it('never logs the token', () => {
    assert.ok(!JSON.stringify(admin.server.logs).includes(TOKEN));
  });

  it('accepts only the methods of each path', async () => {
    for (const [route, allow] of [
      ['/devices', 'GET, HEAD, POST'],
      ['/devices/DEFAULT', 'GET, HEAD, PATCH, DELETE'],
      ['/devices/DEFAULT/preview', 'GET, HEAD'],
      ['/devices/DEFAULT/logs', 'GET, HEAD'],
      ['/pending', 'GET, HEAD'],
      ['/config', 'GET, HEAD'],
      ['/screens', 'GET, HEAD'],
      ['/settings', 'GET, HEAD, PATCH'],
    ] as const) {
      const { status, body, headers } = await admin.call('PUT', route, {});
      assert.deepEqual([status, body.code, headers.get('allow')], [405, 'method_not_allowed', allow], route);
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    const [head, got] = await Promise.all([admin.call('HEAD', '/devices'), admin.get('/devices')]);
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), got.headers.get('content-length'));
  });

  it('accepts a path with a trailing slash, and refuses one that cannot be decoded', async () => {
    assert.equal((await admin.get('/devices/')).status, 200);
    const broken = await admin.get('/devices/%zz');
    assert.deepEqual([broken.status, broken.body.code], [400, 'invalid_path']);
  });
});

describe('the token of the config file', () => {
  let server: TestServer;
  const status = async (token: string): Promise<number> =>
    (await call(server, '/devices', { Authorization: `Bearer ${token}` })).status;
  before(async () => {
    server = await startServer({ config: 'admin:\n  token: first\ndefault_screen: plain\n' });
  });
  after(() => server.stop());

  it('enables the admin API, changes when the file is read again, and disables the API when it is removed', async () => {
    assert.deepEqual([await status('first'), await status('second')], [200, 401]);
    writeFileSync(configFile(server), 'admin:\n  token: second\ndefault_screen: plain\n');
    assert.ok((await server.engine.config.reload()).ok);
    assert.deepEqual([await status('first'), await status('second')], [401, 200]);
    writeFileSync(configFile(server), 'default_screen: plain\n');
    assert.ok((await server.engine.config.reload()).ok);
    assert.equal(await status('second'), 404);
  });
});

describe('bodies', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin();
  });
  after(() => admin.server.stop());

  async function send(
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): Promise<[number, string, string]> {
    const response = await fetch(`${admin.server.url}/api/admin/settings`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
      body,
    });
    const answer = (await response.json()) as { code: string; error: string };
    return [response.status, answer.code, answer.error];
  }
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  it('must be JSON, with that content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ]) {
      const [status, code, error] = await send('{}', { 'Content-Type': type });
      assert.deepEqual([status, code], [415, 'unsupported_media_type'], type);
      assert.ok(error.includes(JSON.stringify(type)), error);
    }
    const [gzipped, code] = await send(gzipSync('{}'), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    assert.deepEqual([gzipped, code], [415, 'unsupported_media_type']);
    const fine = await fetch(`${admin.server.url}/api/admin/settings`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'Application/JSON; charset="UTF-8"' },
      body: '{}',
    });
    assert.equal(fine.status, 200);
  });

  it('that are not JSON are refused with line and column', async () => {
    assert.deepEqual(await send('{\n  "a": 1,\n  oops\n}', JSON_TYPE), [
      400,
      'invalid_body',
      'The body is not JSON: line 3, column 3: expected a name in double quotes.',
    ]);
    assert.deepEqual(await send('', JSON_TYPE), [
      400,
      'invalid_body',
      'The body is empty; expected a JSON map.',
    ]);
    const [status, , error] = await send(Buffer.from('{"a":"\xff"}', 'latin1'), JSON_TYPE);
    assert.deepEqual([status, error], [400, 'The body is not UTF-8.']);
  });

  it('must be a map', async () => {
    for (const body of ['[]', 'null', '1', '"x"']) {
      const [status, code, error] = await send(body, JSON_TYPE);
      assert.deepEqual([status, code], [400, 'invalid_body'], body);
      assert.match(error, /^the body: expected a map of fields, got /);
    }
  });

  it('may have at most 256 KiB, and may be nested deeply', async () => {
    const [status, code] = await send(JSON.stringify({ a: 'x'.repeat(300_000) }), JSON_TYPE);
    assert.deepEqual([status, code], [413, 'body_too_large']);
    const deep = `{"registration_enabled":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.equal((await send(deep, JSON_TYPE))[0], 400);
  });
});
