import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from '../../../../src/pictures/svg/document/tree.ts';
import { settleReferences } from '../../../../src/pictures/svg/graph/settle.ts';
import { styled } from '../../../support/pictures/svg-documents.ts';

/** The attributes of each element below the root, after settling. */
function settled(body: string): readonly Record<string, string>[] {
  const document = styled(body);
  settleReferences(document);
  const all: Record<string, string>[] = [];
  walk(document.root, ({ attributes }) => all.push({ ...attributes }));
  return all.slice(1);
}

test('every spelling becomes the shortest one', () => {
  for (const fill of ['url(#a)', 'URL( &quot;#a&quot; )', "url('#a')", ' url(#a)']) {
    assert.deepEqual(settled(`<pattern id="a"/><g fill="${fill} red"/>`)[1], { fill: 'url(#a) red' });
  }
  assert.deepEqual(settled('<g id="a"/><use href=" #a "/>')[1], { href: '#a' });
  assert.deepEqual(settled('<filter id="a"/><g filter="blur(1px) url ( \'#a\' )"/>')[1], {
    filter: 'blur(1px) url(#a)',
  });
});

test('of several elements with one id the first keeps it', () => {
  assert.deepEqual(settled('<g id="a"/><g id="a"/><use href="#a"/>'), [{ id: 'a' }, {}, { href: '#a' }]);
});

test('ids that not everybody reads alike get another name', () => {
  const [group, use] = settled('<g id="a (b"/><use href="#a%20(b"/>');
  assert.match(group?.['id'] ?? '', /^stipple-id-\d+$/);
  assert.equal(use?.['href'], `#${group?.['id']}`);
  assert.deepEqual(settled('<g id="ü.1:_-"/><use href="#ü.1:_-"/>')[0], { id: 'ü.1:_-' });
});

test('no author can guess a name that is made here', () => {
  const [group, taken, use, other] = settled(
    '<g id="a b"/><g id="stipple-id-0"/><use href="#stipple-id-0"/><use href="#stipple-id-9"/>',
  );
  assert.notEqual(group?.['id'], taken?.['id']);
  assert.equal(use?.['href'], `#${taken?.['id']}`);
  assert.equal(other?.['href'], '#stipple-none');
});

test('"inherit" is what the parent has, or nothing where all is inherited anyway', () => {
  assert.deepEqual(settled('<mask id="m"/><g mask="url(#m)"><g mask="inherit" fill="inherit"/></g>')[2], {
    mask: 'url(#m)',
  });
});

test('a colour stays what it is, and so does a reference to nothing', () => {
  assert.deepEqual(settled('<g fill="#fff"/><use href="#no"/>'), [{ fill: '#fff' }, { href: '#no' }]);
});
