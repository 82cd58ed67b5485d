import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preferredCoding } from '../../../src/server/http/accept-encoding.ts';

it('the coding that a caller prefers, and ours among equals', () => {
  for (const [header, expected] of [
    [undefined, null],
    ['', null],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.5 , gzip ;q=0.4', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['deflate', null],
    ['br;q=2x', 'br'],
    [`${','.repeat(5_000)}gzip`, 'gzip'],
  ] as const) {
    assert.equal(preferredCoding(header, ['br', 'gzip']), expected, header?.slice(0, 60));
  }
  assert.equal(preferredCoding('br, gzip', []), null);
  assert.equal(preferredCoding('br', ['gzip']), null);
});
