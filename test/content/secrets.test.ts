import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sensitiveValues } from '../../src/content/secrets.ts';
import type { ParamField } from '../../src/domain/params.ts';

function field(name: string, sensitive: boolean): ParamField {
  return {
    name,
    type: 'string',
    required: false,
    sensitive,
    multiline: false,
    hidden: false,
    advanced: false,
  };
}

it('sensitiveValues are the texts and numbers of the sensitive params that are set', () => {
  const schema = ['key', 'pin', 'list', 'absent', 'constructor'].map((name) => field(name, true));
  const params = { key: 'hush', pin: 1234, list: ['hush'], city: 'Berlin' };
  assert.deepEqual(sensitiveValues([...schema, field('city', false)], params), ['hush', '1234']);
});
