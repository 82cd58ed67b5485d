/** Holds the roles of calls to what is served and documented: who adds a call decides who may make it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AdminOperation, isWrite } from '../../../src/admin/admin-call.ts';
import { ADMIN_CALLS } from '../../../src/admin/admin-calls.ts';
import { mayAct, ROLES } from '../../../src/domain/admin-token.ts';
import { roleProblem } from '../../../src/server/http/admin-access.ts';
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';
import { type Admin, startAdmin } from '../../support/server/admin.ts';
import { adminTokens, Named } from '../../support/server/named-tokens.ts';

const CALLS: readonly (readonly [string, AdminOperation])[] = Object.entries(ADMIN_CALLS);
const MAC = 'AA:BB:CC:DD:EE:01';

/** A path that leads to the call. */
function address({ path }: AdminOperation): string {
  return path
    .replace('{key}', MAC)
    .replace(/\{\w+\}/, 'garden')
    .replace(/\{\w+\}/, 'plain.lua');
}

describe('the roles of the admin API', () => {
  it('are viewer for what only reads, unless it is more than viewers may see, and more for all else', () => {
    const reads = CALLS.filter(([, { method }]) => method === 'GET');
    const forOthers = reads
      .filter(([, { role }]) => role !== 'viewer')
      .map(([id, { role }]) => `${id} ${role}`);
    assert.deepEqual(forOthers.toSorted(), [
      'exportDevices admin',
      'getConfigRevision admin',
      'getConfigText admin',
      'getFile author',
      'listAudit admin',
      'listConfigHistory admin',
      'listFiles author',
    ]);
    for (const [id, { method, role }] of CALLS) assert.ok(method === 'GET' || role !== 'viewer', id);
  });

  it('are said in a refusal', () => {
    for (const role of ROLES) assert.equal(roleProblem(role, 'viewer'), null);
    assert.equal(roleProblem('author', 'admin'), 'This needs the role admin; this token is an author.');
  });

  it('decide nothing of what the audit trail has: that is every call but those that change nothing', () => {
    const unnoted = CALLS.filter(([, call]) => call.method !== 'GET' && !isWrite(call)).map(([id]) => id);
    assert.deepEqual(unnoted.toSorted(), ['checkConfigText', 'checkScreen', 'previewScreen', 'testAlert']);
  });

  it('are in the OpenAPI document, with 403 for a role, or a page of another site, that may not call', () => {
    type Operation = {
      readonly description: string;
      readonly responses: Record<string, { description: string }>;
    };
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
    for (const [id, { method, path, role }] of CALLS) {
      const operation = paths[`/api/admin${path}`]?.[method.toLowerCase()];
      assert.ok(operation !== undefined, id);
      assert.ok(operation.description.endsWith(`Needs the role \`${role}\`.`), id);
      const told = operation.responses['403']?.description ?? '';
      assert.ok(told.includes('`forbidden`'), id);
    }
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
      for (const [id, operation] of CALLS) {
        const { method, role: least } = operation;
        const { status, body } = await named.call(
          method,
          address(operation),
          method === 'GET' ? undefined : { x: 1 },
        );
        const what = `${id}: ${status} ${JSON.stringify(body)}`;
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
    for (const [id, operation] of CALLS.filter(([, { method }]) => method !== 'DELETE')) {
      const { method } = operation;
      const body = method === 'GET' ? undefined : { x: 1 };
      const { status } = await named.call(method, address(operation), body);
      assert.ok(status !== 401 && status !== 403 && status < 500, `${id}: ${status}`);
    }
  });
});
