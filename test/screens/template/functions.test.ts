import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from './render.ts';

describe('range', () => {
  it('counts up and down, without the end', () => {
    assert.equal(output('{{ range(3) }}{{ range(end=2) }}{{ range(1, 4) }}'), '[0,1,2][0,1][1,2,3]');
    assert.equal(
      output('{{ range(start=1, end=8, step_by=3) }}{{ range(5, 0, -2) }}{{ range(0, 1, 0.5) }}'),
      '[1,4,7][5,3,1][0,0.5]',
    );
    assert.equal(output('{{ range(0) }}{{ range(5, 1) }}{{ range(-3) }}'), '[][][]');
  });

  it('refuses a step of 0 and too many numbers', () => {
    assert.match(failure('{{ range(1, 5, 0) }}').message, /step_by must be a number other than 0/);
    assert.equal(failure('{{ range(10001) }}').code, 'template_limit');
    assert.equal(output('{{ range(10000) | length }}'), '10000');
  });
});

describe('cycler and joiner', () => {
  it('remember their position', () => {
    assert.equal(
      output(
        '{% set c = cycler("a", "b") %}{% for x in range(3) %}{{ c.next() }}{% endfor %}{{ c.current }}{{ c.reset() }}{{ c.current }}{{ c.next() }}',
      ),
      // What comes next is current, as in Jinja.
      'ababaa',
    );
    assert.equal(output('{% set j = joiner() %}{{ j() }}a{{ j() }}b{{ j() }}c'), 'a, b, c');
  });

  it('start again in every rendering', () => {
    const source = '{% set c = cycler(1, 2) %}{{ c.next() }}';
    assert.equal(output(source) + output(source), '11');
  });

  it('need at least one value', () => {
    assert.match(failure('{{ cycler() }}').message, /needs at least one value/);
  });
});
