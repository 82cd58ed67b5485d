import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHost } from '../../../src/server/http/base-url.ts';

describe('isHost', () => {
  it('accepts names and addresses with and without a port', () => {
    for (const host of [
      'localhost',
      'display.example:3000',
      'my_nas.local',
      '192.168.1.10',
      '192.168.1.10:65535',
      '[::1]',
      '[fe80::1]:3000',
      '[::ffff:10.0.0.1]:80',
      'a.example.',
    ]) {
      assert.equal(isHost(host), true, host);
    }
  });

  it('refuses what would break out of an address', () => {
    for (const host of [
      '',
      'evil.example/path',
      'evil.example?x',
      'evil.example#x',
      'user@evil.example',
      'evil.example:port',
      'evil.example:99999',
      'evil example',
      'evil.example\\x',
      '"><script>',
      '[::1',
      '[:::1]',
      '[fe80::1%25eth0]',
      '::1',
      '-a.example',
      'a..example',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(130)}example`,
      'ex\u00e4mple',
    ]) {
      assert.equal(isHost(host), false, host);
    }
  });
});
