import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveOnError } from '../../src/domain/on-error.ts';

test('what the entry of a device says wins over what the config says for all', () => {
  assert.equal(resolveOnError({ onError: 'show' }, {}), 'show');
  assert.equal(resolveOnError({ onError: 'keep' }, {}), 'keep');
  assert.equal(resolveOnError({ onError: 'keep' }, { onError: 'show' }), 'show');
  assert.equal(resolveOnError({ onError: 'show' }, { onError: 'keep' }), 'keep');
});
