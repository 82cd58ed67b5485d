/** What devices, frames and monitors are answered, held to the OpenAPI document: good calls, and such that lack or spoil a header. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiScene, credentialsOf, MAC, pathOf } from '../../support/openapi/api-scene.ts';
import { OPERATIONS, type Parameter, type PlacedOperation } from '../../support/openapi/document.ts';
import { documentedFetch } from '../../support/openapi/documented-fetch.ts';
import { hold, SEED } from '../../support/openapi/hold.ts';
import { deviceHeaders, getDisplay } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';

const RUNS = 40;
const DEVICE = OPERATIONS.filter(
  ({ operation }) =>
    operation.operationId === 'setup' ||
    operation.operationId === 'display' ||
    operation.operationId === 'log',
);

/** Header values as devices, and others, might send them. */
const VALUES = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '4.12',
    'NaN',
    '800',
    'og',
    MAC,
    'aa-bb-cc-dd-ee-01',
    '00:00:00:00:00:00',
  ),
  fc.constantFrom(
    '#000000,#ffffff',
    '#000000',
    '__proto__',
    'constructor',
    'x'.repeat(500),
    '1.8.15',
    '<script>',
  ),
  fc.stringMatching(/^[\x21-\x7e]{0,20}$/),
);

function headersOf({ operation }: PlacedOperation): readonly Parameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
}

const bodyOf = ({ method }: PlacedOperation): RequestInit =>
  method === 'POST' ? { body: '{"logs":[{"message":"x"}]}' } : {};

describe(`a call of a device (STIPPLE_SEED=${SEED})`, () => {
  let scene: ApiScene;
  before(async () => {
    scene = await ApiScene.start();
  });
  after(() => scene.stop());

  for (const place of DEVICE) {
    const { route, method, operation } = place;
    it(`${route} needs the headers that the document calls required`, async () => {
      for (const { name, required } of headersOf(place)) {
        const { [name]: _, ...headers } = credentialsOf(place);
        const { code } = await documentedFetch(scene.admin.server.url + route, {
          method,
          headers,
          ...bodyOf(place),
        });
        assert.equal(code === 'missing_header', required, `${name}: ${code}`);
      }
    });

    it(`${route} is answered as the document says, whatever a header holds`, async () => {
      const names = headersOf(place).map(({ name }) => name);
      await hold(fc.dictionary(fc.constantFrom(...names), VALUES, { maxKeys: 3 }), RUNS, async (spoiled) => {
        const headers = { ...credentialsOf(place), ...spoiled };
        const { status } = await documentedFetch(scene.admin.server.url + route, {
          method,
          headers,
          ...bodyOf(place),
        });
        assert.ok(status < 500, `${operation.operationId}: ${status}`);
      });
    });
  }

  it('gets its picture at the address that it was told, and nothing at one that was changed', async () => {
    const { image_url: url } = await getDisplay(scene.admin.server, MAC);
    const first = await documentedFetch(url);
    assert.equal(first.status, 200);
    const again = await documentedFetch(url, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
    // What the device said may be left out: with another name it is no part of the address, which is good without it.
    const name = url.indexOf('&say=') + 1;
    const isName = (at: number): boolean => name > 0 && at >= name && at < name + 'say='.length;
    await hold(fc.nat({ max: url.length - 1 }), RUNS, async (at) => {
      const changed = `${url.slice(0, at)}${url[at] === 'a' ? 'b' : 'a'}${url.slice(at + 1)}`;
      // Not another server.
      if (at <= scene.admin.server.url.length || isName(at)) return;
      const { status } = await documentedFetch(changed);
      assert.ok(status >= 400, `${status} for ${changed}`);
    });
  });

  it('of a stranger, with the token of another, or too often is answered as the document says', async () => {
    const { url } = scene.admin.server;
    const wrong = deviceHeaders(MAC, { 'Access-Token': 'not the token' });
    const [display, log] = [`${url}/api/display`, `${url}/api/log`];
    const statuses = new Set<number>();
    for (let n = 10; n < 50; n++) {
      const stranger = deviceHeaders(`0A:00:00:00:00:${n}`, { Width: String(300 + n) });
      const answers = [
        await documentedFetch(`${url}/api/setup`, { headers: stranger }),
        await documentedFetch(display, { headers: stranger }),
        await documentedFetch(display, { headers: wrong }),
        await documentedFetch(log, { method: 'POST', headers: wrong, body: '{}' }),
      ];
      for (const { status } of answers) statuses.add(status);
    }
    assert.ok(statuses.has(401) && statuses.has(200), [...statuses].join());
  });
});

describe('a frame, a monitor and a browser', () => {
  let scene: ApiScene;
  before(async () => {
    scene = await ApiScene.start();
  });
  after(() => scene.stop());

  it('get what the document says of the picture of a frame', async () => {
    const place = OPERATIONS.find(({ operation }) => operation.operationId === 'frame');
    assert.ok(place !== undefined);
    const target = pathOf(place.route);
    const picture = await scene.call(place, target);
    assert.equal(picture.status, 200);
    const headers = { 'If-None-Match': picture.headers.get('etag') ?? '' };
    assert.equal((await scene.call(place, target, { headers })).status, 304);
    assert.equal((await documentedFetch(scene.admin.server.url + target)).status, 401);
    assert.equal((await scene.call(place, '/frame/nobody.png')).status, 401);
    assert.equal((await scene.call(place, '/frame/%ff.png')).status, 400);
  });

  it('are told where to go by the address of the server itself', async () => {
    const { url } = scene.admin.server;
    const json = await documentedFetch(`${url}/`);
    assert.equal(JSON.parse(new TextDecoder().decode(json.body)).links.console, 'console/');
    const page = await documentedFetch(`${url}/`, { headers: { Accept: 'text/html' } });
    assert.equal(page.status, 303);
    await until(async () => (await documentedFetch(`${url}/ready`)).status === 200 || null, 'ready');
    for (const path of ['/health', '/api/time']) {
      assert.equal((await documentedFetch(url + path)).status, 200, path);
    }
  });
});
