/** Texts that stay with the renderer are drawn whole, wherever their attributes lead them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { greysOfPieces, greysOfWhole, pixelsOff } from '../../../support/pictures/greys.ts';
import { inkBox, picture } from '../../../support/pictures/svg-pictures.ts';

const SIZE = { widthPx: 800, heightPx: 480 };
/** Keeps a text from the engine. */
const KEPT = 'opacity=".9"';
const PATH = '<defs><path id="p" d="M300 300q100 90 300 0"/></defs>';

const TEXTS: Readonly<Record<string, string>> = {
  'sizes in em': `<text x="100" y="100" font-size="20" ${KEPT}>a<tspan x="10em" y="3em" font-size="3em">Big</tspan></text>`,
  'a size from around': `<g font-size="80"><text x="100" y="200" ${KEPT}>abc</text></g>`,
  'a size in percent': `<g font-size="20"><text x="100" y="200" font-size="400%" ${KEPT}>abc</text></g>`,
  'spaced letters': `<text x="100" y="100" font-size="20" letter-spacing="2em" ${KEPT}>spaced out</text>`,
  'letters spaced from around': `<g letter-spacing="40"><text x="100" y="100" font-size="20" ${KEPT}>spaced out</text></g>`,
  'letters spaced in em from around': `<g font-size="40" letter-spacing="1em"><text x="100" y="100" font-size="20" ${KEPT}>spaced</text></g>`,
  'letters spaced by a share': `<text x="100" y="100" font-size="20" letter-spacing="5%" ${KEPT}>spaced out</text>`,
  'spaced words': `<text x="100" y="100" font-size="20" word-spacing="3em" ${KEPT}>a b c d</text>`,
  'words spaced from around': `<g word-spacing="60"><text x="100" y="100" font-size="20" ${KEPT}>a b c d</text></g>`,
  'a shifted baseline': `<text x="100" y="200" font-size="20" ${KEPT}>a<tspan baseline-shift="3em">up</tspan></text>`,
  'a shift in percent': `<text x="100" y="200" font-size="20" ${KEPT}>a<tspan baseline-shift="300%">up</tspan></text>`,
  'moves by dy': `<text x="100" y="200" font-size="20" ${KEPT}>a<tspan dy="5em">d</tspan><tspan dy="-10em">u</tspan></text>`,
  'a move for each letter': `<text x="100" y="200" dy="40 40 40" dx="3em 2em" font-size="20" ${KEPT}>abc</text>`,
  'a wanted length': `<text x="100" y="200" textLength="500" font-size="20" ${KEPT}>abc</text>`,
  'a wanted length of a span': `<text x="100" y="200" font-size="20" ${KEPT}><tspan textLength="500">abc</tspan></text>`,
  'an end that is given from around': `<g text-anchor="end"><text x="700" y="200" font-size="20" ${KEPT}>abc</text></g>`,
  'a path': `${PATH}<text font-size="20" ${KEPT}><textPath href="#p">along the path</textPath></text>`,
  'a path in a group with an opacity': `${PATH}<g ${KEPT}><text font-size="20"><textPath href="#p">along</textPath></text></g>`,
  'a path behind some letters': `${PATH}<text font-size="20" ${KEPT}>x<textPath href="#p">along</textPath></text>`,
  'a column': `<text x="400" y="100" font-size="20" ${KEPT} writing-mode="tb">down we go</text>`,
  'a column from around': `<g writing-mode="tb"><text x="400" y="100" font-size="20" ${KEPT}>down</text></g>`,
  'letters that turn': `<text x="100" y="200" font-size="20" ${KEPT} rotate="30 60 90">abc</text>`,
  'a hanging line': `<text x="100" y="200" font-size="80" dominant-baseline="hanging" ${KEPT}>Hy</text>`,
  'a stroke':
    '<text x="100" y="200" font-size="60" stroke="#000" stroke-width="20" stroke-miterlimit="20">AVM</text>',
  'a transform about a point': `<text x="100" y="200" font-size="20" transform-origin="300 200" transform="rotate(45)" ${KEPT}>abc</text>`,
};

describe('a text that is kept', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`is drawn whole: ${name}`, async () => {
      const svg = `<svg viewBox="0 0 800 480"><rect width="800" height="480" fill="#fff"/>${text}</svg>`;
      const whole = await greysOfWhole(svg, SIZE);
      assert.ok(whole.some((grey) => grey < 128));
      const pieces = await greysOfPieces(svg, SIZE, { fitsText: true });
      if (pieces !== null) assert.equal(pixelsOff(whole, pieces), 0);
    });
  }
});

describe('a text in several fonts', () => {
  const textBox = async (text: string): Promise<readonly number[]> =>
    inkBox(
      await picture(
        `<svg viewBox="0 0 800 480"><text x="100" y="100" font-size="40">${text}</text></svg>`,
        SIZE,
      ),
    );

  for (const [name, text] of Object.entries({
    'ligatures of one of them':
      '<tspan font-family="serif">office </tspan><tspan font-family="monospace">office</tspan>',
    'ligatures of both': 'office <tspan font-weight="700">office</tspan>',
    'accents that follow their letters':
      '<tspan font-family="serif">cafe\u0301 </tspan><tspan font-family="monospace">e\u0301</tspan>',
    'small capitals': 'office <tspan font-variant="small-caps">office</tspan>',
  })) {
    it(`is drawn: ${name}`, async () => {
      const [left = 0, , right = 0] = await textBox(text);
      assert.ok(left >= 100 && right > 180, `from ${left} to ${right}`);
    });
  }

  it('takes a letter with its accent as the font has it, however it is written', async () => {
    const svg = (text: string): string =>
      `<svg viewBox="0 0 800 480"><text x="100" y="100" font-size="40">${text}</text></svg>`;
    assert.deepEqual(
      (await picture(svg('cafe\u0301'), SIZE)).rgba,
      (await picture(svg('caf\u00e9'), SIZE)).rgba,
    );
  });
});
