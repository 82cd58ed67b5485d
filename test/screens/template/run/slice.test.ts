import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output, placeOf } from '../render.ts';

describe('a slice of a list or text', () => {
  it('of undefined and none is the same', () => {
    assert.equal(
      output('{{ data.missing[1:] }}{{ none[:2] }}{% for x in data.missing[:3] %}x{% endfor %}'),
      '',
    );
  });

  it('keeps text safe, and counts characters', () => {
    assert.equal(output('{{ ("<b>" | safe)[:2] }}{{ "<b>"[:2] }}{{ "a😀b"[1:2] }}'), '<b&lt;b😀');
  });

  it('accepts computed and undefined bounds', () => {
    assert.equal(output('{{ [1, 2, 3][data.from:data.to] | join }}', { from: 1 }), '23');
    assert.equal(output('{{ [1, 2, 3][1 if false else 2 : none] | join }}'), '3');
  });

  it('is refused for other values and bounds', () => {
    const fault = failure('{{ data.m[1:] }}', { m: { a: 1 } });
    assert.match(fault.message, /\[from:to\] needs a list or text, got a map/);
    assert.equal(placeOf(fault), '1:4');
    assert.match(failure('{{ [1]["a":] }}').message, /numbers of a part \[from:to\] must be whole, got text/);
    assert.match(failure('{{ [1][::0] }}').message, /the step of a part \[from:to:step\] cannot be 0/);
    assert.match(failure('{{ [1][0.5:] }}').message, /must be whole/);
  });
});
