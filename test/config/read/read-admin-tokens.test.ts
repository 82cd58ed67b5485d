import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accepted, refused } from '../../support/config/read-config.ts';

const ONE = `${'1'.repeat(63)}a`;
const TWO = `${'2'.repeat(63)}b`;

describe('admin_tokens', () => {
  it('are read with role, digest and end', () => {
    const { snapshot, warnings } = accepted(
      `admin_tokens:
  anna: { role: viewer, sha256: "sha256:${ONE}" }
  b.2: { role: admin, sha256: ${TWO.toUpperCase()}, until: 2027-06-30, note: hers }
  c: { role: author, sha256: "sha256:${'3'.repeat(64)}", until: "2027-06-30T12:00:00+02:00" }
`,
    );
    assert.deepEqual(snapshot.adminTokens, [
      { name: 'anna', role: 'viewer', digest: ONE, untilMs: null },
      { name: 'b.2', role: 'admin', digest: TWO, untilMs: Date.UTC(2027, 6, 1) },
      { name: 'c', role: 'author', digest: '3'.repeat(64), untilMs: Date.UTC(2027, 5, 30, 10) },
    ]);
    assert.deepEqual(warnings, []);
    assert.deepEqual(accepted('default_screen: x\n').snapshot.adminTokens, []);
  });

  it('are refused with what was expected, and without what may be the token', () => {
    const problem = (text: string): string => refused(`admin_tokens: ${text}\n`).join('; ');
    const entry = (fields: string): string => problem(`{ a: { ${fields} } }`);
    assert.match(
      entry(`sha256: ${ONE}`),
      /admin_tokens\.a\.role: expected one of viewer, author, admin, got nothing/,
    );
    assert.match(
      entry(`role: boss, sha256: ${ONE}`),
      /admin_tokens\.a\.role: expected one of viewer, author, admin/,
    );
    assert.match(entry('role: viewer'), /admin_tokens\.a\.sha256: expected `sha256:` and the SHA-256/);
    const secret = entry('role: viewer, sha256: my-own-secret');
    assert.match(secret, /admin_tokens\.a\.sha256: expected/);
    assert.ok(!secret.includes('my-own'), secret);
    assert.match(
      entry(`role: viewer, sha256: ${ONE}, until: 2027-02-30`),
      /a\.until: expected a date such as/,
    );
    assert.match(
      entry(`role: viewer, sha256: ${ONE}, note: ${'x'.repeat(201)}`),
      /a\.note: expected at most 200/,
    );
    assert.match(problem('{ "a b": {} }'), /admin_tokens: expected a name of 1 to 64/);
    assert.match(problem('{ a: 1 }'), /expected a map under `admin_tokens\.a`/);
    const many = Array.from({ length: 101 }, (_, i) => `a${i}: {}`).join(', ');
    assert.match(problem(`{ ${many} }`), /expected at most 100 tokens, got 101/);
  });

  it('must not be mistaken for each other: by digest, or by upper and lower case', () => {
    const pair = (name: string, digest: string): string =>
      refused(
        `admin_tokens: { anna: { role: viewer, sha256: ${ONE} }, ${name}: { role: admin, sha256: "${digest}" } }\n`,
      ).join('; ');
    assert.match(pair('Anna', TWO), /names that differ by more than upper and lower case, got anna and Anna/);
    assert.match(pair('bert', `SHA256:${ONE.toUpperCase()}`), /the same digest for anna and bert/);
  });
});
