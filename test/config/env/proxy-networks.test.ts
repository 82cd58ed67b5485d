/** Generated values of TRUST_PROXY: whatever is accepted is understood by Express, and whoever trusts strangers is warned. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import express from 'express';
import { readEnvironment } from '../../../src/config/env/env.ts';
import { weakSettings } from '../../../src/config/env/env-advice.ts';
import { proxiesForExpress, type TrustProxy } from '../../../src/config/env/proxy-networks.ts';
import { randomNumbers } from '../../support/random.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 300;
const OWN = ['10.0.0.0/8', '172.16.0.0/12', '192.168.1.0/24', '127.0.0.1', 'fd00::/8', 'fe80::/10', '::1'];
const NAMES = ['loopback', 'linklocal', 'uniquelocal', 'Loopback'];

describe(`networks of proxies (STIPPLE_SEED=${SEED})`, () => {
  const random = randomNumbers(SEED);

  function pick<T>(list: readonly T[]): T {
    return list[random(list.length)] as T;
  }

  function ipv4(value: number): string {
    return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
  }

  /** The prefix as a number, with zeros in front, or as a mask. */
  function prefix(bits: number): string {
    const mask = bits === 0 ? 0 : -1 << (32 - bits);
    return pick([String(bits), String(bits).padStart(2, '0'), String(bits).padStart(3, '0'), ipv4(mask)]);
  }

  /** A network of IPv4, also as the IPv6 one that means it. */
  function network(value: number, bits: number): string {
    if (random(4) === 0) return `::ffff:${ipv4(value)}/${96 + bits}`;
    return `${ipv4(value)}/${prefix(bits)}`;
  }

  /** Networks that together are all of IPv4. */
  function wholeIpv4(value = 0, bits = 0): readonly string[] {
    if (bits >= 5 || random(3) === 0) return [network(value, bits)];
    const half = 2 ** (31 - bits);
    return [...wholeIpv4(value, bits + 1), ...wholeIpv4(value + half, bits + 1)];
  }

  function shuffled(list: readonly string[]): string {
    const separator = pick([',', ', ', ' ,  ']);
    return [...list].sort(() => random(3) - 1).join(separator);
  }

  function read(text: string): TrustProxy {
    const settings = readEnvironment({ TRUST_PROXY: text });
    assert.ok(settings.ok, text);
    return settings.value.trustProxy;
  }

  function trustedBy(trust: TrustProxy): (address: string, hops: number) => boolean {
    const app = express();
    app.set('trust proxy', proxiesForExpress(trust));
    return app.get('trust proxy fn');
  }

  function warning(trust: TrustProxy): string {
    return weakSettings({ trustProxy: trust }, { adminToken: null }).join();
  }

  const isWarned = /^TRUST_PROXY is .* such as loopback or 10\.0\.0\.0\/8, or the number of proxies$/;
  const some = (): string => `${1 + random(9)}.${random(256)}.${random(256)}.${random(256)}`;

  it('that are all of the internet are warned of, and trusted as it is written', () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const text = shuffled([...wholeIpv4(), ...(random(2) === 0 ? [pick(OWN), pick(NAMES)] : [])]);
      const trust = read(text);
      assert.match(warning(trust), isWarned, text);
      const trusts = trustedBy(trust);
      for (const address of [some(), `::ffff:${some()}`, '203.0.113.1']) assert.ok(trusts(address, 0), text);
    }
  });

  it('that are a large part of the internet are warned of', () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const bits = 1 + random(8);
      const wide = [
        network(((11 + random(100)) << 24) >>> 0, bits),
        `${(0x2000 + random(0x1000)).toString(16)}::/${3 + random(13)}`,
        `::/${pick(['0', '00', '1', '2'])}`,
      ];
      const text = shuffled([pick(wide), pick(OWN)]);
      assert.match(warning(read(text)), isWarned, text);
      trustedBy(read(text));
    }
    for (const hops of [9, 10, 50, 99]) assert.match(warning(read(String(hops))), isWarned);
  });

  it('of a house, and of those who offer proxies to all, are not warned of', () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const offered = Array.from({ length: random(30) }, () => network(random(2 ** 32), 13 + random(20)));
      const ipv6 = Array.from({ length: random(8) }, () => `2${random(1_000)}:${random(1_000)}::/29`);
      const text = shuffled([pick(OWN), pick(NAMES), ...offered, ...ipv6]);
      assert.equal(warning(read(text)), '', text);
      assert.ok(trustedBy(read('10.0.0.0/255.0.0.0'))('10.1.2.3', 0));
      trustedBy(read(text));
    }
    for (const text of ['0', '1', '8', 'false', 'FALSE']) assert.equal(warning(read(text)), '', text);
  });

  it('that Express would not understand are refused, with what may be written', () => {
    const odd = (): string =>
      pick([
        () => `${ipv4(random(2 ** 32))}/${33 + random(900)}`,
        // A one behind a zero.
        () => `10.0.0.0/${ipv4(((1 + random(2 ** 20)) | 1) & 0x7fffffff)}`,
        () => `fd00::/${129 + random(800)}`,
        () => `fd00::/${ipv4(-256)}`,
        () => `${ipv4(random(2 ** 32))}/`,
        () => `10.0.0.0/8/${random(9)}`,
        () => `10.${random(9)}.0/16`,
        () => pick(['yes', 'all', '*', '-1', '+1', '100', '1e1', '0x1', 'proxy.example', ',', 'loopback,']),
      ])();
    for (let n = 0; n < ROUNDS; n += 1) {
      const text = random(2) === 0 ? odd() : `loopback, ${odd()}`;
      const settings = readEnvironment({ TRUST_PROXY: text });
      assert.ok(!settings.ok, text);
      const told = JSON.stringify(settings.error);
      assert.match(
        told,
        /TRUST_PROXY.*a number of proxies, or addresses such as loopback, 10\.0\.0\.0\/8/,
        text,
      );
    }
  });
});
