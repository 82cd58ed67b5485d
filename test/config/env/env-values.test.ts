import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseListenAddress, parsePublicUrl, parseTrustProxy } from '../../../src/config/env/env-values.ts';

describe('parseListenAddress', () => {
  it('reads addresses, names, and a port alone', () => {
    const cases: [string, string, number][] = [
      ['0.0.0.0:3000', '0.0.0.0', 3000],
      ['127.0.0.1:0', '127.0.0.1', 0],
      ['[::]:3000', '::', 3000],
      ['[fe80::1]:65535', 'fe80::1', 65_535],
      ['localhost:80', 'localhost', 80],
      ['my-host.example:80', 'my-host.example', 80],
      [':3000', '0.0.0.0', 3000],
    ];
    for (const [text, host, port] of cases) assert.deepEqual(parseListenAddress(text), { host, port }, text);
  });

  it('refuses everything else', () => {
    const bad = [
      '',
      '3000',
      'host',
      'host:',
      '::1:3000',
      '[::1]',
      '[]:80',
      '[x]:80',
      '[127.0.0.1]:80',
      '1.2.3:80',
    ];
    const more = [
      '256.0.0.1:80',
      'host:65536',
      'host:-1',
      'host:80x',
      'ho st:80',
      'http://host:80',
      '*:80',
      '-a:80',
    ];
    for (const text of [...bad, ...more]) assert.equal(parseListenAddress(text), null, text);
  });
});

describe('parsePublicUrl', () => {
  it('reads scheme, host and path prefix, without slashes at the end', () => {
    assert.equal(parsePublicUrl('http://10.0.0.5:3000'), 'http://10.0.0.5:3000');
    assert.equal(parsePublicUrl('https://a.example/'), 'https://a.example');
    assert.equal(parsePublicUrl('https://a.example:443/x/y//'), 'https://a.example/x/y');
    assert.equal(parsePublicUrl('http://[::1]:3000/x'), 'http://[::1]:3000/x');
  });

  it('refuses what cannot be the beginning of an image address', () => {
    const bad = [
      'a.example',
      'ftp://a',
      '//a.example',
      'http://',
      'http:a.example',
      'https://a/?x',
      'https://a/#x',
    ];
    for (const text of [...bad, 'https://user:pass@a', 'https://user@a', `https://a/${'x'.repeat(800)}`]) {
      assert.equal(parsePublicUrl(text), null, text);
    }
  });
});

describe('parseTrustProxy', () => {
  it('reads what Express takes', () => {
    const cases: [string, ReturnType<typeof parseTrustProxy>][] = [
      ['true', true],
      ['FALSE', false],
      ['2', 2],
      ['loopback', 'loopback'],
      ['127.0.0.1,10.0.0.0/8', '127.0.0.1, 10.0.0.0/8'],
      ['Loopback , fc00::/7 ,10.0.0.0/255.0.0.0', 'loopback, fc00::/7, 10.0.0.0/255.0.0.0'],
    ];
    for (const [text, expected] of cases) assert.equal(parseTrustProxy(text), expected, text);
  });

  it('refuses what Express would throw at', () => {
    for (const text of [
      'proxy',
      'yes',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/8/8',
      '10.0.0',
      ',',
      'loopback,',
      '-1',
    ]) {
      assert.equal(parseTrustProxy(text), null, text);
    }
  });

  it('gives only values that Express accepts', async () => {
    const { default: express } = await import('express');
    for (const text of ['true', 'false', '2', 'loopback, 10.0.0.0/8, fc00::/7, 10.0.0.0/255.0.0.0']) {
      assert.doesNotThrow(() => express().set('trust proxy', parseTrustProxy(text)), text);
    }
  });
});
