import assert from 'node:assert/strict';
import { it } from 'node:test';
import { secretsEqual, sha256, sha256Hex } from '../../../src/platform/base/hash.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it('hashes as FIPS 180-4 says', () => {
  assert.equal(sha256Hex(), EMPTY);
  assert.equal(sha256Hex('abc'), ABC);
  assert.equal(sha256('abc').toString('hex'), ABC);
});

it('hashes parts one after the other, texts as UTF-8', () => {
  assert.equal(sha256Hex('a', Buffer.from('b'), 'c'), ABC);
  assert.equal(sha256Hex('ü'), sha256Hex(new Uint8Array([0xc3, 0xbc])));
});

it('compares secrets of any length', () => {
  assert.equal(secretsEqual('abc', Buffer.from('abc')), true);
  assert.equal(secretsEqual('abc', 'abd'), false);
  assert.equal(secretsEqual('abc', 'abcd'), false);
  assert.equal(secretsEqual('', ''), true);
});
