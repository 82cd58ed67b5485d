/** Invalid requests: each gets the right 4xx with the error body, and adds one line to the log. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { callRaw } from '../support/network/raw-http.ts';
import { deviceHeaders, getDisplay, startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: string;
}

let server: TestServer;

/** Send raw bytes and read the whole answer. */
function sendRaw(request: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      const code = body.startsWith('{') ? (JSON.parse(body) as { code: string }).code : undefined;
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), code, headers });
    });
  });
}

function get(path: string, ...headers: string[]): Promise<Answer> {
  return sendRaw(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);
}

const HOST = 'Host: stipple.test';
const ID = `ID: ${MAC}`;
const TOKEN = 'Access-Token: abc';
const SETUP = ['FW-Version: 1.8.15', 'Model: og'];

async function expectError(answer: Promise<Answer>, status: number, code: string): Promise<void> {
  const got = await answer;
  assert.deepEqual([got.status, got.code], [status, code]);
}

describe('bad input', () => {
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('missing headers', async () => {
    await expectError(get('/api/display', HOST, TOKEN), 400, 'missing_header');
    await expectError(get('/api/display', HOST, ID), 400, 'missing_header');
    await expectError(get('/api/setup', HOST, ...SETUP), 400, 'missing_header');
    await expectError(get('/api/setup', HOST, ID, 'Model: og'), 400, 'missing_header');
    await expectError(get('/api/setup', HOST, ID, 'FW-Version: 1'), 400, 'missing_header');
  });

  it('repeated headers', async () => {
    await expectError(get('/api/display', HOST, ID, ID, TOKEN), 400, 'invalid_header');
    await expectError(get('/api/display', HOST, ID, TOKEN, TOKEN), 400, 'invalid_header');
  });

  it('malformed identities', async () => {
    for (const mac of [
      '',
      'x',
      'AA:BB:CC:DD:EE',
      'AA:BB:CC:DD:EE:GG',
      'AA:BB:CC:DD:EE:FF:00',
      `${'A'.repeat(9000)}`,
    ]) {
      await expectError(get('/api/display', HOST, `ID: ${mac}`, TOKEN), 400, 'invalid_header');
    }
    await expectError(
      get('/api/display', HOST, ID, `Access-Token: ${'t'.repeat(257)}`),
      400,
      'invalid_header',
    );
  });

  it('an unknown device without a token', async () => {
    await expectError(get('/api/display', HOST, ID, 'Access-Token:'), 404, 'device_not_found');
  });

  it('a wrong token for a known device', async () => {
    await getDisplay(server, MAC);
    await expectError(get('/api/display', HOST, ID, TOKEN), 401, 'invalid_token');
  });

  it('hostile hosts', async () => {
    for (const host of ['evil.test/path', 'a b', 'user@evil.test', 'evil.test:99999', '"><script>', '[::1']) {
      await expectError(get('/api/setup', `Host: ${host}`, ID, ...SETUP), 400, 'invalid_host');
    }
    await expectError(get('/api/setup', ID, ...SETUP), 400, 'invalid_host');
  });

  it('calls without a host or with two, and calls of other versions of HTTP, on every route', async () => {
    for (const path of ['/', '/health', '/ready', '/api/time', '/api/display', '/console', '/nothing']) {
      for (const lines of [
        [`GET ${path} HTTP/1.1`],
        [`GET ${path} HTTP/1.0`],
        [`GET ${path} HTTP/1.1`, HOST, HOST],
        [`GET http://x${path} HTTP/1.1`],
        [`GET ${path}`, HOST],
        [`GET ${path}`],
        [`GET ${path} HTTP/0.9`, HOST],
        [`GET ${path} HTTP/2.0`, HOST],
        [`GET ${path} HTTP/3.0`, HOST],
      ]) {
        const { socket, text } = await callRaw(server.port);
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
        await until(() => text().includes('}'), lines.join(' | '));
        socket.destroy();
        assert.match(text(), /^HTTP\/1\.1 400 [\s\S]*"code":"invalid_(?:host|request)"/, lines.join(' | '));
      }
    }
  });

  it('NUL and other control characters', async () => {
    await expectError(get('/api/display', HOST, 'ID: AA:BB\0:CC', TOKEN), 400, 'invalid_request');
    await expectError(get('/api/dis\0play', HOST, ID, TOKEN), 400, 'invalid_request');
  });

  it('headers of 64 KB', async () => {
    await expectError(get('/health', HOST, `X-Large: ${'x'.repeat(65_536)}`), 431, 'headers_too_large');
  });

  it('bytes that are not HTTP', async () => {
    await expectError(sendRaw('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'), 400, 'invalid_request');
    await expectError(sendRaw('HELLO\r\n\r\n'), 400, 'invalid_request');
  });

  it('wrong methods, with the right ones in Allow', async () => {
    for (const [path, allow] of [
      ['/api/display', 'GET, HEAD'],
      ['/api/setup', 'GET, HEAD'],
      ['/api/log', 'POST'],
      ['/health', 'GET, HEAD'],
    ] as const) {
      const answer = await sendRaw(`DELETE ${path} HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`);
      assert.deepEqual([answer.status, answer.code], [405, 'method_not_allowed']);
      assert.match(answer.headers, new RegExp(`^Allow: ${allow}\r?$`, 'm'));
    }
  });

  it('paths that do not exist or cannot be decoded', async () => {
    await expectError(get('/nothing', HOST), 404, 'not_found');
    await expectError(get('/api/admin/devices', HOST), 404, 'not_found');
    await expectError(get('/api/image/%zz.png', HOST), 400, 'invalid_path');
  });

  it('pictures without a valid signature', async () => {
    await expectError(get(`/api/image/${'0'.repeat(30)}.png`, HOST), 403, 'invalid_signature');
    await expectError(get('/api/image/..%2f..%2fetc%2fpasswd.png', HOST), 403, 'invalid_signature');
  });

  it('telemetry that does not parse is ignored', async () => {
    const answer = await getDisplay(server, 'AA:BB:CC:DD:EE:07', {
      'Battery-Voltage': 'NaN',
      RSSI: '1e9',
      Width: '0',
      Height: '-5',
      Colors: 'red,green',
    });
    assert.equal(answer.status, 0);
  });

  it('adds one log line for each request, without a stack', async () => {
    const before = server.logs.length;
    await get('/api/display', HOST, 'ID: nonsense', TOKEN);
    await get('/health', HOST, `X-Large: ${'x'.repeat(65_536)}`);
    // Pictures of the tests before may still be drawn ahead, which is told at level debug.
    const lines = server.logs.slice(before).filter((line) => line['level'] !== 'debug');
    assert.equal(lines.length, 2);
    assert.ok(lines.every((line) => line['level'] === 'info' && !JSON.stringify(line).includes('at ')));
  });
});

describe('log bodies', () => {
  const mac = 'AA:BB:CC:DD:EE:08';
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  async function post(body: string): Promise<number> {
    const response = await fetch(`${server.url}/api/log`, {
      method: 'POST',
      headers: deviceHeaders(mac),
      body,
    });
    await response.text();
    return response.status;
  }

  it('are accepted in all forms that devices send', async () => {
    assert.equal(await post('{"logs":[{"a":1},"text",null,[1]]}'), 200);
    assert.equal(await post('{"log":{"logs_array":[{"log_id":1}]}}'), 200);
    assert.equal(await post('{"log":[{"log_id":1}]}'), 200);
  });

  it('are repaired when they hold raw control characters', async () => {
    assert.equal(await post('{"logs":[{"message":"line one\nline two\u0001\\"quoted\\""}]}'), 200);
  });

  it('are refused when they are something else', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '{"logs":{}}',
      '{"logs":[',
      `{"logs":${'['.repeat(500)}${']'.repeat(500)}}`,
    ]) {
      assert.equal(await post(body), 400, body.slice(0, 20));
    }
    assert.equal(await post(`{"logs":["${'x'.repeat(300_000)}"]}`), 413);
  });
});
