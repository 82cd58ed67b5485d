import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyHref, decodeDataUri } from '../../../../src/pictures/svg/images/href.ts';
import { HIDDEN_NAMES } from '../../../support/hostile/hidden-spellings.ts';

for (const [href, path] of [
  ['a.png', 'a.png'],
  ['./img/a.png', 'img/a.png'],
  ['img//a.png', 'img/a.png'],
  ['a%20b.png', 'a b.png'],
  ['a.png?v=2#x', 'a.png'],
  [' a.png ', 'a.png'],
] as const) {
  test(`"${href}" is the file ${path}`, () => assert.deepEqual(classifyHref(href), { kind: 'file', path }));
}

for (const href of [
  '/etc/passwd',
  '../a.png',
  'img/../../a.png',
  '%2e%2e/a.png',
  '..%2fa.png',
  '%2fetc/passwd',
  'file:///etc/passwd',
  'FILE:a.png',
  'C:\\a.png',
  'img\\a.png',
  '%5c%5cserver',
  'a%00.png',
  'a%ff.png',
  'javascript:alert(1)',
  'ftp://x/a.png',
  '.',
  `${'a'.repeat(600)}.png`,
]) {
  test(`"${href.slice(0, 30)}" is refused`, () => assert.equal(classifyHref(href).kind, 'refused'));
}

for (const href of ['http://x/a.png', 'https://x/a.png', 'HTTPS://x/a.png', '//x/a.png']) {
  test(`${href} is refused with a hint to http_get`, () => {
    const found = classifyHref(href);
    assert.match(found.kind === 'refused' ? found.reason : '', /http_get/);
  });
}

test('an empty reference and a fragment show nothing', () => {
  assert.equal(classifyHref('').kind, 'none');
  assert.equal(classifyHref('#a').kind, 'none');
});

test('data URIs are decoded, in base64 and in percent signs', () => {
  assert.equal(decodeDataUri('data:image/png;base64,aGFsbG8=')?.toString(), 'hallo');
  assert.equal(decodeDataUri('data:image/svg+xml;utf8,%3Csvg/%3E')?.toString(), '<svg/>');
  assert.equal(decodeDataUri('data:,a b')?.toString(), 'a b');
  assert.equal(decodeDataUri('data:image/png;base64'), null);
  assert.equal(decodeDataUri('data:,%zz'), null);
});

test('hidden files are refused in any spelling', () => {
  for (const name of HIDDEN_NAMES) {
    const percent = [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    for (const href of [
      name,
      `img/${name}`,
      `./${name}`,
      `.//./${name}`,
      `${name}/a.png`,
      percent,
      `img/${percent}`,
    ]) {
      assert.equal(classifyHref(href).kind, 'refused', JSON.stringify(href));
    }
  }
  assert.equal(classifyHref('%2ehidden.png').kind, 'refused');
  assert.equal(classifyHref('.%2f.hidden.png?x#y').kind, 'refused');
});
