import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, remove, set } from './editing.ts';

describe('edits in flow style', () => {
  it('change a value, or give one to a key that has none', () => {
    assert.equal(
      edited('p: { a: 1, "b":2, c } # x\n', set('p/a', 5), set('p/b', 6), set('p/c', 7)),
      'p: { a: 5, "b":6, c: 7 } # x\n',
    );
    assert.equal(edited('p: {a: , b: }\n', set('p/a', 1), set('p/b', '#fff')), 'p: {a: 1, b: "#fff"}\n');
  });

  it('add an entry with the spaces of the others', () => {
    assert.equal(
      edited('p: {a: 1}\nq: { a: 1 }\n', set('p/b', { c: 1 }), set('q/b', { c: 1 })),
      'p: {a: 1, b: {c: 1}}\nq: { a: 1, b: { c: 1 } }\n',
    );
    assert.equal(edited('p: {a: 1,}\n', set('p/b', 2)), 'p: {a: 1, b: 2}\n');
    assert.equal(edited('{devices: {}}', set('devices/x', { a: 1 })), '{devices: {x: {a: 1}}}');
    assert.equal(edited('{}\n', set('a', 1)), '{ a: 1 }\n');
  });

  it('add a line where every entry has one, with and without a last comma', () => {
    assert.equal(
      edited('p: {\n    a: 1, # one\n    b: 2 # two\n}\n', set('p/c', 3)),
      'p: {\n    a: 1, # one\n    b: 2, # two\n    c: 3\n}\n',
    );
    assert.equal(
      edited('p: {\n  a: 1,\n  b: 2, # two\n}\n', set('p/c', 3)),
      'p: {\n  a: 1,\n  b: 2, # two\n  c: 3,\n}\n',
    );
    assert.equal(edited('p: {\n  a: 1,\n  b: 2 }\n', set('p/c', 3)), 'p: {\n  a: 1,\n  b: 2,\n  c: 3 }\n');
  });

  it('remove an entry with its comma, and with its line', () => {
    const text = 'p: {a: 1, b: 2, c: 3} # x\n';
    assert.equal(edited(text, remove('p/a')), 'p: {b: 2, c: 3} # x\n');
    assert.equal(edited(text, remove('p/b')), 'p: {a: 1, c: 3} # x\n');
    assert.equal(edited(text, remove('p/c')), 'p: {a: 1, b: 2} # x\n');
    assert.equal(edited(text, remove('p/a'), remove('p/b'), remove('p/c')), 'p: {} # x\n');
    assert.equal(edited('p: {\n  a: 1, # one\n  b: 2 # two\n}\n', remove('p/b')), 'p: {\n  a: 1, # one\n}\n');
    assert.equal(edited('p: {\n  a: 1, # one\n  b: 2 # two\n}\n', remove('p/a')), 'p: {\n  b: 2 # two\n}\n');
  });

  it('leave comments inside the braces of an empty map alone', () => {
    assert.equal(edited('p: {\n  # nothing yet\n}\n', set('p/a', 1)), 'p: { a: 1\n  # nothing yet\n}\n');
  });
});
