import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { describe, it } from 'node:test';
import { addressBytes, isInNetwork, parseNetwork } from '../../src/domain/network.ts';

function isIn(network: string, address: string): boolean {
  const [parsed, bytes] = [parseNetwork(network), addressBytes(address)];
  assert.ok(parsed !== null && bytes !== null, `${network} ${address}`);
  return isInNetwork(parsed, bytes);
}

describe('a network', () => {
  it('is CIDR, or one address', () => {
    assert.ok(isIn('10.1.0.0/16', '10.1.255.9') && !isIn('10.1.0.0/16', '10.2.0.1'));
    assert.ok(isIn('10.1.2.3', '10.1.2.3') && !isIn('10.1.2.3', '10.1.2.4'));
    assert.ok(isIn('0.0.0.0/0', '9.9.9.9') && isIn('fd00:1::/32', 'fd00:1:2::3'));
    assert.ok(isIn('fe80::1', 'fe80::1%eth0') && !isIn('0.0.0.0/0', '2001:db8::1'));
  });

  it('holds IPv4 addresses in either spelling', () => {
    assert.ok(isIn('192.168.0.0/16', '::ffff:192.168.7.8') && isIn('::ffff:0:0/96', '192.168.7.8'));
  });

  it('is nothing else', () => {
    const bad = [
      '',
      '10.1.0.0/33',
      '10.1.0.1/16',
      '10.1',
      'fd00::/129',
      'fd00::1/64',
      'a',
      '1.2.3.4/',
      '1.2.3.4/8/8',
    ];
    for (const text of [...bad, 'fe80::1%eth0', '10.0.0.0/-1', '10.0.0.0/1e1'])
      assert.equal(parseNetwork(text), null, text);
  });

  it("has the addresses that Node's block list has, for 4 000 pairs", () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const octet = (): number => [0, 1, 127, 128, 192, 255][next(6)] ?? 0;
    const group = (): string => [0, 1, 0x8000, 0xffff, 0xfd00][next(5)]?.toString(16) ?? '0';
    let held = 0;
    for (let round = 0; round < 4_000; round++) {
      const isV4 = round % 2 === 0;
      const address = (): string =>
        isV4 ? [octet(), octet(), octet(), octet()].join('.') : Array.from({ length: 8 }, group).join(':');
      const [base, other, bits] = [address(), address(), next(isV4 ? 33 : 129)];
      const network = parseNetwork(`${base}/${bits}`);
      if (network === null) continue;
      const list = new BlockList();
      list.addSubnet(base, bits, isIPv4(base) ? 'ipv4' : 'ipv6');
      const bytes = addressBytes(other);
      assert.ok(bytes !== null);
      const expected = list.check(other, isV4 ? 'ipv4' : 'ipv6');
      assert.equal(isInNetwork(network, bytes), expected, `${base}/${bits} ${other}`);
      held++;
    }
    assert.ok(held > 100, String(held));
  });
});
