import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';
import { randomNumbers } from '../../../support/random.ts';

function about(body: string): Promise<readonly string[]> {
  return warningsAbout(`<svg viewBox="0 0 80 48">\n${body}</svg>`);
}

const foreign = (name: string, of: string, address: string): string =>
  `${name} of <${of}> refers to ${JSON.stringify(address)}, which is another file: only ids of this document are found`;

describe('a reference into another file', () => {
  for (const [what, body, name, of, address] of [
    ['of a use', '<use href="icons.svg#sun"/>', 'href', 'use', 'icons.svg#sun'],
    ['of a fill', '<rect fill="url(a.svg#g)" width="9" height="9"/>', 'fill', 'rect', 'a.svg#g'],
    [
      'of a style',
      '<rect style="stroke: url(\'a.svg#g\')" width="9" height="9"/>',
      'stroke',
      'rect',
      'a.svg#g',
    ],
    [
      'of a sheet',
      '<style>rect { mask: url(a.svg#m) }</style><rect width="9" height="9"/>',
      'mask',
      'rect',
      'a.svg#m',
    ],
    [
      'of a clip',
      '<rect clip-path="url( &quot;https://e.org/c.svg#c&quot; )" width="9" height="9"/>',
      'clip-path',
      'rect',
      'https://e.org/c.svg#c',
    ],
    [
      'in a list of filters',
      '<rect filter="blur(1) url(f.svg#f)" width="9" height="9"/>',
      'filter',
      'rect',
      'f.svg#f',
    ],
    [
      'of a gradient',
      '<linearGradient href="b.svg#q" id="a"/><rect fill="url(#a)" width="9" height="9"/>',
      'href',
      'linearGradient',
      'b.svg#q',
    ],
    [
      'of a text on a path',
      '<text><textPath href="p.svg#p">a</textPath></text>',
      'href',
      'textPath',
      'p.svg#p',
    ],
  ] as const) {
    it(`${what} is named`, async () => {
      const warnings = await about(body);
      assert.ok(
        warnings.some((warning) => warning.endsWith(foreign(name, of, address))),
        JSON.stringify(warnings),
      );
    });
  }

  it('is no link, and none into the document', async () => {
    const body =
      '<defs><linearGradient id="g"/><path id="p" d="M0 0h9"/></defs><a href="https://e.org"><rect fill="url(#g)" width="9" height="9"/></a><use href="#p"/>';
    const warnings = await about(body);
    assert.deepEqual(
      warnings.filter((warning) => warning.includes('another file')),
      [],
    );
  });
});

const DEFINITIONS =
  '<defs><filter id="f"><feOffset/></filter><mask id="m"><rect width="9" height="9"/></mask><clipPath id="c"><rect width="9" height="9"/></clipPath><linearGradient id="g"/></defs>';

describe('a reference to an id that no element has', () => {
  it('is no colour, whatever stands beside it', async () => {
    const seed = 33;
    const below = randomNumbers(seed);
    const effects = ['filter="url(#f)"', 'mask="url(#m)"', 'clip-path="url(#c)"', 'stroke="url(#g)"', ''];
    for (let round = 0; round < 60; round += 1) {
      const colour = `#${below(0x1000000).toString(16).padStart(6, '0')}`;
      const short = `#${below(0x1000).toString(16).padStart(3, '0')}`;
      const effect = effects[below(effects.length)] ?? '';
      const rect = `<rect width="9" height="9" fill="${below(2) === 0 ? colour : short}" color="${colour}" ${effect}/>`;
      assert.deepEqual(await about(DEFINITIONS + rect), [], `seed ${seed}, round ${round}: ${rect}`);
    }
  });

  it('is named in each entry of a list of filters', async () => {
    assert.deepEqual(
      await about(`${DEFINITIONS}<rect filter="url(#f) blur(1) url(#far)" width="9" height="9"/>`),
      ['test.svg:2:177: filter of <rect> refers to "#far", which does not exist'],
    );
  });

  it('is named beside a colour', async () => {
    assert.deepEqual(await about('<rect fill="#fff" mask="url(#nowhere)" width="9" height="9"/>'), [
      'test.svg:2:1: mask of <rect> refers to "#nowhere", which does not exist',
    ]);
  });
});
