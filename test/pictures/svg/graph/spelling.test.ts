import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFilterList, readHref, readUrl } from '../../../../src/pictures/svg/graph/spelling.ts';

for (const [value, id, rest] of [
  ['url(#a)', 'a', ''],
  ['url("#a")', 'a', ''],
  ["url( '#a' )", 'a', ''],
  ['\n URL(\t#a ) red', 'a', 'red'],
  ['url(#a) url(#b)', 'a', 'url(#b)'],
  ['url(#a', 'a', ''],
  ['url("#a b")none', 'a b', 'none'],
  ['url("#a)b")', 'a)b', ''],
] as const) {
  test(`${JSON.stringify(value)} names ${JSON.stringify(id)}`, () => {
    assert.deepEqual(readUrl(value), { id, rest });
  });
}

for (const value of ['', 'none', '#a', 'red', 'url()', 'url(#)', 'url(a.svg#a)', 'xurl(#a)', 'u rl(#a)']) {
  test(`${JSON.stringify(value)} names nothing in the document`, () => assert.equal(readUrl(value), null));
}

test('an address of blanks is read in no time', () => {
  const start = process.cpuUsage();
  readUrl(`url(#${' '.repeat(1_000_000)}"x`);
  readFilterList('url('.repeat(200_000));
  assert.ok(process.cpuUsage(start).user < 2e6);
});

test('an href may have blanks around it', () => {
  assert.equal(readHref(' #a '), 'a');
  for (const value of ['a', 'a.svg#a', '#', '']) assert.equal(readHref(value), null);
});

test('a list of filters is cut into functions and addresses', () => {
  const list = readFilterList("blur(2px) url (#a)  DROP-SHADOW(0 0 1px rgb(1, 2, 3)) url('b.svg#b')");
  assert.deepEqual(
    list.map(({ name, id }) => [name, id]),
    [
      ['blur', null],
      ['url', 'a'],
      ['drop-shadow', null],
      ['url', null],
    ],
  );
  assert.equal(list[2]?.text, 'DROP-SHADOW(0 0 1px rgb(1, 2, 3))');
  for (const value of ['none', '', 'blur']) assert.deepEqual(readFilterList(value), []);
});
