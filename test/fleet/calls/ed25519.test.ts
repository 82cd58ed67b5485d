import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { isSafeKey, isSigned } from '../../../src/fleet/calls/ed25519.ts';
import {
  add,
  challenge,
  encode,
  IDENTITY,
  L,
  littleEndian,
  multiply,
  P,
  pointAt,
  smallOrderPoints,
} from './curve.ts';

const SMALL = smallOrderPoints();
const SMALL_ENCODED = SMALL.map(encode);
const SIGN = 1n << 255n;
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

function openSslTakes(key: Buffer, message: Uint8Array, signature: Buffer): boolean {
  const der = Buffer.concat([SPKI_HEAD, key]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}

/** Signatures that need no private key, for messages that happen to suit: R = -h A of the key A of small order, S = 0. */
function forgeries(key: Buffer, point: { readonly x: bigint; readonly y: bigint }) {
  const found: { readonly message: Buffer; readonly signature: Buffer }[] = [];
  const multiples = Array.from({ length: 8 }, (_, factor) => encode(multiply(BigInt(factor), point)));
  for (let number = 0; number < 64; number++) {
    const message = Buffer.from(`message ${number}`);
    for (const r of SMALL_ENCODED) {
      const h = challenge(r, key, message);
      const negative = multiples[Number((8n - (h % 8n)) % 8n)];
      if (negative?.equals(r)) found.push({ message, signature: Buffer.concat([r, Buffer.alloc(32)]) });
    }
  }
  return found;
}

/** Every spelling of the points of small order: with y as it is or, where that fits into 255 bits, plus p; with both signs. */
const SPELLINGS = SMALL.flatMap((point) =>
  [point.y, point.y + P]
    .filter((y) => y < SIGN)
    .flatMap((y) => [0n, SIGN].map((sign) => ({ point, key: littleEndian(y | sign) }))),
);

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, raw: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32) };
}

const NODE_MAJOR = Number.parseInt(process.versions.node, 10);

describe('keys', () => {
  it('of small order are refused in every spelling', () => {
    assert.equal(new Set(SMALL.map((point) => encode(point).toString('hex'))).size, 8);
    for (const point of SMALL) assert.deepEqual(multiply(8n, point), IDENTITY);
    assert.ok(SPELLINGS.length >= 20);
    for (const { key } of SPELLINGS) assert.equal(isSafeKey(key), false, key.toString('hex'));
  });

  it('of small order would let anybody sign: OpenSSL takes such signatures until Node 22, and this server none', () => {
    let takenByOpenSsl = 0;
    for (const { point, key } of SPELLINGS) {
      for (const { message, signature } of forgeries(key, point)) {
        if (openSslTakes(key, message, signature)) takenByOpenSsl++;
        assert.equal(isSigned(key.toString('hex'), message, signature), false);
      }
    }
    assert.equal(takenByOpenSsl > 0, NODE_MAJOR < 24);
  });

  it('with y of the prime or more are refused, also on the curve', () => {
    for (let more = 0n; more < 19n; more++) {
      assert.equal(isSafeKey(littleEndian(P + more)), false);
      assert.equal(isSafeKey(littleEndian((P + more) | SIGN)), false);
    }
    const onCurve = [3n, 4n, 5n, 6n].filter((y) => pointAt(y) !== null);
    assert.ok(onCurve.length > 0);
    for (const y of onCurve) assert.equal(isSafeKey(littleEndian(y)), true);
  });

  it('that are no point verify nothing', () => {
    let y = 2n;
    while (pointAt(y) !== null) y++;
    assert.equal(isSigned(littleEndian(y).toString('hex'), Buffer.alloc(1), Buffer.alloc(64)), false);
    assert.equal(isSigned('00', Buffer.alloc(1), Buffer.alloc(64)), false);
  });

  it('of honest devices are taken', () => {
    for (let number = 0; number < 50; number++) {
      const { privateKey, raw } = newKey();
      const message = Buffer.from(`message ${number}`);
      assert.equal(isSigned(raw.toString('hex'), message, sign(null, message, privateKey)), true);
    }
  });
});

describe('signatures', () => {
  const { privateKey, raw } = newKey();
  const key = raw.toString('hex');
  const message = Buffer.from('message');
  const good = sign(null, message, privateKey);
  const s = BigInt(`0x${Buffer.from(good.subarray(32)).reverse().toString('hex')}`);

  it('with S of the group order or more are refused', () => {
    for (const more of [L, 2n * L, 7n * L, 8n * L]) {
      const altered = Buffer.concat([good.subarray(0, 32), littleEndian(s + more)]);
      assert.equal(isSigned(key, message, altered), false);
    }
    const top = Buffer.from(good);
    top[63] = (top[63] ?? 0) | 0xe0;
    assert.equal(isSigned(key, message, top), false);
  });

  it('with another R of the same meaning are refused', () => {
    const y = BigInt(`0x${Buffer.from(good.subarray(0, 32)).reverse().toString('hex')}`);
    const point = pointAt(y & (SIGN - 1n));
    assert.ok(point !== null);
    const r = (point.x & 1n) === y >> 255n ? point : { x: P - point.x, y: point.y };
    for (const small of SMALL.filter((other) => other.y !== 1n || other.x !== 0n)) {
      const altered = Buffer.concat([encode(add(r, small)), good.subarray(32)]);
      assert.equal(isSigned(key, message, altered), false);
    }
  });

  it('of another message or length are refused', () => {
    assert.equal(isSigned(key, Buffer.from('massage'), good), false);
    assert.equal(isSigned(key, message, good.subarray(0, 63)), false);
    assert.equal(isSigned(key, message, Buffer.concat([good, Buffer.alloc(1)])), false);
  });
});
