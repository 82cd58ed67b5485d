/** Holds the roles of calls to what is served and documented: who adds a route decides who may call it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Router } from 'express';
import type { AdminApi } from '../../../src/admin/admin-api.ts';
import { mayAct, ROLES, type Role } from '../../../src/domain/admin-token.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { isWrite, leastRole, roleProblem } from '../../../src/server/http/admin-roles.ts';
import { adminRouter } from '../../../src/server/http/admin-router.ts';
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';
import { type Admin, startAdmin } from '../../support/server/admin.ts';
import { adminTokens, Named } from '../../support/server/named-tokens.ts';

interface Call {
  readonly method: string;
  /** Below `/api/admin`, as routes are written. */
  readonly route: string;
}

/** Every method of every route that the router really has. */
function served(): readonly Call[] {
  const { stack }: Router = adminRouter({} as AdminApi);
  return stack.flatMap(({ route }) => {
    const layers = (route?.stack ?? []) as readonly { readonly method?: string }[];
    const methods = new Set(layers.flatMap(({ method }) => (method === undefined ? [] : [method])));
    // A colon that begins no parameter is escaped, and a star begins one of several segments.
    const path = String(route?.path).replaceAll('\\', '').replace('/*', '/:');
    return [...methods].map((method) => ({ method: method.toUpperCase(), route: path }));
  });
}

/** A repo may have the handle `update`: its own path answers as that of every other handle. */
const TWIN = '/screen-repos/update';
const CALLS = served().filter(({ method, route }) => route !== TWIN || method === 'POST');
const MAC = 'AA:BB:CC:DD:EE:01';

/** A path that leads to the route. */
function address(route: string): string {
  return route.replace(':key', MAC).replace(/(?<=\/):\w+/, 'garden');
}

describe('the roles of the admin API', () => {
  it('are those of the table in docs/admin-api.md, for every call that is served', () => {
    const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/admin-api.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `([A-Z]+) \/api\/admin(\S+)` \| (\w+) \|$/gm)].map(
      ([, method, route = '', role]) => `${method} ${route.replaceAll(/\{(\w+)\}/g, ':$1')} ${role}`,
    );
    const expected = CALLS.map(({ method, route }) => `${method} ${route} ${leastRole(method, route)}`);
    assert.ok(expected.length >= 30);
    for (const { method } of served().filter(({ route }) => route === TWIN)) {
      assert.equal(
        leastRole(method, TWIN),
        leastRole(method, method === 'POST' ? TWIN : '/screen-repos/:handle'),
      );
    }
    assert.deepEqual(documented.toSorted(), expected.toSorted());
  });

  it('are in the OpenAPI document, with 403 for a role, or a page of another site, that may not call', () => {
    type Operation = {
      readonly description: string;
      readonly responses: Record<string, { description: string }>;
    };
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
    for (const { method, route } of CALLS) {
      const operation =
        paths[`/api/admin${route.replaceAll(/(?<=\/):(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      const least = leastRole(method, route);
      assert.ok(operation !== undefined, `${method} ${route}`);
      assert.ok(operation.description.endsWith(`Needs the role \`${least}\`.`), `${method} ${route}`);
      const told = operation.responses['403']?.description ?? '';
      assert.ok(told.includes('`forbidden`'), `${method} ${route}`);
    }
  });

  it('are viewer for what only reads, and admin for all else, unless the table says otherwise', () => {
    assert.deepEqual(
      [
        leastRole('GET', '/new'),
        leastRole('HEAD', '/new'),
        leastRole('POST', '/new'),
        leastRole('PURGE', '/new'),
      ],
      ['viewer', 'viewer', 'admin', 'admin'],
    );
    assert.deepEqual([isWrite('GET', '/x'), isWrite('DELETE', '/x')], [false, true]);
    for (const role of ROLES) assert.equal(roleProblem(role, 'viewer'), null);
    assert.equal(roleProblem('author', 'admin'), 'This needs the role admin; this token is an author.');
  });
});

describe('a named token', () => {
  let admin: Admin;
  before(async () => {
    const roles = { vera: 'viewer', otto: 'author', ada: 'admin' } as const;
    admin = await startAdmin({
      config: `default_screen: plain\n${adminTokens(roles)}devices:\n  "${MAC}": { screen: plain }\n`,
    });
  });
  after(() => admin.server.stop());

  for (const [name, role] of [
    ['vera', 'viewer'],
    ['otto', 'author'],
  ] as const) {
    it(`of ${role === 'author' ? 'an author' : 'a viewer'} may make exactly the calls of its role`, async () => {
      const text = admin.configText();
      const named = new Named(admin.server, name);
      for (const { method, route } of CALLS) {
        const least: Role = leastRole(method, route);
        const { status, body } = await named.call(
          method,
          address(route),
          method === 'GET' ? undefined : { x: 1 },
        );
        const what = `${method} ${route}: ${status} ${JSON.stringify(body)}`;
        if (mayAct(role, least)) {
          assert.ok(status !== 401 && status !== 403 && status < 500, what);
        } else {
          assert.deepEqual([status, body.code], [403, 'forbidden'], what);
          assert.equal(body.error, roleProblem(role, least));
        }
      }
      assert.equal(admin.configText(), text);
    });
  }

  it('of an admin may make every call', async () => {
    const named = new Named(admin.server, 'ada');
    for (const { method, route } of CALLS.filter((call) => call.method !== 'DELETE')) {
      const { status } = await named.call(method, address(route), method === 'GET' ? undefined : { x: 1 });
      assert.ok(status !== 401 && status !== 403 && status < 500, `${method} ${route}: ${status}`);
    }
  });
});
