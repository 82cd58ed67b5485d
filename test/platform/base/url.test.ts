/** Addresses: what is longer than any that is meant is refused before it is parsed, and only one place parses. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isUrlSized, parseUrl } from '../../../src/platform/base/url.ts';

const SOURCE = path.join(import.meta.dirname, '../../../src');

/** So long a host, as the parser has understood it, takes a few milliseconds. */
const LONG_HOST = 1_100;

/** Each parses texts of ours: of its own modules, of a config that was read, of addresses that were put together from numbers. */
const OTHERS: readonly string[] = [
  'platform/base/entry-files.js',
  'platform/base/url.js',
  'config/read/read-webhooks.js',
  'screens/fetch/post-webhook.js',
  'screens/repos/socks.js',
  'server/http/swagger/pages.js',
  'cli/bench/start-target.js',
  'bench/load/load-run.js',
  'bench/load/wake.js',
  'bench/server/upstream.js',
];

/** Letters of other scripts, each another one. */
function letters(count: number): string {
  return Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e_00 + (n % 20_000))).join('');
}

describe('parseUrl', () => {
  it('reads addresses, and those relative to another', () => {
    assert.equal(parseUrl('https://Example.org/a?b#c')?.href, 'https://example.org/a?b#c');
    assert.equal(parseUrl('http://bücher.example/')?.host, 'xn--bcher-kva.example');
    assert.equal(parseUrl('/b', parseUrl('http://a/') ?? undefined)?.href, 'http://a/b');
    assert.equal(parseUrl(`http://a/?${'q'.repeat(10_000)}`)?.host, 'a');
    assert.equal(parseUrl(`http://${'u'.repeat(4_000)}@a/`)?.host, 'a');
    assert.equal(parseUrl(letters(3_000), parseUrl('http://a/') ?? undefined)?.host, 'a');
    assert.equal(parseUrl('nothing'), null);
  });

  it('refuses hosts that are longer than any, however the address begins', () => {
    for (const begin of [
      'http://',
      'http:',
      'https:\\\\',
      '//',
      '\t\n h\ttt\np:/\t/',
      'http://me:pw@',
      'ws:////',
      '\\/',
    ]) {
      const base = parseUrl('http://a/') ?? undefined;
      assert.equal(parseUrl(begin + letters(2_000), base), null, JSON.stringify(begin));
      assert.equal(parseUrl(`${begin}${letters(2_000)}/path`, base), null, JSON.stringify(begin));
    }
    assert.equal(isUrlSized(`http://${letters(1_000_000)}`), false);
  });

  it('never hands the parser a long host, whatever stands around it', () => {
    const piece = fc.constantFrom(
      'http:',
      'https:',
      'ws:',
      'x:',
      '/',
      '//',
      '\\',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
      '.',
      '%41',
      '\u00ad',
      'a',
    );
    const long = fc.integer({ min: 1, max: 3_000 }).map((count) => letters(count));
    const base = parseUrl('http://base/') ?? undefined;
    const text = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, { weight: 1, arbitrary: long }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const written = parts.join('');
        if (!isUrlSized(written)) return;
        for (const at of [undefined, base]) {
          const host = URL.canParse(written, at?.href) ? new URL(written, at?.href).hostname : '';
          // An opaque host is not converted: it is as long as it is written, or three times that.
          const isConverted = host.includes('xn--');
          assert.ok(!isConverted || host.length <= 5 * LONG_HOST, written.slice(0, 100));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the only one who parses addresses of others', () => {
    const parsing =
      /\bnew URL\((?!\s*["'`][^"'`]*["'`],\s*import\.meta)|\bURL\.(?:canParse|parse)\(|domainTo(?:ASCII|Unicode)|\burl\.parse\(/;
    const found = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.js') && parsing.test(readFileSync(path.join(SOURCE, file), 'utf8')));
    assert.deepEqual(found.sort(), [...OTHERS].sort());
  });
});
