import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharacterNeeds, type CharacterSet } from '../../../src/pictures/fonts/unicode-groups.ts';

function setOf(...texts: string[]): CharacterSet {
  const needs = new CharacterNeeds();
  for (const text of texts) needs.add(text);
  return needs.finish();
}

const holds = (set: CharacterSet, character: string): boolean =>
  set.ranges.some(
    ([first, last]) => first <= (character.codePointAt(0) ?? 0) && (character.codePointAt(0) ?? 0) <= last,
  );

test('one letter brings its whole group, so that other texts find the same font', () => {
  assert.equal(setOf('a').key, setOf('Zebra 42!').key);
  assert.equal(setOf('ж').key, setOf('Привет').key);
  assert.notEqual(setOf('a').key, setOf('ж').key);
});

test('every character of the text is in the set', () => {
  const text = 'aé€Жω漢字かな한글→☂♞\u{1f600}\u{20000}ﬁشनก';
  const set = setOf(text);
  for (const character of text) assert.ok(holds(set, character), character);
});

test('CJK characters, symbols and icons are taken one by one', () => {
  const set = setOf('漢☂\ue123');
  for (const other of ['字', '☃', '\ue124']) assert.equal(holds(set, other), false, other);
});

test('Indic scripts are taken in blocks', () => {
  assert.ok(holds(setOf('न'), 'म'));
});

test('order and repetition do not change the key', () => {
  assert.equal(setOf('漢é字a').key, setOf('a字', 'é漢字').key);
});

test('a space is always there', () => {
  assert.ok(holds(setOf('漢'), ' '));
  assert.ok(holds(setOf(), ' '));
});

test('half of a surrogate pair is no reason to fail', () => {
  assert.ok(setOf('\ud83d').ranges.length > 0);
});
