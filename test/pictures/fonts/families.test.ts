import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEFAULT_FAMILY,
  displayFamily,
  familyKey,
  GENERIC_FAMILIES,
} from '../../../src/pictures/fonts/families.ts';
import { listFamilies } from '../../../src/pictures/fonts/font-book.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';

test('every generic family, and the default, stands for a bundled one', () => {
  const bundled = new Set(listFamilies(bundledBook()).map((family) => familyKey(family.name)));
  for (const [generic, names] of GENERIC_FAMILIES) {
    assert.ok(
      names.some((name) => bundled.has(familyKey(name))),
      generic,
    );
  }
  assert.ok(bundled.has(familyKey(DEFAULT_FAMILY)));
});

test('the five generic families of CSS, system-ui and pixel are known', () => {
  for (const name of ['sans-serif', 'serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'pixel']) {
    assert.ok(GENERIC_FAMILIES.has(name), name);
  }
});

test('a family is called what people call it', () => {
  assert.equal(displayFamily('SourceSans3VF'), 'Source Sans 3');
  assert.equal(displayFamily('Source Serif 4 Variable'), 'Source Serif 4');
  assert.equal(displayFamily('Inter Variable'), 'Inter');
  assert.equal(displayFamily('Variable'), 'Variable');
  assert.equal(displayFamily('Recursive'), 'Recursive');
});

test('families are compared without case and with single spaces', () => {
  assert.equal(familyKey('  Source   SANS 3 '), familyKey('source sans 3'));
  assert.notEqual(familyKey('Source Sans 3'), familyKey('SourceSans3'));
});
