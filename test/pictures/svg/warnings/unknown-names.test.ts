import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';

describe('a name that SVG does not have', () => {
  for (const [what, body, message] of [
    ['an element', '<rectangle/>', 'SVG has no element <rectangle>, it is not drawn'],
    [
      'a misspelt element',
      '<cirlce r="5"/>',
      'SVG has no element <cirlce>, it is not drawn; did you mean circle?',
    ],
    [
      'an element in small letters',
      '<lineargradient/>',
      'SVG has no element <lineargradient>, it is not drawn; did you mean linearGradient?',
    ],
    [
      'a misspelt attribute',
      '<rect widht="5" height="5"/>',
      '<rect> has no attribute "widht", it has no effect; did you mean width?',
    ],
    [
      'an attribute of CSS',
      '<text font-wieght="700">a</text>',
      '<text> has no attribute "font-wieght", it has no effect; did you mean font-weight?',
    ],
    [
      'an attribute of another element',
      '<circle x="5" r="4"/>',
      '<circle> has no attribute "x", it has no effect; did you mean cx?',
    ],
    [
      'a place of a group',
      '<g x="5"/>',
      '<g> has no attribute "x", it has no effect: use transform="translate(x y)"',
    ],
    ['an attribute of HTML', '<image src="a.png"/>', '<image> has no attribute "src", it has no effect'],
    [
      'a box for text',
      '<text inline-size="90">a</text>',
      'inline-size has no effect: lines are not broken: wrap the text in the script, with a <tspan> for each line',
    ],
  ] as const) {
    it(`${what} is named with its place`, async () => {
      const warnings = await warningsAbout(`<svg viewBox="0 0 80 48">\n  ${body}</svg>`);
      assert.deepEqual(warnings, [`test.svg:2:3: ${message}`]);
    });
  }

  it('is none for what other programs read', async () => {
    const svg = `<svg xmlns:inkscape="http://x" inkscape:version="1" version="1.1" data-x="1" aria-label="a" role="img"
      onclick="a()" xml:lang="de" viewBox="0 0 9 9"><inkscape:grid/><title lang="en">a</title>
      <rect width="5" height="5" tabindex="1" style="-inkscape-font-specification:x"/></svg>`;
    assert.deepEqual(await warningsAbout(svg), []);
  });

  it('is named once, and five at most', async () => {
    const many = Array.from({ length: 9 }, (_, i) => `<rect a${i}="1"/><rect a0="2"/>`).join('');
    assert.equal((await warningsAbout(`<svg>${many}</svg>`)).length, 5);
  });
});
