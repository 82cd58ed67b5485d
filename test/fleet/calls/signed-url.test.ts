import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ContentHash, parseContentHash } from '../../../src/domain/content-hash.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { saidRoom, UrlSigner } from '../../../src/fleet/calls/signed-url.ts';
import { AppError } from '../../../src/platform/base/errors.ts';

const HASH = parseContentHash('0123456789abcdef0123456789abcd') as ContentHash;
const NOW = 1_771_674_964_000;
const DEVICE = parseDeviceId('AA:BB:CC:DD:EE:0F') as DeviceId;

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.slice(url.indexOf('?')));
}

function refused(work: () => void): void {
  assert.throws(
    work,
    (error) => error instanceof AppError && error.code === 'invalid_signature' && error.status === 403,
  );
}

describe('UrlSigner', () => {
  const signer = new UrlSigner('secret');
  const url = signer.sign(HASH, null, NOW);

  it('writes path, expiry an hour ahead and 64 hex characters', () => {
    assert.match(url, /^\/api\/image\/[0-9a-f]{30}\.png\?exp=1771678564&sig=[0-9a-f]{64}$/);
  });

  it('carries the device that is told of the picture, under the signature', () => {
    const told = signer.sign(HASH, DEVICE, NOW);
    assert.match(told, /&dev=qrvM3e4P&/);
    // What a 5 GHz modem can take, with the longest prefix that a base URL of 80 characters leaves.
    assert.ok(told.length + 80 < 232, String(told.length));
    assert.deepEqual(signer.verify(HASH, queryOf(told), NOW), { device: DEVICE, said: null });
    assert.deepEqual(signer.verify(HASH, queryOf(url), NOW), { device: null, said: null });
    for (const [from, to] of [
      ['&dev=qrvM3e4P', ''],
      ['qrvM3e4P', 'qrvM3e4Q'],
      ['&dev=qrvM3e4P', '&dev=qrvM3e4P&dev=qrvM3e4P'],
      ['qrvM3e4P', ''],
    ] as const) {
      refused(() => signer.verify(HASH, queryOf(told.replace(from, to)), NOW));
    }
    refused(() => signer.verify(HASH, queryOf(`${url}&dev=qrvM3e4P`), NOW));
  });

  it('carries what the device said, under a tag of its own that older servers do not look at', () => {
    const said = Buffer.from('0102f3', 'hex');
    const told = signer.sign(HASH, DEVICE, NOW, said);
    assert.ok(told.startsWith(signer.sign(HASH, DEVICE, NOW)));
    assert.deepEqual(Buffer.from(signer.verify(HASH, queryOf(told), NOW).said ?? []), said);
    const at = told.indexOf('&say=') + 5;
    for (let n = at; n < told.length; n++) {
      for (const other of ['A', 'B', '_', '.', '']) {
        if (other === told[n]) continue;
        refused(() => signer.verify(HASH, queryOf(told.slice(0, n) + other + told.slice(n + 1)), NOW));
      }
    }
    refused(() => signer.verify(HASH, queryOf(`${told}&say=${told.slice(at)}`), NOW));
    const others = new UrlSigner('secret').sign(HASH, DEVICE, NOW + 1000) + told.slice(at - 5);
    refused(() => signer.verify(HASH, queryOf(others), NOW));
    for (const base of ['http://10.0.0.2:3000', `https://${'a'.repeat(40)}.example/eink`]) {
      const full = base + signer.sign(HASH, DEVICE, NOW, Buffer.alloc(Math.max(0, saidRoom(base))));
      assert.ok(full.length < 232, `${full.length}`);
    }
  });

  it('accepts its own address until it expires, to the second', () => {
    signer.verify(HASH, queryOf(url), NOW);
    signer.verify(HASH, queryOf(url), NOW + 3_600_000);
    refused(() => signer.verify(HASH, queryOf(url), NOW + 3_601_000));
  });

  it('refuses an expiry that is further ahead than it ever signs', () => {
    signer.verify(HASH, queryOf(url), NOW - 60_000);
    refused(() => signer.verify(HASH, queryOf(url), NOW - 61_000));
  });

  it('refuses another picture, another key, a changed expiry and a changed signature', () => {
    refused(() => signer.verify('f'.repeat(30), queryOf(url), NOW));
    refused(() => new UrlSigner('other').verify(HASH, queryOf(url), NOW));
    refused(() => signer.verify(HASH, queryOf(url.replace('exp=1771678564', 'exp=1771678565')), NOW));
    const last = url.at(-1) === '0' ? '1' : '0';
    refused(() => signer.verify(HASH, queryOf(url.slice(0, -1) + last), NOW));
  });

  it('refuses missing, repeated and malformed parts', () => {
    const [exp, sig] = [queryOf(url).get('exp'), queryOf(url).get('sig')];
    for (const query of [
      '',
      `exp=${exp}`,
      `sig=${sig}`,
      `exp=${exp}&exp=${exp}&sig=${sig}`,
      `exp=${exp}&sig=${sig}&sig=${sig}`,
      `exp=${exp}.0&sig=${sig}`,
      `exp=-1&sig=${sig}`,
      `exp=${exp}&sig=${sig?.toUpperCase()}`,
      `exp=${exp}&sig=${sig}00`,
    ]) {
      refused(() => signer.verify(HASH, new URLSearchParams(query), NOW));
    }
  });

  it('makes a key of its own when no secret is given, another one each time', () => {
    const alone = new UrlSigner(null);
    alone.verify(HASH, queryOf(alone.sign(HASH, null, NOW)), NOW);
    refused(() => new UrlSigner(null).verify(HASH, queryOf(alone.sign(HASH, null, NOW)), NOW));
  });

  it('accepts what it signed with a former secret until that expires, and signs with the new one', () => {
    const rotated = new UrlSigner('first');
    const first = rotated.sign(HASH, null, NOW);
    assert.equal(rotated.rotate('second', NOW + 60_000), true);
    const second = rotated.sign(HASH, null, NOW + 60_000);
    new UrlSigner('second').verify(HASH, queryOf(second), NOW + 60_000);
    rotated.verify(HASH, queryOf(second), NOW + 60_000);
    rotated.verify(HASH, queryOf(first), NOW + 3_600_000);
    refused(() => rotated.verify(HASH, queryOf(first), NOW + 3_601_000));
    refused(() => rotated.verify(HASH, queryOf(new UrlSigner('other').sign(HASH, null, NOW)), NOW));
    // Who has the old secret can sign nothing that outlives the last honest address.
    const forged = new UrlSigner('first').sign(HASH, null, NOW + 2 * 3_600_000);
    refused(() => rotated.verify(HASH, queryOf(forged), NOW + 2 * 3_600_000));
  });

  it('takes the same secret for no rotation, and forgets those before the last few', () => {
    const rotated = new UrlSigner('0');
    const urls = Array.from({ length: 6 }, (_, number) => {
      rotated.rotate(String(number), NOW);
      return rotated.sign(HASH, null, NOW);
    });
    assert.equal(rotated.rotate('5', NOW), false);
    refused(() => rotated.verify(HASH, queryOf(urls[0] ?? ''), NOW));
    for (const kept of urls.slice(1)) rotated.verify(HASH, queryOf(kept), NOW);
  });
});
