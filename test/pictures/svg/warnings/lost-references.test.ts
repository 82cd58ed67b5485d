import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';
import { randomNumbers } from '../../../support/random.ts';

function about(body: string): Promise<readonly string[]> {
  return warningsAbout(`<svg viewBox="0 0 80 48">\n${body}</svg>`);
}

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
