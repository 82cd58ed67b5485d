import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyDefaults,
  checkDefault,
  checkParams,
  type ParamField,
  type ParamSchema,
  type ParamType,
} from '../../src/domain/params.ts';
import type { PlainObject, PlainValue } from '../../src/platform/base/plain.ts';

function field(name: string, type: ParamType, more: Partial<ParamField> = {}): ParamField {
  return {
    name,
    type,
    required: false,
    sensitive: false,
    multiline: false,
    hidden: false,
    advanced: false,
    ...more,
  };
}

/** The message about one value for one field; null when it fits. */
function complaint(definition: ParamField, value: PlainValue): string | null {
  const [problem, ...more] = checkParams([definition], { [definition.name]: value });
  assert.equal(more.length, 0);
  return problem?.message ?? null;
}

describe('checkParams', () => {
  it('accepts a fitting value of every type', () => {
    const size = field('v', 'enum', {
      options: [
        { value: 'a', label: 'A' },
        { value: 2, label: 'two' },
      ],
    });
    const fitting: [ParamField, PlainValue][] = [
      [field('v', 'string'), ''],
      [field('v', 'int', { min: -1, max: 3 }), 3],
      [field('v', 'float', { min: 0.5 }), 0.5],
      [field('v', 'bool'), false],
      [size, 'a'],
      [size, 2],
      [field('v', 'color'), '#FF8000'],
      [field('v', 'color'), '#f80'],
      [field('v', 'url'), 'https://example.org/a?b=c'],
    ];
    for (const [definition, value] of fitting) assert.equal(complaint(definition, value), null);
  });

  it('names parameter, expected and got of a value that does not fit', () => {
    const size = field('v', 'enum', {
      options: [
        { value: 'a', label: 'A' },
        { value: 2, label: 'two' },
      ],
    });
    const bad: [ParamField, PlainValue, string][] = [
      [field('v', 'string'), 5, 'expected a text, got 5'],
      [field('v', 'int'), 1.5, 'expected an integer, got 1.5'],
      [field('v', 'int'), '1', 'expected an integer, got "1"'],
      [field('v', 'int', { min: 1, max: 3 }), 4, 'expected an integer from 1 to 3, got 4'],
      [field('v', 'float', { min: 0 }), -0.1, 'expected a number of at least 0, got -0.1'],
      [field('v', 'float', { max: 9 }), [1], 'expected a number of at most 9, got a list'],
      [field('v', 'bool'), 'yes', 'expected true or false, got "yes"'],
      [size, '2', 'expected one of "a", 2, got "2"'],
      [field('v', 'color'), 'red', 'expected a colour such as "#ff8000", got "red"'],
      [
        field('v', 'url'),
        'javascript:alert(1)',
        'expected an http or https address, got "javascript:alert(1)"',
      ],
      [field('v', 'url'), 'https://', 'expected an http or https address, got "https://"'],
      [field('v', 'url'), { a: 1 }, 'expected an http or https address, got a map'],
    ];
    for (const [definition, value, message] of bad) {
      assert.equal(complaint(definition, value), `params.v: ${message}`);
    }
  });

  it('reports all problems at once, in the order of the schema', () => {
    const schema = [field('b', 'int', { required: true }), field('a', 'bool'), field('c', 'string')];
    const problems = checkParams(schema, { c: 1, a: 0 });
    assert.deepEqual(
      problems.map(({ param, message }) => `${param} | ${message}`),
      [
        'b | params.b: expected an integer, got nothing',
        'a | params.a: expected true or false, got 0',
        'c | params.c: expected a text, got 1',
      ],
    );
  });

  it('takes null for absent, and needs no required value that has a default', () => {
    const schema = [field('a', 'int'), field('b', 'int', { required: true, default: 3 })];
    assert.deepEqual(checkParams(schema, { a: null, b: null }), []);
    assert.equal(checkParams([field('a', 'int', { required: true })], { a: null }).length, 1);
  });

  it('ignores params that the schema does not know, and properties that all objects have', () => {
    assert.deepEqual(checkParams([field('a', 'int')], { other: 'x' }), []);
    const schema = [field('toString', 'string', { required: true }), field('__proto__', 'int')];
    assert.equal(checkParams(schema, {}).length, 1);
  });

  it('never shows the value of a sensitive parameter', () => {
    const key = field('key', 'url', { sensitive: true });
    assert.equal(
      complaint(key, 'hunter2'),
      'params.key: expected an http or https address, got a string (not shown)',
    );
  });

  it('cuts long values short', () => {
    assert.ok((complaint(field('v', 'color'), 'x'.repeat(5000)) ?? '').length < 200);
  });
});

describe('checkDefault', () => {
  it('says what a default should have been', () => {
    assert.equal(checkDefault(field('a', 'int', { max: 3, default: 4 })), 'an integer of at most 3');
    assert.equal(checkDefault(field('a', 'int', { default: 4 })), null);
    assert.equal(checkDefault(field('a', 'int')), null);
  });
});

describe('applyDefaults', () => {
  const schema: ParamSchema = [
    field('a', 'int', { default: 1 }),
    field('b', 'string', { default: 'x' }),
    field('c', 'bool'),
  ];

  it('merges the declared defaults under the given params', () => {
    assert.deepEqual(applyDefaults(schema, { a: 5, extra: true }), { a: 5, extra: true, b: 'x' });
    assert.deepEqual(applyDefaults(schema, {}), { a: 1, b: 'x' });
  });

  it('fills in what is null, and keeps false, 0 and the empty text', () => {
    assert.deepEqual(applyDefaults(schema, { a: 0, b: null }), { a: 0, b: 'x' });
    assert.deepEqual(applyDefaults(schema, { a: 0, b: '' }), { a: 0, b: '' });
  });

  it('gives the params themselves when nothing is missing', () => {
    const params: PlainObject = { a: 2, b: 'y' };
    assert.equal(applyDefaults(schema, params), params);
  });
});
