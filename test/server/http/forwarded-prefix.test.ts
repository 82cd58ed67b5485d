import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callRaw } from '../../support/network/raw-http.ts';
import { getDisplay, startServer, type TestServer } from '../../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

interface Start {
  readonly device_url: string;
  readonly code?: string;
  readonly error?: string;
}

/** What `GET /` answers to a proxy that sends the header. */
async function startOf(server: TestServer, prefix: string): Promise<{ status: number; body: Start }> {
  const response = await fetch(`${server.url}/`, { headers: { 'X-Forwarded-Prefix': prefix } });
  return { status: response.status, body: (await response.json()) as Start };
}

describe('X-Forwarded-Prefix of a trusted proxy', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ env: { TRUST_PROXY: 'loopback' }, composeThreads: 1 });
  });
  after(() => server.stop());

  it('stands before the paths of this server', async () => {
    const longest = `/${'x'.repeat(255)}`;
    for (const [sent, prefix] of [
      ['/stipple', '/stipple'],
      ['/stipple/', '/stipple'],
      ['/a/b-c/d_e.f~1', '/a/b-c/d_e.f~1'],
      [longest, longest],
      ['/', ''],
      ['', ''],
    ] as const) {
      const { body } = await startOf(server, sent);
      assert.equal(body.device_url, server.url + prefix, sent);
    }
  });

  it('may come from several proxies behind each other, the outermost first', async () => {
    assert.equal(
      (await startOf(server, '/building, /stipple/')).body.device_url,
      `${server.url}/building/stipple`,
    );
    assert.equal((await startOf(server, '/,/stipple')).body.device_url, `${server.url}/stipple`);
    const caller = await callRaw(server.port);
    const headers = [
      'Host: a.example',
      'X-Forwarded-Prefix: /a',
      'X-Forwarded-Prefix: /b',
      'Connection: close',
    ];
    caller.socket.write(`GET / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    await caller.closed;
    assert.match(caller.text(), /"device_url":"http:\/\/a\.example\/a\/b"/);
  });

  it('is refused when it is anything but plain paths', async () => {
    for (const sent of [
      'stipple',
      '//evil.example',
      '/a//b',
      '/a//',
      '/..',
      '/a/../b',
      '/.',
      '/a b',
      '/a?b',
      '/a#b',
      '/a%2f',
      '/a;b',
      '/a\\b',
      '/"><script>',
      "/'",
      '/\u00e4',
      'http://evil.example/',
      '/a, b',
      '/a, //b',
      `/${'x'.repeat(256)}`,
      `/${'x'.repeat(200)}, /${'y'.repeat(200)}`,
    ]) {
      const { status, body } = await startOf(server, sent);
      assert.deepEqual([status, body.code], [400, 'invalid_header'], sent);
      assert.match(body.error ?? '', /^Header X-Forwarded-Prefix: expected a path such as \/stipple/);
    }
  });

  it('leaves image addresses short enough for firmware, with the longest of hosts', async () => {
    const label = 'h'.repeat(62);
    const host = `${[label, label, label, label].join('.')}.a:65535`;
    const { image_url: url } = await getDisplay(server, MAC, {
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': `/${'x'.repeat(255)}`,
    });
    assert.ok(url.startsWith(`https://${host}/xxx`) && url.length < 1023, String(url.length));
  });
});

describe('X-Forwarded-Prefix', () => {
  it('does not count from a caller that is no trusted proxy', async () => {
    for (const env of [{}, { TRUST_PROXY: '192.0.2.1' }, { TRUST_PROXY: '0' }]) {
      const server = await startServer({ env, composeThreads: 1 });
      try {
        for (const sent of ['/stipple', '//evil.example', '"']) {
          const { status, body } = await startOf(server, sent);
          assert.deepEqual([status, body.device_url], [200, server.url]);
        }
        const { image_url: url } = await getDisplay(server, MAC, { 'X-Forwarded-Prefix': '/stipple' });
        assert.ok(url.startsWith(`${server.url}/api/image/`), url);
      } finally {
        await server.stop();
      }
    }
  });

  it('does not count against PUBLIC_URL', async () => {
    const env = { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://display.example/eink' };
    const server = await startServer({ env, composeThreads: 1 });
    try {
      const { body } = await startOf(server, '/stipple');
      assert.equal(body.device_url, 'https://display.example/eink');
      const { image_url: url } = await getDisplay(server, MAC, { 'X-Forwarded-Prefix': '/stipple' });
      assert.ok(url.startsWith('https://display.example/eink/api/image/'), url);
      // A page of this server may call nothing but the place that it came from, so that comes first.
      const headers = { 'X-Forwarded-Prefix': '/stipple' };
      const document = await (await fetch(`${server.url}/openapi.json`, { headers })).json();
      const { servers } = document as { servers: readonly { readonly url: string }[] };
      assert.deepEqual(
        servers.map(({ url: address }) => address),
        ['/stipple', 'https://display.example/eink'],
      );
    } finally {
      await server.stop();
    }
  });
});
