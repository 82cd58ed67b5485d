import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';
import { type Admin, startAdmin } from '../../support/server/admin.ts';

const CONFIG = 'devices:\n  DEFAULT: { screen: plain }\n';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
const calls = Object.entries(paths)
  .filter(([route]) => route.startsWith('/api/admin/'))
  .flatMap(([route, item]) =>
    Object.entries(item).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      route: route
        .slice('/api/admin'.length)
        .replace('{key}', 'DEFAULT')
        .replace('{handle}', 'service-builtin')
        .replace('{name}', 'weather')
        .replace('{revision}', '1')
        .replace('{path}', 'clock.lua'),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );

describe('a query parameter of the admin API', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG });
  });
  after(() => admin.server.stop());

  it('is refused where the call does not take it, whatever the call, with what it takes', async () => {
    assert.ok(calls.length >= 15);
    for (const { method, route, query } of calls) {
      const { status, body } = await admin.call(method, `${route}?stray=1`);
      assert.deepEqual([status, body.code], [400, 'invalid_query'], `${method} ${route}`);
      const takes = query.length === 0 ? 'none' : query.join(', ');
      const sentence = `There is no query parameter "stray". /api/admin${route} takes ${takes}.`;
      assert.equal(body.error, sentence);
    }
    assert.equal(admin.configText(), CONFIG, 'nothing was written');
  });

  it('comes with the name that was probably meant', async () => {
    const { body } = await admin.get('/devices/DEFAULT/preview?forse&Dither=off&force=1');
    assert.equal(
      body.error,
      'There is no query parameter "forse"; did you mean force? ' +
        'There is no query parameter "Dither"; did you mean dither? ' +
        '/api/admin/devices/DEFAULT/preview takes force, dither, measured, at.',
    );
  });

  it('is taken where it is documented, and an empty query everywhere', async () => {
    const { status } = await admin.get('/devices/DEFAULT/preview?force&dither=off&measured=no');
    assert.equal(status, 200);
    assert.equal((await admin.get('/screens?')).status, 200);
    assert.equal((await admin.get('/screens?&')).status, 200);
  });

  it('is repeated only in part when it is long, or one of many', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `q${i}=1`).join('&');
    const { body } = await admin.get(`/screens?${'x'.repeat(2000)}=1&${many}`);
    assert.ok(body.error.length < 600, body.error);
  });
});
