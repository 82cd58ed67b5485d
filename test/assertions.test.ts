/** A test that asserts nothing fails only when something throws. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertingNames, asserts, readBodies } from './support/source/assertions.ts';

const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
);
const files = names.map((name) => ({
  name,
  ...readBodies(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
}));
/** Helpers that have files of their own. */
const shared = files.filter(({ name }) => !name.endsWith('.test.js')).flatMap(({ helpers }) => helpers);

describe('every test', () => {
  it('asserts something, itself or by a helper', () => {
    assert.ok(files.flatMap(({ tests }) => tests).length > 1500);
    const silent = files.flatMap(({ name, tests, helpers }) => {
      const asserting = assertingNames([...helpers, ...shared]);
      return tests.filter(({ words }) => !asserts(words, asserting)).map((test) => `${name}: ${test.name}`);
    });
    assert.deepEqual(silent, []);
  });
});

describe('a test is silent', () => {
  for (const [what, source, silent] of [
    ['when it only calls', "it('a', () => { read(1); });", true],
    [
      'also beside a helper that asserts',
      "function check() { assert.ok(1); }; it('a', () => read(1));",
      true,
    ],
    ['not when it asserts', "it('a', () => { assert.equal(1, 1); });", false],
    ['not when a helper does', "function check() { assert.ok(1); } it('a', () => check());", false],
    [
      'not when a helper of a helper does',
      "const one = () => assert.ok(1); const two = () => { one(); }; test('a', two);",
      false,
    ],
  ] as const) {
    it(what, () => {
      const { tests, helpers } = readBodies(source);
      assert.equal(tests.length, 1);
      assert.equal(
        tests.some(({ words }) => !asserts(words, assertingNames(helpers))),
        silent,
      );
    });
  }
});
