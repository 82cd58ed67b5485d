import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';

function about(body: string): Promise<readonly string[]> {
  return warningsAbout(`<svg viewBox="0 0 80 48">\n${body}</svg>`);
}

describe('a value that cannot be read', () => {
  for (const [what, body, message] of [
    [
      'a colour',
      '<rect fill="blakc"/>',
      'fill="blakc" of <rect> is no colour: expected #rrggbb, a name such as black, rgb() or hsl()',
    ],
    [
      'a colour of five digits',
      '<rect stroke="#12345"/>',
      'stroke="#12345" of <rect> is no colour: expected #rrggbb, a name such as black, rgb() or hsl()',
    ],
    [
      'a colour of today',
      '<rect fill="oklch(50% 0.1 20)"/>',
      'fill="oklch(50% 0.1 20)" of <rect> is no colour: expected #rrggbb, a name such as black, rgb() or hsl()',
    ],
    [
      'a number that a template got wrong',
      '<rect x="NaN" width="5" height="5"/>',
      'x="NaN" of <rect> cannot be read: expected a number, with px, %, em, mm, … or nothing behind it',
    ],
    [
      'a length with a space',
      '<rect width="60 px" height="5"/>',
      'width="60 px" of <rect> cannot be read: expected a number, with px, %, em, mm, … or nothing behind it',
    ],
    [
      'an empty length',
      '<line x1="" x2="5"/>',
      'x1="" of <line> cannot be read: expected a number, with px, %, em, mm, … or nothing behind it',
    ],
    [
      'a path',
      '<path d="M 1 2 L 3 undefined L 4 5"/>',
      'd="M 1 2 L 3 undefined L 4 5" of <path> is drawn only up to "undefined", which cannot be read',
    ],
    ['a path without a start', '<path d="L 1 2"/>', 'd="L 1 2" of <path> is not drawn: a path begins with M'],
    [
      'points',
      '<polyline points="1,2 3,nil"/>',
      'points="1,2 3,nil" of <polyline> is drawn only up to "nil", which cannot be read',
    ],
    [
      'a transform',
      '<g transform="translate(5px, 3px)"/>',
      'transform="translate(5px, 3px)" of <g> has no effect as it cannot be read: expected translate(x y), scale(n), rotate(degrees), matrix(…), …',
    ],
  ] as const) {
    it(`${what} is named with its place`, async () =>
      assert.deepEqual(await about(body), [`test.svg:2:1: ${message}`]));
  }

  it('is none for what can be read', async () => {
    for (const body of [
      '<rect fill="RebeccaPurple" stroke="transparent" x="1e1" y=".5em" width="50%" height="-1"/>',
      '<rect style="fill:rgb(1 2 3 / 50%);stroke:hsl(120deg 50% 50%)"/>',
      '<rect fill="none" stroke="currentColor" color="inherit"/>',
      '<text x="1 2,3" dx="1, 2" font-size="x-large" letter-spacing="normal">abc</text>',
      '<text font-size="2rem" word-spacing="2ch">a</text>',
      '<path d=""/><path d="none"/><path d="m1-2.5e3,4Z"/><polygon points=""/>',
      '<g transform="translate(400-50)"/><g transform="none"/><g transform=""/>',
      '<rect fill="#808080 icc-color(x, 1)"/>',
    ]) {
      assert.deepEqual(await about(body), [], body);
    }
  });
});

describe('a reference to an id that no element has', () => {
  for (const [what, body, message] of [
    [
      'a paint',
      '<linearGradient id="sky"/><rect fill="url(#ski)"/>',
      'fill of <rect> refers to "#ski", which does not exist; did you mean sky?',
    ],
    [
      'a use',
      '<g id="icon"/><use href="#icons"/>',
      'href of <use> refers to "#icons", which does not exist; did you mean icon?',
    ],
    [
      'a clip in a style',
      '<rect style="clip-path: url(#c)"/>',
      'clip-path of <rect> refers to "#c", which does not exist',
    ],
  ] as const) {
    it(`${what} is named with its place`, async () => {
      assert.equal((await about(`\n${body}`)).at(0)?.replace(/^test\.svg:3:\d+: /, ''), message);
    });
  }

  it('is fine with a fallback', async () => {
    assert.deepEqual(await about('<rect fill="url(#none) red"/>'), []);
  });
});
