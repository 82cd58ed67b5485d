import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSvg } from '../../../src/pictures/svg/check.ts';
import { codeOf, svg } from '../../support/pictures/svg-documents.ts';

/** A group that is drawn a million times. */
const BOMB = Array.from({ length: 6 }, (_, i) => `<g id="a${i}">${`<use href="#a${i + 1}"/>`.repeat(10)}</g>`)
  .concat('<g id="a6"><rect width="9" height="9"/></g>')
  .join('');

test('size and files of an SVG are reported, each file once', () => {
  const source = svg('<image href="a.png"/><image href="./img/b%20c.jpg?v=1"/><image href="a.png"/>');
  const facts = checkSvg(source, 'x.svg');
  assert.ok(facts.ok);
  assert.deepEqual(
    facts.value.files.map(({ path }) => path),
    ['a.png', 'img/b c.jpg'],
  );
  assert.deepEqual([facts.value.viewport.width, facts.value.viewport.height], [800, 480]);
});

test('malformed XML is a failure with file, line and column', () => {
  const result = checkSvg('<svg>\n  <g>\n</svg>', 'clock.svg');
  assert.ok(!result.ok);
  const { code, file, line, column } = result.error;
  assert.deepEqual([code, file, line], ['svg_invalid', 'clock.svg', 2]);
  assert.equal(column, 3);
});

for (const [what, body, code] of [
  ['an image from the network', '<image href="http://x/a.png"/>', 'asset_refused'],
  ['a file outside the folder', '<image href="../a.png"/>', 'asset_refused'],
  [
    'an image of a filter from the network',
    '<filter id="f"><feImage xlink:href="https://x/"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    'asset_refused',
  ],
  ['a bomb', BOMB, 'svg_limit'],
  [
    'a bomb in an SVG that is an image',
    `<image href="data:image/svg+xml,${encodeURIComponent(`<svg>${BOMB}</svg>`)}"/>`,
    'svg_limit',
  ],
  ['an image that is a broken SVG', '<image href="data:image/svg+xml,%3Csvg%3E"/>', 'svg_invalid'],
] as const) {
  test(`${what} is known before anything is drawn`, () => {
    assert.equal(codeOf(checkSvg(svg(`\n${body}`), 'x.svg')), code);
  });
}

test('references of other elements that lead outside are dropped without a word', () => {
  assert.equal(codeOf(checkSvg(svg('<use href="other.svg#a"/><a href="http://x/"><g/></a>'), 'x.svg')), 'ok');
});
