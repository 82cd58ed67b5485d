import assert from 'node:assert/strict';
import { it } from 'node:test';
import { arenasAreSet } from '../../../src/config/env/allocator.ts';

it('knows whether the operator limits the arenas of the allocator', () => {
  const before = process.env['MALLOC_ARENA_MAX'];
  try {
    delete process.env['MALLOC_ARENA_MAX'];
    assert.equal(arenasAreSet(), false);
    process.env['MALLOC_ARENA_MAX'] = '4';
    assert.equal(arenasAreSet(), true);
  } finally {
    delete process.env['MALLOC_ARENA_MAX'];
    if (before !== undefined) process.env['MALLOC_ARENA_MAX'] = before;
  }
});
