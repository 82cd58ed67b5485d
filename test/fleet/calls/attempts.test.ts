import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Attempts, networkOf } from '../../../src/fleet/calls/attempts.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';

const RATES = { burst: 20, perSecond: 1, burstTotal: 100, perSecondTotal: 2 };

/** How many of a number of attempts pass. */
function passing(attempts: Attempts, address: string, count: number, nowMs: number): number {
  return Array.from({ length: count }, () => attempts.take(address, nowMs)).filter(Boolean).length;
}

describe('Attempts', () => {
  it('takes a burst from an address, then as many as come back with time', () => {
    const attempts = new Attempts(RATES);
    assert.equal(passing(attempts, '192.0.2.1', 50, 0), 20);
    assert.equal(passing(attempts, '192.0.2.1', 50, 5_000), 5);
    assert.equal(passing(attempts, '192.0.2.1', 50, 3_600_000), 20);
  });

  it('does not hold one address against another', () => {
    const attempts = new Attempts(RATES);
    passing(attempts, '192.0.2.1', 1_000, 0);
    assert.equal(passing(attempts, '192.0.2.2', 5, 0), 5);
  });

  it('bounds all addresses together, but leaves each its five tries a wake', () => {
    const attempts = new Attempts(RATES);
    for (let host = 0; host < 10; host++) passing(attempts, `192.0.2.${host}`, 50, 0);
    assert.equal(passing(attempts, '198.51.100.1', 50, 0), LIMITS.attemptsReserved);
    // Its share is used up, and so is the total.
    assert.equal(passing(attempts, '198.51.100.1', 50, 1_000), 2);
    assert.equal(passing(attempts, '198.51.100.2', 5, 1_000), 5);
  });

  it('takes its part of what several servers allow together, and leaves each address what it has', () => {
    let servers = 2;
    const attempts = new Attempts(RATES, () => servers);
    // 50 of the 100 are its own: two addresses leave 10 of them.
    for (const host of [1, 2]) assert.equal(passing(attempts, `192.0.2.${host}`, 50, 0), 20);
    assert.equal(passing(attempts, '198.51.100.1', 50, 0), LIMITS.attemptsReserved);
    assert.equal(passing(attempts, '198.51.100.2', 50, 0), LIMITS.attemptsReserved);
    servers = 0;
    assert.equal(passing(attempts, '198.51.100.3', 50, 100_000), 20);
  });

  it('tells whether an attempt would pass, and counts nothing then', () => {
    const attempts = new Attempts(RATES);
    for (let look = 0; look < 1_000; look++) assert.ok(attempts.allows('192.0.2.1', 0));
    assert.equal(passing(attempts, '192.0.2.1', 50, 0), 20);
    assert.equal(attempts.allows('192.0.2.1', 0), false);
    // With the total used up, those with few attempts are let through all the same.
    for (let host = 2; host < 12; host++) passing(attempts, `192.0.2.${host}`, 50, 0);
    for (let look = 0; look < 50; look++) assert.ok(attempts.allows('198.51.100.1', 0));
    assert.equal(passing(attempts, '198.51.100.1', 50, 0), LIMITS.attemptsReserved);
    assert.equal(attempts.allows('198.51.100.1', 0), false);
  });

  it('survives a clock that is set back', () => {
    const attempts = new Attempts(RATES);
    assert.equal(passing(attempts, '192.0.2.1', 20, 1_000_000), 20);
    assert.equal(passing(attempts, '192.0.2.1', 5, 0), 0);
    assert.equal(passing(attempts, '192.0.2.1', 5, 2_000), 2);
  });
});

describe('networkOf', () => {
  it('is the IPv4 address, in IPv6 or not, and the site of an IPv6 address', () => {
    for (const [address, network] of [
      ['192.0.2.1', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::FFFF:192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
      ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
      ['2001:db8::1', '2001:db8:0::/48'],
      ['1::2:3:4:5:6:7', '1:0:2::/48'],
      ['::1', '0:0:0::/48'],
      ['fe80::1%eth0', 'fe80:0:0::/48'],
      ['', ''],
    ] as const) {
      assert.equal(networkOf(address), network, address);
    }
    for (const text of ['unknown', ':', ':::', 'x'.repeat(100), '::'.repeat(40)]) {
      assert.ok(networkOf(text).length <= 64, text);
    }
  });
});
