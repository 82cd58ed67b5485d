import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeRangeBytes } from '../../../src/pictures/isolation/serve-parent.ts';

test('the range for machine code is whole pages, and far below the address space', () => {
  const bytes = codeRangeBytes();
  assert.equal(bytes % 4096, 0);
  assert.ok(bytes >= 0 && bytes < 2 ** 40, String(bytes));
});
