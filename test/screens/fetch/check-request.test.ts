import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkRequest, publicUrl } from '../../../src/screens/fetch/check-request.ts';
import { OutboundError } from '../../../src/screens/fetch/outbound-error.ts';
import type { FetchRequest } from '../../../src/screens/fetch/request.ts';
import { get } from './fetch-request.ts';

function refused(more: Partial<FetchRequest>, message: RegExp): void {
  assert.throws(
    () => checkRequest(get('http://x/', more), 'UA'),
    (error) => error instanceof OutboundError && message.test(error.message),
    String(message),
  );
}

it('adds missing headers and keeps those that are set', () => {
  assert.deepEqual(checkRequest(get('http://x/'), 'UA').headers, [
    ['user-agent', 'UA'],
    ['accept', '*/*'],
  ]);
  const own = get('http://x/', {
    headers: [
      ['User-Agent', 'me'],
      ['ACCEPT', ' a/b '],
    ],
  });
  assert.deepEqual(checkRequest(own, 'UA').headers, [
    ['user-agent', 'me'],
    ['accept', 'a/b'],
  ]);
});

it('turns userinfo into a header, unless there is one, and drops the fragment', () => {
  const { url, headers } = checkRequest(get('http://user:p%40ss@x/a?b=1#c'), 'UA');
  assert.equal(url.href, 'http://x/a?b=1');
  assert.deepEqual(headers[0], ['authorization', `Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  const own = checkRequest(get('http://u@x/', { headers: [['Authorization', 'Bearer t']] }), 'UA');
  assert.deepEqual(
    own.headers.filter(([name]) => name === 'authorization'),
    [['authorization', 'Bearer t']],
  );
});

it('accepts only absolute http and https URLs', () => {
  for (const url of ['', 'x', '//x/', '/a', 'http://', 'http://a b/', 'http://[::1', 'http://x:99999/']) {
    refused({ url }, /no valid URL/);
  }
  for (const url of ['file:///etc/passwd', 'ftp://x/', 'data:,x', 'javascript:1', 'blob:x', 'gopher://x/']) {
    refused({ url }, /only http and https URLs can be fetched, not [a-z]+:/);
  }
  refused({ url: 'http://[fe80::1%25eth0]/' }, /no valid URL/);
  refused({ url: `http://x/${'a'.repeat(20_000)}` }, /longer than 16384/);
});

it('reads decimal, octal and hexadecimal hosts as addresses', () => {
  for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '①②⑦.0.0.1']) {
    assert.equal(
      checkRequest(get(`http://${host}/`), 'UA').url.hostname.replace(/\.$/, ''),
      '127.0.0.1',
      host,
    );
  }
});

it('refuses unknown methods, and bodies of methods that have none', () => {
  for (const method of ['CONNECT', 'TRACE', 'get', 'A B', ''])
    refused({ method }, /method .* is not supported/);
  refused({ body: Buffer.from('x') }, /a GET request cannot have a body/);
  refused({ method: 'HEAD', body: Buffer.from('x') }, /a HEAD request cannot have a body/);
  refused({ method: 'POST', body: new Uint8Array(11 * 1024 * 1024) }, /the request body is larger/);
});

it('refuses headers that could change or split the request', () => {
  const cases: [name: string, value: string, message: RegExp][] = [
    ['a b', 'x', /"a b" is no valid header name/],
    ['', 'x', /no valid header name/],
    ['a\r\nb', 'x', /no valid header name/],
    ['x', 'a\r\nHost: y', /header x has characters/],
    ['x', 'a\0', /header x has characters/],
    ['x', '€', /header x has characters/],
    ['Host', 'y', /header host cannot be set/],
    ['Content-Length', '5', /content-length cannot be set/],
    ['Transfer-Encoding', 'chunked', /transfer-encoding cannot be set/],
    ['Connection', 'close', /connection cannot be set/],
    ['Accept-Encoding', 'zstd', /accept-encoding cannot be set/],
    ['x', 'a'.repeat(20_000), /bytes of headers/],
  ];
  for (const [name, value, message] of cases) refused({ headers: [[name, value]] }, message);
  refused(
    { headers: Array.from({ length: 65 }, (): [string, string] => ['x', 'y']) },
    /more than 64 headers/,
  );
});

it('shows URLs without userinfo, query and fragment', () => {
  assert.equal(publicUrl('https://u:p@x:8443/a/b?token=1#t'), 'https://x:8443/a/b');
  assert.equal(publicUrl('not a url?secret'), '"not a url"');
  assert.equal(publicUrl('ftp://u:p@x/a?b'), 'ftp://x/a');
  assert.ok(publicUrl(`http://x/${'a'.repeat(999)}`).length < 220);
});
