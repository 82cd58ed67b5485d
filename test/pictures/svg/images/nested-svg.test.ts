import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from '../../../../src/pictures/svg/document/tree.ts';
import { collectImages } from '../../../../src/pictures/svg/images/images.ts';
import { inlineSvgImages } from '../../../../src/pictures/svg/images/nested-svg.ts';
import { byId, signalOf, styled } from '../../../support/pictures/svg-documents.ts';

const uri = (source: string): string => `data:image/svg+xml,${encodeURIComponent(source)}`;
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

function inlined(body: string) {
  const document = styled(body);
  const { uses } = inlineSvgImages(document, collectImages(document), null);
  return { document, uses };
}

test('an SVG takes the place of the image that shows it', () => {
  const { document } = inlined(
    `<image id="x" x="1" y="2" width="30" height="40" opacity=".5" href="${uri('<svg viewBox="0 0 3 4"><rect/></svg>')}"/>`,
  );
  const group = byId(document, 'x');
  assert.deepEqual(
    [group.name, group.attributes['opacity'], group.attributes['href']],
    ['g', '.5', undefined],
  );
  const [inner] = group.children;
  assert.ok(inner?.kind === 'element');
  const { x, y, width, height, viewBox } = inner.attributes;
  assert.deepEqual([inner.name, x, y, width, height, viewBox], ['svg', '1', '2', '30', '40', '0 0 3 4']);
});

test('what surrounds the image is not inherited by it', () => {
  const { document } = inlined(
    `<g fill="red"><image id="x" href="${uri('<svg width="5" height="5"/>')}"/></g>`,
  );
  const [inner] = byId(document, 'x').children;
  assert.equal(inner?.kind === 'element' && inner.attributes['fill'], '#000');
});

test('styles of the image stay inside it, and those outside do not reach it', () => {
  const inner = '<svg><style>.a{fill:blue}</style><rect id="r" class="a"/><rect id="s" class="b"/></svg>';
  const { document } = inlined(
    `<style>.b{fill:red}</style><rect id="o" class="a"/><image href="${uri(inner)}"/>`,
  );
  assert.equal(byId(document, 'stipple-image1-r').attributes['fill'], 'blue');
  assert.equal(byId(document, 'stipple-image1-s').attributes['fill'], undefined);
  assert.equal(byId(document, 'o').attributes['fill'], undefined);
});

test('ids of two images do not clash', () => {
  const inner = uri(
    '<svg><defs><g id="a"/></defs><use href="#a"/><rect fill="url(#a)" style="mask:url(\'#a\')"/></svg>',
  );
  const { document } = inlined(`<image href="${inner}"/><image href="${inner}"/>`);
  const references: string[] = [];
  walk(document.root, ({ name, attributes }) => {
    if (name === 'use') references.push(attributes['href'] ?? '');
    if (name === 'rect') references.push(attributes['fill'] ?? '', attributes['mask'] ?? '');
  });
  assert.deepEqual(references.slice(0, 3), [
    '#stipple-image1-a',
    'url(#stipple-image1-a)',
    'url(#stipple-image1-a)',
  ]);
  assert.deepEqual(references[3], '#stipple-image2-a');
  assert.equal(byId(document, 'stipple-image2-a').name, 'g');
});

test('pictures inside the image are kept, files inside it are not read', () => {
  const inner = `<svg><image href="${PIXEL}"/><image id="f" href="file.png"/></svg>`;
  const { document, uses } = inlined(`<image href="${uri(inner)}"/>`);
  assert.deepEqual(
    uses.map(({ href }) => href.kind),
    ['data'],
  );
  assert.equal(byId(document, 'stipple-image1-f').attributes['href'], undefined);
});

test('elements of the image have the place of the image', () => {
  const { document } = inlined(`<g/><image id="x" href="${uri('<svg><g><rect id="r"/></g></svg>')}"/>`);
  assert.equal(byId(document, 'stipple-image1-r').start, byId(document, 'x').start);
});

test('images in images in images are refused at some depth', () => {
  let source = '<svg/>';
  for (let i = 0; i < 6; i += 1) source = `<svg><image href="${uri(source)}"/></svg>`;
  assert.match(
    signalOf(() => inlined(`<image href="${uri(source)}"/>`)),
    /^svg_limit/,
  );
});

test('a filter cannot show an SVG', () => {
  assert.match(
    signalOf(() =>
      inlined(`<filter id="f"><feImage href="${uri('<svg width="9"/>')}"/></filter><rect filter="url(#f)"/>`),
    ),
    /^asset_refused/,
  );
});

test('other images are left as they are', () => {
  const { uses } = inlined(`<image href="${PIXEL}"/><image href="a.png"/>`);
  assert.equal(uses.length, 2);
});
