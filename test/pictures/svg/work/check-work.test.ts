import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readViewport } from '../../../../src/pictures/svg/document/viewport.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { checkLimits, SVG_ONE_TEXT_CHARACTERS } from '../../../../src/pictures/svg/work/check-work.ts';
import { byId, signalOf, styled } from '../../../support/pictures/svg-documents.ts';

function check(body: string) {
  const document = styled(body);
  const frame = { width: 800, height: 480 };
  checkLimits(new Scene(document), readViewport(document, frame), frame);
  return document;
}

const FULL = '<rect width="800" height="480"/>';
const filtered = (steps: string, region = ''): string =>
  `<filter id="f" ${region}>${steps}</filter><rect width="800" height="480" filter="url(#f)"/>`;
/** `count` definitions, each of which uses the one before it six times. */
const nested = (
  count: number,
  one: (i: number, inner: string) => string,
  use: (i: number) => string,
): string => Array.from({ length: count }, (_, i) => one(i, i === 0 ? FULL : use(i - 1).repeat(6))).join('');

for (const [what, body] of [
  ['a filter with a huge radius', filtered('<feMorphology radius="500"/>')],
  ['a filter with very many octaves', filtered('<feTurbulence numOctaves="4000000000"/>')],
  ['a filter with a large kernel', filtered('<feConvolveMatrix order="50"/>')],
  ['a filter of very many steps', filtered('<feOffset/>'.repeat(50))],
  ['a filter with a giant region', filtered('<feOffset/>', 'x="-1000" y="-1000" width="3000" height="3000"')],
  [
    'a filter with a giant region in user units',
    filtered('<feOffset/>', 'filterUnits="userSpaceOnUse" x="-1e9" y="-1e9" width="2e9" height="2e9"'),
  ],
  [
    'a filter with a giant region and nothing in it',
    '<filter id="f" filterUnits="userSpaceOnUse" width="90000" height="90000"><feOffset/></filter><svg filter="url(#f)"/>',
  ],
  [
    'a giant filter on a nested viewport of no height',
    '<filter id="f" filterUnits="userSpaceOnUse" width="90000" height="90000"><feOffset/></filter><svg height="0" viewBox="0 0 9 9" filter="url(#f)"><rect width="9" height="9"/></svg>',
  ],
  [
    'an endless path of a text in a viewport of no width',
    '<path id="p" d="M1e20 0L5 5"/><svg width="0" viewBox="0 0 9 9"><text><textPath href="#p">abc</textPath></text></svg>',
  ],
  [
    'a filter on enlarged text',
    '<filter id="f"><feOffset/></filter><text transform="scale(700)" filter="url(#f)">Abc</text>',
  ],
  ['many layers in each other', '<g opacity=".5">'.repeat(60) + FULL + '</g>'.repeat(60)],
  [
    'a layer of sixteen pictures',
    `${'<g opacity=".5">'.repeat(4)}<rect x="-1600" y="-960" width="4000" height="2400"/>${'</g>'.repeat(4)}`,
  ],
  ['many masks', `<mask id="m">${FULL}</mask>${`<g mask="url(#m)">${FULL}</g>`.repeat(100)}`],
  [
    'a tree of uses',
    `<defs>${nested(
      9,
      (i, inner) => `<g id="a${i}">${inner}</g>`,
      (i) => `<use href="#a${i}"/>`,
    )}</defs><use href="#a8"/>`,
  ],
  [
    'patterns in patterns',
    `${nested(
      8,
      (i, inner) => `<pattern id="p${i}" width="1" height="1">${inner}</pattern>`,
      (i) => `<rect width="800" height="480" fill="url(#p${i})"/>`,
    )}<rect width="800" height="480" fill="url(#p7)"/>`,
  ],
  [
    'a pattern with a giant tile',
    `<pattern id="p" patternUnits="userSpaceOnUse" width="1e7" height="1e7">${FULL}</pattern><rect width="8" height="8" fill="url(#p)"/>`,
  ],
  [
    'a pattern whose tile follows a large shape',
    `<pattern id="p" width="30" height="30">${FULL}</pattern><rect width="800" height="480" fill="url(#p)"/>`,
  ],
  [
    'markers on very many points',
    `<marker id="m"><g opacity=".5">${FULL}</g></marker><path marker-mid="url(#m)" d="M0 0${'L9 9'.repeat(2_000)}"/>`,
  ],
  ['a path that goes up and down for ever', `<path d="M0 0${'L5 480L6 0'.repeat(60_000)}"/>`],
  ['very many large shapes', FULL.repeat(2_000)],
  [
    'a gradient of very many stops',
    `<linearGradient id="g">${'<stop/>'.repeat(500)}</linearGradient><rect width="800" height="480" fill="url(#g)"/>`,
  ],
  [
    'a text along a path that leaves all pictures',
    '<path id="p" d="M1e38 0L5 5"/><text><textPath href="#p">abc</textPath></text>',
  ],
  ['a shape of absurd size', '<rect width="1e30" height="5"/>'],
  ['one very long text', `<text>${'a'.repeat(SVG_ONE_TEXT_CHARACTERS + 1)}</text>`],
  ['very much text', `<text>${'a'.repeat(5_001)}</text>`.repeat(10)],
] as const) {
  test(`${what} is refused with its place`, () => {
    assert.match(
      signalOf(() => check(body)),
      /^svg_limit 1:\d+$/,
    );
  });
}

for (const [what, body] of [
  ['a board of 100 texts', '<text x="9" y="9">Departures 12:34</text>'.repeat(100)],
  ['5 000 small shapes', '<rect x="5" width="4" height="4" stroke="red"/>'.repeat(5_000)],
  ['a long outline of small steps', `<path d="M0 0${'l1 1'.repeat(20_000)}"/>`],
  [
    'twenty icons with shadows',
    `<filter id="f"><feDropShadow/></filter>${'<rect width="40" height="40" filter="url(#f)"/>'.repeat(20)}`,
  ],
  ['a blurred background', filtered('<feGaussianBlur stdDeviation="4"/>')],
  ['160 small shapes with opacity', '<rect x="5" width="40" height="30" opacity=".5"/>'.repeat(160)],
  ['ten layers in each other', '<g opacity=".5">'.repeat(10) + FULL + '</g>'.repeat(10)],
  [
    'a hundred uses of a symbol',
    `<symbol id="s" viewBox="0 0 9 9"><circle r="9"/></symbol>${'<use href="#s" width="20" height="20"/>'.repeat(100)}`,
  ],
  [
    'a fine pattern',
    `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle r="1"/></pattern><rect width="800" height="480" fill="url(#p)"/>`,
  ],
  [
    'a reference to nothing',
    '<rect width="9" height="9" fill="url(#none)" mask="url(#none)" filter="url(#none)"/>',
  ],
] as const) {
  test(`${what} is accepted`, () =>
    assert.equal(
      signalOf(() => check(body)),
      'none',
    ));
}

for (const [what, element] of [
  ['a layer', '<g id="x" opacity=".5"><rect x="3000" width="9" height="9"/></g>'],
  ['a blended shape', '<rect id="x" style="mix-blend-mode:multiply" y="-3000" width="9" height="9"/>'],
  [
    'a clipped group',
    '<clipPath id="c"><rect width="9" height="9"/></clipPath><g id="x" clip-path="url(#c)"><rect x="3000" width="9" height="9"/></g>',
  ],
  ['a nested viewport', '<svg id="x" x="3000" width="9" height="9"><rect width="9" height="9"/></svg>'],
  ['a text with opacity', '<text id="x" opacity=".5" x="-9000" y="9">abc</text>'],
] as const) {
  test(`${what} far outside the picture is taken out`, () => {
    assert.throws(() => byId(check(element), 'x'), /no element/);
  });

  test(`${what} in the picture stays`, () => {
    const inside = element.replaceAll(/"-?[39]000"/g, '"30"');
    assert.equal(byId(check(inside), 'x').attributes['id'], 'x');
  });
}
