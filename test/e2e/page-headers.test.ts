/** Headers of answers for browsers, and pages that use no other server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callRaw } from '../support/network/raw-http.ts';
import { TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay, startServer, type TestServer } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

let server: TestServer;
before(async () => {
  server = await startServer({ env: { SERVICE_ADMIN_TOKEN: TOKEN } });
});
after(() => server.stop());

const get = (route: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + route, { headers, redirect: 'manual' });

describe('every answer', () => {
  it('tells browsers not to guess its type', async () => {
    const { image_url: image } = await getDisplay(server, MAC);
    const routes: readonly (readonly [string, Record<string, string>])[] = [
      ['/', {}],
      ['/', { Accept: 'text/html' }],
      ['/health', {}],
      ['/ready', {}],
      ['/api/time', {}],
      ['/api/display', deviceHeaders(MAC)],
      ['/api/display', {}],
      [image.slice(server.url.length), {}],
      ['/api/setup', {}],
      ['/api/admin/devices', {}],
      ['/api/admin/devices', { Authorization: `Bearer ${TOKEN}` }],
      ['/openapi.json', {}],
      ['/swagger-ui', {}],
      ['/swagger-ui/swagger-ui.css', {}],
      ['/nothing', {}],
      ['/api/image/%zz.png', {}],
    ];
    for (const [route, headers] of routes) {
      const answer = await get(route, headers);
      await answer.arrayBuffer();
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', route);
      if (answer.headers.get('content-type')?.startsWith('text/html')) {
        assert.ok(answer.headers.get('content-security-policy'), route);
      }
    }
    const caller = await callRaw(server.port);
    caller.socket.write('rubbish\r\n\r\n');
    await caller.closed;
    assert.match(caller.text(), /^X-Content-Type-Options: nosniff\r$/m);
  });
});

describe('what is for the pages of this server', () => {
  it('is kept from pages of others by browsers, while pictures may be shown by them', async () => {
    const { image_url: image } = await getDisplay(server, MAC);
    for (const [route, expected] of [
      ['/', 'same-origin'],
      ['/console', 'same-origin'],
      ['/console/session', 'same-origin'],
      ['/api/admin/devices', 'same-origin'],
      ['/openapi.json', 'same-origin'],
      ['/swagger-ui', 'same-origin'],
      ['/nothing', 'same-origin'],
      [image.slice(server.url.length), null],
    ] as const) {
      const answer = await get(route);
      await answer.arrayBuffer();
      assert.equal(answer.headers.get('cross-origin-resource-policy'), expected, route);
    }
  });
});

describe('the page at /swagger-ui', () => {
  it('may use this server only, and cannot be embedded in other pages', async () => {
    for (const route of ['/swagger-ui', '/swagger-ui/', '//swagger-ui']) {
      const answer = await get(route);
      assert.equal(answer.status, 200, route);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('x-frame-options'), 'DENY');
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
      assert.equal(rules.get('default-src'), "default-src 'none'");
      assert.equal(rules.get('script-src'), "script-src 'self'");
      assert.equal(rules.get('connect-src'), "connect-src 'self'");
      assert.equal(rules.get('frame-ancestors'), "frame-ancestors 'none'");
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
      const html = await answer.text();
      assert.doesNotMatch(html, /https?:\/\/|<script>|\son\w+=/);
      for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const file = await fetch(new URL(address, answer.url));
        await file.arrayBuffer();
        assert.equal(file.status, 200, address);
      }
    }
  });

  it('opens the document of this server', async () => {
    const script = await (await get('/swagger-ui/start.js')).text();
    assert.doesNotMatch(script, /https?:\/\//);
    assert.match(script, /openapi\.json/);
  });

  it('serves no other files of its package', async () => {
    for (const name of [
      ...[
        'index.html',
        'swagger-initializer.js',
        'oauth2-redirect.html',
        'oauth2-redirect.js',
        'package.json',
      ],
      ...[
        'swagger-ui-bundle.js.map',
        'swagger-ui.js',
        'README.md',
        '..%2fpackage.json',
        'constructor',
        'x/y',
      ],
    ]) {
      const answer = await get(`/swagger-ui/${name}`);
      const text = await answer.text();
      assert.equal(answer.status, 404, name);
      assert.doesNotMatch(text, /petstore/);
    }
  });
});
