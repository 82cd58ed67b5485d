import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CALLS, CONSOLE_ROUTES, OPEN_ROUTES, PAGE_ROUTES } from '../../../src/server/http/calls/calls.ts';
import { DOCUMENT, methodsOf } from '../../support/openapi/document.ts';
import { type Admin, startAdmin } from '../../support/server/admin.ts';

const ROUTES = [...OPEN_ROUTES, ...PAGE_ROUTES, ...CONSOLE_ROUTES];

/** What is served and is no call of the document. */
const PAGES = [
  '/openapi.json',
  '/swagger-ui',
  '/swagger-ui/{name}',
  '/console/assets/{path}',
  '/console/assets',
  '/console',
  '/console/{path}',
];

describe('the list of calls', () => {
  it('has each call of the document that is none of the admin API, and besides them pages alone', () => {
    const documented = Object.keys(DOCUMENT.paths).filter((url) => !url.startsWith('/api/admin/'));
    assert.deepEqual([...new Set(CALLS.map(({ path }) => path))].toSorted(), documented.toSorted());
    const others = ROUTES.map(({ path }) => path).filter((path) => !documented.includes(path));
    assert.deepEqual(others, PAGES);
  });

  it('has each call once', () => {
    const places = ROUTES.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(places, [...new Set(places)]);
  });
});

describe('a method that a path does not have', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: 'devices:\n  DEFAULT: { screen: plain }\n' });
  });
  after(() => admin.server.stop());

  it('is refused on each path of the list, with those that it has', async () => {
    // The console is not there without its files.
    for (const path of new Set(OPEN_ROUTES.map((route) => route.path))) {
      const url = path.replaceAll(/\{\w+\}/g, 'one');
      const response = await fetch(`${admin.server.url}${url}`, { method: 'PATCH' });
      assert.deepEqual(
        [response.status, response.headers.get('allow')],
        [405, methodsOf(path).join(', ')],
        path,
      );
    }
  });
});
