import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminGate } from '../../../src/admin/access/admin-gate.ts';
import type { AdminToken, Role } from '../../../src/domain/admin-token.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';

function named(name: string, role: Role, token: string, untilMs: number | null = null): AdminToken {
  return { name, role, digest: sha256Hex(token), untilMs };
}

describe('the gate of the admin API', () => {
  it('is there while there is any token', () => {
    const gate = (adminToken: string | null, tokens: readonly AdminToken[]): boolean =>
      adminGate({ adminToken: () => adminToken, named: () => tokens, nowMs: () => 5 }).isThere();
    assert.equal(gate(null, []), false);
    assert.equal(gate('x', []), true);
    assert.equal(gate(null, [named('old', 'viewer', 'y', 1)]), true, 'a void token is one, too');
  });

  it('knows whose token it is, and takes none that is void', () => {
    let nowMs = 100;
    const tokens = [named('anna', 'viewer', 'a', 200), named('bert', 'author', 'bücher 🎈')];
    const gate = adminGate({ adminToken: () => 'root', named: () => tokens, nowMs: () => nowMs });
    assert.deepEqual(gate.find(Buffer.from('root')), { name: 'admin token', role: 'admin' });
    assert.deepEqual(gate.find(Buffer.from('a')), { name: 'anna', role: 'viewer' });
    assert.deepEqual(gate.find(Buffer.from('bücher 🎈')), { name: 'bert', role: 'author' });
    for (const wrong of ['', 'A', 'a\0', 'root ', sha256Hex('a'), 'x'.repeat(100_000)]) {
      assert.equal(gate.find(Buffer.from(wrong)), null, wrong.slice(0, 20));
    }
    nowMs = 200;
    assert.equal(gate.find(Buffer.from('a')), null);
  });

  it('prefers the admin token to a named one of the same text', () => {
    const gate = adminGate({
      ...{ adminToken: () => 'same', named: () => [named('anna', 'viewer', 'same')], nowMs: () => 0 },
    });
    assert.equal(gate.find(Buffer.from('same'))?.role, 'admin');
  });
});
