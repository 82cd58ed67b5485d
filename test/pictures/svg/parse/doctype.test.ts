import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSvg } from '../../../../src/pictures/svg/parse/parse.ts';
import { signalOf } from '../../../support/pictures/svg-documents.ts';

const withDoctype = (doctype: string, text: string) =>
  parseSvg(`<!DOCTYPE svg ${doctype}><svg><text>${text}</text></svg>`, 'x.svg');

function textOf(doctype: string, text: string): string {
  const [element] = withDoctype(doctype, text).root.children;
  const child = element?.kind === 'element' ? element.children[0] : undefined;
  return child?.kind === 'text' ? child.text : '';
}

test('the usual DOCTYPE of SVG 1.1 is accepted', () => {
  const usual = 'PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';
  assert.equal(textOf(usual, 'a'), 'a');
});

test('short plain entities are replaced, as drawing programs write them', () => {
  assert.equal(textOf(`[<!ENTITY ns "http://x/"> <!ENTITY b 'B'>]`, '&ns;&b;'), 'http://x/B');
});

for (const [what, doctype] of [
  ['that contain entities', '[<!ENTITY a "x"><!ENTITY b "&a;&a;">]'],
  ['that contain markup', '[<!ENTITY a "<rect/>">]'],
  ['from a file', '[<!ENTITY a SYSTEM "file:///etc/passwd">]'],
  ['from a public address', '[<!ENTITY a PUBLIC "x" "http://x/">]'],
  ['of the DTD itself', '[<!ENTITY % a "x">]'],
  ['of great length', `[<!ENTITY a "${'x'.repeat(300)}">]`],
  ['in great number', `[${Array.from({ length: 70 }, (_, i) => `<!ENTITY e${i} "x">`).join('')}]`],
] as const) {
  test(`entities ${what} are refused`, () => {
    assert.match(
      signalOf(() => withDoctype(doctype, 'a')),
      /^svg_invalid /,
    );
  });
}

test('entities that would expand to megabytes are refused', () => {
  const doctype = `[<!ENTITY a "${'x'.repeat(250)}">]`;
  assert.match(
    signalOf(() => withDoctype(doctype, '&a;'.repeat(10_000))),
    /^svg_invalid /,
  );
});

test('a billion laughs end at once', () => {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  assert.match(
    signalOf(() => withDoctype(`[<!ENTITY l0 "ha">${levels.join('')}]`, '&l9;')),
    /^svg_invalid /,
  );
});
