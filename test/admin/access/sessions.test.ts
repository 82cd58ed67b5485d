/** Sessions of the console: texts that nobody can make who has not shown the token. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CONSOLE_LIMITS } from '../../../src/admin/access/console-limits.ts';
import { type SessionKeys, Sessions } from '../../../src/admin/access/sessions.ts';
import { ADMIN_TOKEN_CALLER, type AdminToken, type Role } from '../../../src/domain/admin-token.ts';
import { UrlSigner } from '../../../src/fleet/calls/signed-url.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';

const START_MS = Date.parse('2026-02-21T09:00:00Z');
const { sessionMs, renewMs } = CONSOLE_LIMITS;

/** What the sessions of a test depend on, to be changed by it. */
interface World {
  adminToken: string | null;
  named: readonly AdminToken[];
  nowMs: number;
  signer: UrlSigner;
}

function named(name: string, role: Role, token: string, untilMs: number | null = null): AdminToken {
  return { name, role, digest: sha256Hex(token), untilMs };
}

function open(changed: Partial<World> = {}): { world: World; sessions: Sessions; keys: SessionKeys } {
  const world: World = {
    adminToken: 'root',
    named: [named('anna', 'author', 'a'), named('a.b', 'viewer', 'b'), named('admin', 'viewer', 'c')],
    nowMs: START_MS,
    signer: new UrlSigner('the secret of addresses'),
    ...changed,
  };
  const keys: SessionKeys = {
    adminToken: () => world.adminToken,
    named: () => world.named,
    nowMs: () => world.nowMs,
    serverKey: () => world.signer.keyFor('sessions'),
  };
  return { world, keys, sessions: new Sessions(keys) };
}

function begin(sessions: Sessions, name: string = ADMIN_TOKEN_CALLER.name): string {
  const begun = sessions.begin({ name, role: 'viewer' });
  assert.ok(begun);
  return begun.value;
}

describe('a session', () => {
  it('says who has shown the token, with the role of this moment, and until when', () => {
    const { world, sessions } = open();
    assert.deepEqual(sessions.find(begin(sessions)), {
      caller: ADMIN_TOKEN_CALLER,
      expiresMs: START_MS + sessionMs,
    });
    for (const [name, role] of [
      ['anna', 'author'],
      ['a.b', 'viewer'],
      ['admin', 'viewer'],
    ] as const) {
      assert.deepEqual(sessions.find(begin(sessions, name))?.caller, { name, role });
    }
    const anna = begin(sessions, 'anna');
    world.named = [named('anna', 'admin', 'a')];
    assert.equal(sessions.find(anna)?.caller.role, 'admin');
  });

  it('is a text for a cookie, and never the same one twice', () => {
    const { sessions } = open();
    const values = new Set(Array.from({ length: 50 }, () => begin(sessions, 'anna')));
    assert.equal(values.size, 50);
    for (const value of values) assert.match(value, /^[\w.-]{60,150}$/);
  });

  it('ends in time, and with its token', () => {
    const { world, sessions } = open({ named: [named('anna', 'author', 'a', START_MS + 60_000)] });
    const [admin, anna] = [begin(sessions), begin(sessions, 'anna')];
    assert.equal(sessions.find(anna)?.expiresMs, START_MS + 60_000);
    world.nowMs = START_MS + 59_999;
    assert.ok(sessions.find(anna));
    world.nowMs = START_MS + 60_000;
    assert.equal(sessions.find(anna), null);
    assert.equal(sessions.begin({ name: 'anna', role: 'author' }), null, 'void');
    world.nowMs = START_MS + sessionMs - 1;
    assert.ok(sessions.find(admin));
    world.nowMs = START_MS + sessionMs;
    assert.equal(sessions.find(admin), null);
    world.nowMs = START_MS - 1;
    assert.equal(sessions.find(admin), null, 'the clock was set back');
  });

  it('is renewed when it is half over, and not beyond the end of its token', () => {
    const { world, sessions } = open({ named: [named('anna', 'author', 'a', START_MS + renewMs)] });
    const found = (value: string) => {
      const session = sessions.find(value);
      assert.ok(session);
      return session;
    };
    const [admin, anna] = [found(begin(sessions)), found(begin(sessions, 'anna'))];
    assert.equal(sessions.renew(admin), null);
    assert.equal(sessions.renew(anna), null, 'a later one would end at the same time');
    world.nowMs = START_MS + sessionMs - renewMs;
    const later = sessions.renew(admin);
    assert.equal(later?.expiresMs, world.nowMs + sessionMs);
    assert.deepEqual(found(later?.value ?? '').caller, ADMIN_TOKEN_CALLER);
  });

  it('ends when its token is another one, or gone; those of others stay', () => {
    const { world, sessions } = open();
    const [admin, anna, other] = [begin(sessions), begin(sessions, 'anna'), begin(sessions, 'a.b')];
    world.adminToken = 'new';
    assert.equal(sessions.find(admin), null);
    assert.ok(sessions.find(anna));
    world.named = [named('anna', 'author', 'another'), named('a.b', 'viewer', 'b')];
    assert.equal(sessions.find(anna), null);
    assert.ok(sessions.find(other));
    world.named = [];
    assert.equal(sessions.find(other), null);
    world.adminToken = null;
    assert.equal(sessions.find(admin), null);
    assert.equal(sessions.begin(ADMIN_TOKEN_CALLER), null);
  });

  it('ends with the secret of the servers, and is good on all that share it', () => {
    const { world, keys, sessions } = open();
    const all = [begin(sessions), begin(sessions, 'anna')];
    const neighbour = new Sessions({
      ...keys,
      serverKey: () => new UrlSigner('the secret of addresses').keyFor('sessions'),
    });
    const stranger = new Sessions({ ...keys, serverKey: () => new UrlSigner(null).keyFor('sessions') });
    for (const value of all) {
      assert.deepEqual(neighbour.find(value), sessions.find(value));
      assert.equal(stranger.find(value), null);
    }
    world.signer.rotate('another secret', START_MS);
    for (const value of all) assert.equal(sessions.find(value), null);
  });
});

describe('a forged session', () => {
  it('under another name, for longer, or with parts of others is none', () => {
    const { sessions } = open({ named: [named('anna', 'viewer', 'a'), named('admin', 'viewer', 'c')] });
    const anna = begin(sessions, 'anna').split('.');
    const admin = begin(sessions, 'admin').split('.');
    const [expiry = '', nonce = '', , hmac = ''] = anna;
    const longer = (Number.parseInt(expiry, 36) + 1).toString(36);
    for (const parts of [
      [expiry, nonce, '*', hmac],
      [expiry, nonce, 'admin', hmac],
      [expiry, nonce, 'Anna', hmac],
      [longer, nonce, 'anna', hmac],
      [`0${expiry}`, nonce, 'anna', hmac],
      [expiry, admin[1] ?? '', 'anna', hmac],
      [expiry, nonce, 'anna', admin[3] ?? ''],
      [admin[0] ?? '', admin[1] ?? '', '*', admin[3] ?? ''],
      [expiry, nonce, 'anna'],
      [expiry, nonce, 'anna', hmac, ''],
      ['', expiry, nonce, 'anna', hmac],
    ]) {
      assert.equal(sessions.find(parts.join('.')), null, parts.join('.'));
    }
  });

  it('of the same token under another name is none', () => {
    const shared = open({ adminToken: 'same', named: [named('anna', 'viewer', 'same')] });
    const anna = begin(shared.sessions, 'anna');
    assert.equal(shared.sessions.find(anna.replace('.anna.', '.*.')), null);
    shared.world.named = [named('bert', 'admin', 'same')];
    assert.equal(shared.sessions.find(anna.replace('.anna.', '.bert.')), null);
  });

  it('with all that a copy of the config tells is none', () => {
    const { sessions, keys } = open();
    // Who has the digests, and makes up the rest.
    for (const key of ['', '\0'.repeat(32), sha256Hex('a')]) {
      const thief = new Sessions({ ...keys, serverKey: () => Buffer.from(key) });
      assert.equal(sessions.find(begin(thief, 'anna')), null);
    }
  });

  it('is none with any character of it changed, added or left out', () => {
    const { sessions } = open();
    const value = begin(sessions, 'anna');
    for (let at = 0; at < value.length; at++) {
      const other = value[at] === 'a' ? 'b' : 'a';
      const [before, after] = [value.slice(0, at), value.slice(at + 1)];
      for (const text of [before + other + after, before + after, `${before}${other}${value.slice(at)}`]) {
        assert.equal(sessions.find(text), null, text);
      }
    }
  });

  it('is none whatever it is made of', () => {
    const { sessions } = open();
    const [expiry, nonce, , hmac] = begin(sessions).split('.');
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('*', 'anna', 'admin', '', '.', '__proto__', expiry ?? '', nonce ?? '', hmac ?? ''),
    );
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('.')),
    );
    const genuine = `${expiry}.${nonce}.*.${hmac}`;
    fc.assert(
      fc.property(anything, (text) => {
        assert.equal(sessions.find(text), text === genuine ? sessions.find(genuine) : null);
      }),
    );
    assert.ok(sessions.find(genuine));
    assert.equal(sessions.find('x'.repeat(1_000_000)), null);
  });
});
