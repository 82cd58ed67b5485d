/** Shapes whose place was once read otherwise than the renderer reads it, so that pieces of them were lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { greysOfPieces, greysOfWhole, pixelsOff } from '../../../support/pictures/greys.ts';

const SIZE = { widthPx: 800, heightPx: 480 };
const RECT = '<rect width="50" height="50"/>';

const SHAPES: Readonly<Record<string, string>> = {
  'a transform without separators': `<g transform="translate(400-50)translate(0 200)">${RECT}</g>`,
  'an unknown transform': `<g transform="translate(300 300) bogus(3)">${RECT}</g>`,
  'a transform with a unit': `<g transform="translate(300px 300px)">${RECT}</g>`,
  'an angle with a unit': `<g transform="rotate(45deg) translate(300)">${RECT}</g>`,
  'a path that goes on behind z': '<path d="M300 300h50v50z m-100-100h20v20z"/>',
  'a curve that goes on by T': '<path d="M20 120Q60 160 100 100T180 100T260 100" fill="none" stroke="#000"/>',
  'a curve that goes on by S':
    '<path d="M20 240C40 400 80 400 100 240S180 20 200 240" fill="none" stroke="#000"/>',
  'lengths in em of a size from around': `<g font-size="40"><rect x="5em" y="3em" width="2em" height="4ex"/></g>`,
  'lengths in rem': '<rect x="5rem" y="30" width="40" height="40"/>',
  'lengths in ch': '<rect x="50" y="30" width="4ch" height="40"/><circle cx="200" cy="200" r="50"/>',
  'lengths in Q': '<rect x="200Q" y="200" width="40" height="40"/>',
  'lengths in PX': '<rect x="200PX" y="200" width="40" height="40"/>',
  'lengths with a space before the unit': '<rect x="300 px" y="200" width="60" height="60"/>',
  'a radius in percent': '<circle cx="400" cy="240" r="20%"/>',
  'a stroke in percent': '<path d="M400 100v200" stroke="#000" stroke-width="10%"/>',
  'an ellipse with one radius': '<ellipse cx="400" cy="240" ry="90"/>',
  'a marker': `<marker id="m" markerWidth="40" markerHeight="40" overflow="visible"><circle r="9"/></marker><path d="M300 200h200" stroke="#000" stroke-width="4" marker-end="url(#m)"/>`,
  'a pattern by way of another': `<pattern id="a" width="20" height="20" patternUnits="userSpaceOnUse"><circle r="9"/></pattern><pattern id="b" href="#a"/><rect x="300" y="200" width="200" height="100" fill="url(#b)"/>`,
};

/** Content of markers may reach anywhere, so what has one has no known place. */
const DRAWN_WHOLE: ReadonlySet<string> = new Set(['a marker']);

describe('a shape is drawn in parts as it is as a whole:', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(name, async () => {
      const svg = `<svg viewBox="0 0 800 480"><rect width="800" height="480" fill="#fff"/>${shape}</svg>`;
      const whole = await greysOfWhole(svg, SIZE);
      const pieces = await greysOfPieces(svg, SIZE);
      assert.ok(whole.some((grey) => grey < 128));
      assert.equal(pieces === null, DRAWN_WHOLE.has(name));
      if (pieces !== null) assert.equal(pixelsOff(whole, pieces), 0);
    });
  }
});
