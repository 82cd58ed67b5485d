import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, lines, remove, set } from './editing.ts';

const SHARED = [
  'base: &b {lat: 1, lon: 2} # shared',
  'd:',
  '  A:',
  '    params: *b # a',
  '  B:',
  '    <<: *b',
  '    x: 1',
];

/** The text with some lines replaced, by their number from 0. */
function replaced(changes: Readonly<Record<number, string | readonly string[]>>): string {
  return lines(...SHARED.flatMap((line, index) => changes[index] ?? [line]));
}

describe('aliases', () => {
  it('that are edited become a copy, and the anchor stays as it is', () => {
    const copy = ['    params: # a', '      lat: 5', '      lon: 2'];
    assert.equal(edited(SHARED, set('d/A/params/lat', 5)), replaced({ 3: copy }));
    assert.equal(
      edited(SHARED, remove('d/A/params/lat')),
      replaced({ 3: ['    params: # a', '      lon: 2'] }),
    );
    assert.equal(edited(SHARED, set('d/A/params', 'none')), replaced({ 3: '    params: none # a' }));
  });

  it('keep their value when the anchor is edited or removed: it moves to the first of them', () => {
    const moved = { 3: '    params: &b {lat: 1, lon: 2} # a' };
    assert.equal(
      edited(SHARED, set('base/lat', 5)),
      replaced({ 0: 'base: &b {lat: 5, lon: 2} # shared', ...moved }),
    );
    assert.equal(edited(SHARED, remove('base')), replaced({ 0: [], ...moved }));
    assert.equal(edited('a: &x 5 # c\nb: *x\nc: *x\n', set('a', true)), 'a: true # c\nb: &x 5\nc: *x\n');
  });

  it('keep their value when an anchor inside of what is removed goes', () => {
    const text = 'a:\n  b: &x {p: 1}\n  c: *x\nd: *x\n';
    assert.equal(edited(text, remove('a')), 'd: &x {p: 1}\n');
  });

  it('refer to the nearest anchor of their name', () => {
    const text = 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n';
    assert.equal(edited(text, set('a', 9)), 'a: 9\nb: &x 1\nc: &x 2\nd: *x\n');
    assert.equal(edited(text, set('c', 9)), 'a: &x 1\nb: *x\nc: 9\nd: &x 2\n');
  });
});

describe('merge keys', () => {
  it('are overridden by an own entry', () => {
    assert.equal(edited(SHARED, set('d/B/lat', 7)), `${lines(...SHARED)}    lat: 7\n`);
  });

  it('are written out when one of the merged entries is removed', () => {
    assert.equal(edited(SHARED, remove('d/B/lat')), replaced({ 5: [], 6: ['    x: 1', '    lon: 2'] }));
    const own = 'b: &b {p: 1, q: 2}\nc:\n  <<: *b\n  p: 3\n';
    assert.equal(edited(own, remove('c/p')), 'b: &b {p: 1, q: 2}\nc:\n  q: 2\n');
  });

  it('hand on their anchor when they are written out', () => {
    const text = 'a:\n  <<: &b {p: 1, q: 2}\n  r: *b\n';
    assert.equal(edited(text, remove('a/q')), 'a:\n  r: &b {p: 1, q: 2}\n  p: 1\n');
  });

  it('stay when an entry is removed that they do not bring', () => {
    assert.equal(edited(SHARED, remove('d/B/x')), replaced({ 6: [] }));
  });

  it('are copied where a map that they bring is edited', () => {
    const text = 'b: &b {params: {p: 1, q: 2}}\nc:\n  <<: *b\n';
    assert.equal(edited(text, set('c/params/q', 3)), `${text}  params:\n    p: 1\n    q: 3\n`);
  });

  it('of several sources are written out together', () => {
    const text = 'a: &a {p: 1}\nb: &b {p: 2, q: 2}\nc: {<<: [*a, *b], r: 3}\n';
    assert.equal(edited(text, remove('c/q')), 'a: &a {p: 1}\nb: &b {p: 2, q: 2}\nc: {r: 3, p: 1}\n');
  });
});
