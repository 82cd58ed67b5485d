import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FontFinder } from '../../../../src/pictures/fonts/font-finder.ts';
import { FontUse } from '../../../../src/pictures/fonts/font-instances.ts';
import type { SvgElement } from '../../../../src/pictures/svg/document/tree.ts';
import { readTexts } from '../../../../src/pictures/svg/fonts/document-texts.ts';
import { assignFonts } from '../../../../src/pictures/svg/fonts/text-fonts.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { bundledBook } from '../../../support/fonts/bundled.ts';
import { byId, styled } from '../../../support/pictures/svg-documents.ts';

const finder = new FontFinder(bundledBook());

/** The element `#x` after fonts were given out, with the fonts by their names. */
function assigned(body: string) {
  const document = styled(body);
  const use = new FontUse();
  const found = readTexts(new Scene(document), { width: 800, height: 480 });
  const warnings = assignFonts(document, found, new Set(), { finder, use });
  const fonts = new Map(use.fonts.map((used) => [used.family, used.font]));
  return { x: byId(document, 'x'), fonts, warnings: warnings.map(({ message }) => message) };
}

const texts = (element: SvgElement): string[] =>
  element.children.map((child) => (child.kind === 'text' ? child.text : `<${child.name}>`));

test('a text names its font instance and nothing else of the font', () => {
  const { x, fonts } = assigned('<text id="x" font-weight="650" font-style="italic">a</text>');
  const font = fonts.get(x.attributes['font-family'] ?? '');
  assert.deepEqual(font?.location, [['wght', 650]]);
  assert.equal(font?.face.style, 'italic');
  assert.equal(x.attributes['font-weight'], undefined);
  assert.equal(x.attributes['font-style'], undefined);
});

test('fonts are inherited through groups and spans', () => {
  const { x, fonts } = assigned(
    '<g font-family="monospace"><text font-weight="bold"><tspan id="x">a</tspan></text></g>',
  );
  const font = fonts.get(x.attributes['font-family'] ?? '');
  assert.deepEqual([font?.face.families[0], font?.location], ['SourceCodeVF', [['wght', 700]]]);
});

test('no font property is left on groups', () => {
  const { x } = assigned('<g id="x" style="font: bold 12px serif"><text>a</text></g>');
  assert.deepEqual(Object.keys(x.attributes).sort(), ['font-size', 'font-variant', 'id']);
});

test('a text that needs two fonts is cut into spans', () => {
  const { x, fonts } = assigned('<text id="x" font-family="Silkscreen">abж def</text>');
  assert.deepEqual(texts(x), ['ab', '<tspan>', 'def']);
  assert.equal(fonts.size, 2);
});

test('spans that were made are not visited again', () => {
  const { x } = assigned('<text id="x" font-family="Silkscreen" font-weight="bold">aж</text>');
  const span = x.children[1];
  assert.ok(span?.kind === 'element');
  assert.notEqual(span.attributes['font-family'], x.attributes['font-family']);
});

test('blank ends of a text ask for no font', () => {
  const { x, fonts } = assigned(
    '<text id="x" font-family="serif">\n  <tspan font-family="monospace">a</tspan>\n</text>',
  );
  assert.deepEqual(texts(x), ['<tspan>']);
  assert.equal(fonts.size, 1);
});

test('preserved white space stays', () => {
  const { x } = assigned('<text id="x" xml:space="preserve"> <tspan>a</tspan> </text>');
  assert.deepEqual(texts(x), [' ', '<tspan>', ' ']);
});

test('missing characters are named in one warning', () => {
  const { warnings } = assigned('<text id="x">漢字</text><text>漢</text>');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /漢 \(U\+6F22\), 字 \(U\+5B57\)$/);
});

test('a flood of missing characters gives a short warning', () => {
  const many = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  const [warning = ''] = assigned(`<text id="x">${many}</text>`).warnings;
  assert.match(warning, /and 488 more$/);
});
