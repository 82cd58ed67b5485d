import assert from 'node:assert/strict';
import { it } from 'node:test';
import { redact } from '../../src/base/redact.ts';

it('replaces every occurrence of every secret', () => {
  assert.equal(
    redact('key=hunter2&again=hunter2 pin=9876', ['hunter2', '9876']),
    'key=[redacted]&again=[redacted] pin=[redacted]',
  );
});

it('takes a secret literally, not as a pattern', () => {
  assert.equal(redact('a.*b axxb', ['a.*b']), '[redacted] axxb');
});

it('leaves texts alone of which a secret is too short to tell anything', () => {
  assert.equal(redact('banana', ['a', '']), 'banana');
});
