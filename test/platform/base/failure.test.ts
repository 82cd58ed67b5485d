import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeFailure } from '../../../src/platform/base/failure.ts';

it('writes the parts of the place that are known', () => {
  const failure = { code: 'script_error', message: 'boom' } as const;
  assert.equal(describeFailure(failure), 'boom');
  assert.equal(describeFailure({ ...failure, file: 'a.lua' }), 'a.lua: boom');
  assert.equal(describeFailure({ ...failure, file: 'a.lua', line: 3 }), 'a.lua:3: boom');
  assert.equal(describeFailure({ ...failure, file: 'a.lua', line: 3, column: 7 }), 'a.lua:3:7: boom');
});
