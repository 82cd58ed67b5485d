import assert from 'node:assert/strict';
import { it } from 'node:test';
import { classifyAddress } from '../../../src/screens/fetch/address.ts';

const CASES: Readonly<Record<'public' | 'private' | 'refused', readonly string[]>> = {
  public: [
    ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '192.167.1.1', '192.169.0.1'],
    ...[
      '11.0.0.0',
      '126.255.255.255',
      '128.0.0.1',
      '100.63.255.255',
      '100.128.0.0',
      '169.253.1.1',
      '223.255.255.255',
    ],
    ...[
      '2606:4700:4700::1111',
      '2a00:1450:4001::200e',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
    ],
  ],
  private: [
    ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
    ...['192.168.0.1', '100.64.0.1', '100.127.255.255', '198.18.0.1', '192.0.0.8'],
    ...['::1', 'fc00::1', 'fd12:3456:789a::1', 'fec0::1', '::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:c0a8:101::1', '2a00::5efe:a00:1'],
    '::ffff:0:192.168.1.1',
  ],
  refused: [
    ...['169.254.169.254', '169.254.0.1', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
    ...['0.0.0.0', '0.1.2.3', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ...[
      '::',
      'fe80::1',
      'febf::1',
      'fe80::1%eth0',
      '::1%lo',
      'ff02::1',
      '100::1',
      '2001:0:1::1',
      '2001:db8::1',
    ],
    ...['fd00:ec2::254', 'fd20:ce::254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::169.254.169.254'],
    ...['64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '::ffff:0.0.0.0', '2a00::200:5efe:a9fe:a9fe'],
    ...['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3.4.5', '12345::', 'not an address'],
  ],
};

for (const [reach, addresses] of Object.entries(CASES)) {
  it(`${reach}: ${addresses.slice(0, 4).join(', ')} and others`, () => {
    for (const address of addresses) {
      const found = classifyAddress(address);
      assert.equal(found.reach, reach, `${address} is ${found.reason}`);
    }
  });
}

it('names the kind of an address', () => {
  const reasons = ['169.254.1.1', '127.0.0.1', '::ffff:10.0.0.1', 'fd00:ec2::254', 'ff02::1'];
  assert.deepEqual(
    reasons.map((address) => classifyAddress(address).reason),
    ['link-local', 'loopback', 'private', 'cloud metadata', 'multicast'],
  );
});
