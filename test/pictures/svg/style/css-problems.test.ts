import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';

describe('CSS that has no effect', () => {
  for (const [css, message] of [
    ['font-wieght: 700', 'the CSS property "font-wieght" has no effect; did you mean font-weight?'],
    [
      'text-transform: uppercase',
      'the CSS property "text-transform" has no effect: write the letters as they shall be, or use | upper and | lower',
    ],
    ['background: #fff', 'the CSS property "background" has no effect: draw a <rect> behind it'],
    [
      'fill: var(--ink)',
      'the CSS value "fill: var(--ink)" is not understood: var() is not worked out here; write the value, or {{ … }}',
    ],
    [
      'font-size: calc(2px + 3px)',
      'the CSS value "font-size: calc(2px + 3px)" is not understood: calc() is not worked out here; write the value, or {{ … }}',
    ],
    ['quux: 3', 'the CSS property "quux" has no effect'],
  ] as const) {
    it(`${css} is named in a style sheet, at its place`, async () => {
      const svg = `<svg viewBox="0 0 9 9">\n<style>\n  text {\n    ${css};\n  }\n</style><text>a</text></svg>`;
      assert.equal((await warningsAbout(svg))[0], `test.svg:4:5: ${message}`);
    });

    it(`${css} is named in an attribute, at its element`, async () => {
      const svg = `<svg viewBox="0 0 9 9">\n <text style="${css}">a</text></svg>`;
      assert.equal((await warningsAbout(svg))[0], `test.svg:2:2: ${message}`);
    });
  }

  it('rules in rules are named', async () => {
    const svg = '<svg viewBox="0 0 9 9">\n<style>g {\n  rect { fill: red }\n}</style></svg>';
    assert.match(
      (await warningsAbout(svg))[0] ?? '',
      /^test\.svg:3:3: CSS rules inside of other rules are ignored/,
    );
  });

  it('is none for what drawing programs write everywhere', async () => {
    const style =
      '-inkscape-stroke:none;line-height:normal;text-indent:0;color-rendering:auto;--x:1;cursor:pointer';
    assert.deepEqual(await warningsAbout(`<svg viewBox="0 0 9 9"><rect style="${style}"/></svg>`), []);
  });
});
