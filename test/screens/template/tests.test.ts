import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from './render.ts';

/** True and false expressions. */
const TRUE = [
  '5 is defined',
  'none is defined',
  'data.x is undefined',
  'data.x is not defined',
  'none is none',
  'none is null',
  'data.x is not none',
  '3 is odd',
  '-3 is odd',
  '0 is even',
  '9 is divisibleby(3)',
  '9 is divisible_by(by=3)',
  '"a" is string',
  '("a" | safe) is string',
  '1.5 is number',
  '1 is integer',
  '1.5 is float',
  'false is boolean',
  'true is true',
  'false is false',
  '{} is mapping',
  '{} is object',
  '[] is sequence',
  '"a" is sequence',
  '[] is iterable',
  '{} is iterable',
  '[] is empty',
  '"" is empty',
  'data.x is empty',
  '[0] is truthy',
  '[] is falsy',
  '"abc" is starting_with("ab")',
  '"abc" is ending_with("bc")',
  '"abc" is containing("b")',
  '[1, 2] is containing(2)',
  '{ a: 1 } is containing("a")',
  '2 is in([1, 2])',
  '5 is eq(5) and 5 is equalto(5)',
  '5 is ne(6)',
  '5 is lt(6) and 5 is lessthan(6) and 5 is le(5)',
  '5 is gt(4) and 5 is greaterthan(4) and 5 is ge(5)',
  'data.l is sameas(data.l)',
  '"a" is sameas("a")',
  '"abc1" is lower',
  '"ABC1" is upper',
  '123 is starting_with("12")',
];
const FALSE = [
  'data.x is defined',
  'data.x is none',
  'data.x is odd',
  '2.5 is odd or 2.5 is even',
  '[] is mapping',
  '("a" | safe) is mapping',
  '"5" is number',
  '1 is true',
  '0 is false',
  '5 is iterable',
  '5 is empty',
  'data.x is starting_with("a")',
  'none is containing(1)',
  '[1] is sameas([1])',
  '"1" is eq(1)',
  'data.x is gt(1)',
  '"Ab" is lower or "Ab" is upper',
];

describe('tests', () => {
  for (const expression of TRUE) {
    it(`${expression}: true`, () => assert.equal(output(`{{ ${expression} }}`, { l: [1] }), 'true'));
  }
  for (const expression of FALSE) {
    it(`${expression}: false`, () => assert.equal(output(`{{ ${expression} }}`, { l: [1] }), 'false'));
  }

  it('refuse values of unsuitable types', () => {
    assert.match(failure('{{ "3" is odd }}').message, /test 'odd' expects a number, got text/);
    assert.match(failure('{{ 1 is divisibleby(0) }}').message, /division by zero/);
    assert.match(
      failure('{{ [] is starting_with("a") }}').message,
      /test 'starting_with' expects text, got a list/,
    );
    assert.match(failure('{{ 1 is gt("a") }}').message, /cannot compare a number with text/);
    assert.match(failure('{{ 1 is matching("a") }}').message, /unknown test 'matching'/);
  });
});
