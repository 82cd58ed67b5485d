import assert from 'node:assert/strict';
import { it } from 'node:test';
import { longCode } from '../../../src/domain/registration-code.ts';
import { proofOf, type SignatureCredential } from '../../../src/fleet/calls/credential.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { tokenOf } from './gate.ts';

it('the proof of a token is its digest, not the token', () => {
  assert.deepEqual(proofOf(tokenOf('secret')), {
    kind: 'token',
    value: sha256Hex('secret'),
    code: longCode('secret'),
  });
});

it('an empty token has no registration code, as it proves nothing', () => {
  assert.equal(proofOf(tokenOf('')).code, null);
});

it('the proof of a signature is the public key', () => {
  const publicKey = 'ab'.repeat(32);
  const credential: SignatureCredential = {
    kind: 'signature',
    version: 1,
    publicKey,
    signature: Buffer.alloc(64),
    timestampMs: 0,
    request: { method: 'GET', target: '/api/display', body: new Uint8Array() },
  };
  assert.deepEqual(proofOf(credential), { kind: 'signature', value: publicKey, code: longCode(publicKey) });
});
