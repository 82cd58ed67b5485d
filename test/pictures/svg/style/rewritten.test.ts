/** Values of CSS that resvg does not know are drawn as what they mean: held to the same picture in its own words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DrawOptions, draw, GREYS } from '../../../support/pictures/svg-pictures.ts';

async function pixels(body: string, attributes: string, options: DrawOptions): Promise<readonly string[]> {
  const drawn = await draw(`<svg viewBox="0 0 80 48" ${attributes}>${body}</svg>`, options);
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.error.message);
  assert.deepEqual(drawn.value.warnings, []);
  return drawn.value.tiles.map(({ rgba }) => Buffer.from(rgba).toString('base64'));
}

describe('a value that is drawn as what it means', () => {
  for (const [what, written, meant, root = ''] of [
    ['rem of the initial size', '<rect width="2rem" height=".5REM"/>', '<rect width="32" height="8"/>'],
    [
      'rem of the root',
      '<text x="1rem" y="2rem" style="font-size: 1.5rem">Ab</text>',
      '<text x="20" y="40" font-size="30">Ab</text>',
      'font-size="20"',
    ],
    [
      'rem of a root in rem',
      '<g font-size="5"><text y="2rem" style="font: 1rem serif">Ab</text></g>',
      '<text y="40" style="font: 20px serif">Ab</text>',
      'font-size="1.25rem"',
    ],
    [
      'rem of a root in per cent',
      '<path d="M0 20H80" stroke="#000" stroke-dasharray="1rem, .5rem"/>',
      '<path d="M0 20H80" stroke="#000" stroke-dasharray="8, 4"/>',
      'style="font-size: 50%"',
    ],
    [
      'ch and Q',
      '<rect width="2ch" height="10Q" font-size="10"/>',
      '<rect width="10" height="9.448818897637796"/>',
    ],
    [
      'kept spaces',
      '<g style="white-space: pre"><text y="20">a    b</text></g>',
      '<text y="20" xml:space="preserve">a    b</text>',
    ],
    [
      'kept spaces, and others within',
      '<text y="20" style="white-space: pre-wrap">a   b<tspan style="white-space: normal">c    d</tspan></text>',
      '<text y="20" xml:space="preserve">a   b<tspan xml:space="default">c    d</tspan></text>',
    ],
    [
      'the line of a text',
      '<text y="20" style="text-decoration-line: underline">ab</text>',
      '<text y="20" text-decoration="underline">ab</text>',
    ],
    [
      'small capitals',
      '<text y="20" style="font-variant-caps: small-caps">ab</text>',
      '<text y="20" font-variant="small-caps">ab</text>',
    ],
  ] as const) {
    for (const [how, options] of [
      ['by the renderer', {}],
      ['in solid ink', { inks: GREYS, fitsText: true }],
    ] as const) {
      it(`looks alike, ${how}: ${what}`, async () => {
        const [one, other] = [await pixels(written, root, options), await pixels(meant, '', options)];
        assert.deepEqual(one, other);
      });
    }
  }
});
