import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../../support/pictures/svg-pictures.ts';

const SIZE = { widthPx: 400, heightPx: 120 };

async function pixels(body: string): Promise<Buffer> {
  const { rgba, warnings } = await picture(`<svg viewBox="0 0 400 120" font-size="40">${body}</svg>`, SIZE);
  assert.deepEqual(warnings, []);
  return Buffer.from(rgba);
}

const text = (attributes: string, content = 'Hamburg 12'): string =>
  `<text x="10" y="80" ${attributes}>${content}</text>`;
const PLAIN = await pixels(text(''));
const BOLD_SERIF = text('font-family="Source Serif 4" font-weight="700"');
const css = (sheet: string, body: string): string => `<style>${sheet}</style>${body}`;

for (const [what, written] of [
  ['the font shorthand', text('style="font: bold 40px \'Source Serif 4\'"')],
  ['a shorthand with a line height', text('style="font: normal 700 40px/1.2 Source Serif 4, sans-serif"')],
  ['a class', css('.a{font-family:"Source Serif 4";font-weight:bold}', text('class="x a"'))],
  ['an id', css('#a{font:700 40px Source Serif 4}', text('id="a"'))],
  ['a type', css('text{font:700 40px Source Serif 4}', text(''))],
  ['an attribute selector', css('[data-kind="a"]{font:700 40px Source Serif 4}', text('data-kind="a"'))],
  [
    'a start of an attribute',
    css('[data-kind^="he"]{font:700 40px Source Serif 4}', text('data-kind="head"')),
  ],
  ['a child of a group', css('g.a > text{font:700 40px Source Serif 4}', `<g class="a">${text('')}</g>`)],
  ['inheritance from a group', `<g font-family="Source Serif 4" font-weight="700">${text('')}</g>`],
  ['inheritance by a style of the root', css('svg{font-family:Source Serif 4;font-weight:700}', text(''))],
  [
    'several style sheets',
    `<style>text{font:40px Source Serif 4}</style>${css('text{font-weight:700}', text(''))}`,
  ],
  [
    '!important over a style attribute',
    css(
      '.a{font-weight:700!important}',
      text('class="a" style="font-family:Source Serif 4;font-weight:300"'),
    ),
  ],
  [
    'a later rule over an earlier one',
    css('.a{font:300 40px monospace}.a{font:700 40px Source Serif 4}', text('class="a"')),
  ],
  [
    'a list whose first families are not there',
    text('font-weight="700" font-family="No Such Font, \'Nor, This\', Source Serif 4, monospace"'),
  ],
  ['another case and other quotes', text(`font-weight="bold" font-family='"SOURCE  serif 4"'`)],
  ['a generic family', text('font-weight="700" font-family="serif"')],
  [
    'a variation setting over a weight',
    text(`font-family="Source Serif 4" font-weight="200" style="font-variation-settings:'wght' 700"`),
  ],
  [
    'a span over all of a text',
    text('', '<tspan font-family="Source Serif 4" font-weight="700">Hamburg 12</tspan>'),
  ],
  [
    'a span in a span',
    text('', '<tspan style="font-family:Source Serif 4"><tspan font-weight="700">Hamburg 12</tspan></tspan>'),
  ],
  [
    'a rule for spans',
    css('tspan.a{font:700 40px Source Serif 4}', text('', '<tspan class="a">Hamburg 12</tspan>')),
  ],
  [
    '"bolder" in a group of 400',
    `<g font-family="Source Serif 4" font-weight="400">${text('font-weight="bolder"')}</g>`,
  ],
  [
    '"inherit" against a rule',
    `<g font-weight="700" font-family="Source Serif 4">${css('.a{font-weight:200}', text('class="a" style="font-weight:inherit"'))}</g>`,
  ],
  [
    'a use',
    `<defs><g font-family="Source Serif 4">${text('id="t"')}</g></defs><g font-weight="700">${text('font-family="Source Serif 4"')}</g>`,
  ],
] as const) {
  test(`${what} sets a font`, async () => {
    const wanted = await pixels(BOLD_SERIF);
    assert.notDeepEqual(wanted, PLAIN);
    assert.deepEqual(await pixels(written), wanted);
  });
}

for (const [what, written, same] of [
  ['rem', text('style="font-size:1rem"'), text('')],
  ['em', `<g font-size="20">${text('style="font-size:2em"')}</g>`, text('')],
  ['points', text('style="font-size:30pt"'), text('')],
  ['percent', `<g font-size="20">${text('font-size="200%"')}</g>`, text('')],
  ['a word', text('font-size="xx-large"'), text('font-size="32"')],
  ['a letter spacing in em', text('letter-spacing="0.1em"'), text('letter-spacing="4"')],
  ['a condensed face where there is none', text('font-stretch="condensed"'), text('')],
] as const) {
  test(`${what} is understood`, async () => assert.deepEqual(await pixels(written), await pixels(same)));
}

test('weight and slant change in the middle of a text', async () => {
  const mixed = await pixels(text('', 'Ham<tspan font-weight="800" font-style="italic">burg</tspan> 12'));
  assert.notDeepEqual(mixed, PLAIN);
  const start = (bytes: Buffer): Buffer =>
    Buffer.concat(Array.from({ length: 120 }, (_, y) => bytes.subarray(y * 1600, y * 1600 + 4 * 60)));
  assert.deepEqual(start(mixed), start(PLAIN));
});
