import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFailure } from '../../../../src/platform/base/failure.ts';
import { inkBox, picture } from '../../../support/pictures/svg-pictures.ts';

const SIZE = { widthPx: 800, heightPx: 480 };

async function boxOf(attributes: string): Promise<readonly number[]> {
  return inkBox(await picture(`<svg viewBox="0 0 400 240"><rect ${attributes}/></svg>`, SIZE));
}

describe('transform-origin', () => {
  const SHAPE = 'x="100" y="50" width="40" height="10"';
  const TURNED = 'transform="rotate(90)"';
  for (const [written, about] of [
    ['120px 55px', '120 55'],
    ['120 55', '120 55'],
    ['25% 50%', '100 120'],
    ['center', '200 120'],
    ['top left', '0 0'],
    ['left bottom', '0 240'],
    ['0 center 7px', '0 120'],
  ]) {
    it(`${written} is ${about}`, async () => {
      const wanted = await boxOf(`${SHAPE} transform="rotate(90 ${about})"`);
      assert.deepEqual(await boxOf(`${SHAPE} ${TURNED} transform-origin="${written}"`), wanted);
      const style = `transform: rotate(90deg); transform-origin: ${written}`;
      assert.deepEqual(await boxOf(`${SHAPE} style="${style}"`), wanted);
    });
  }

  it('that cannot be read is named with its place', async () => {
    for (const written of ['2em 0', 'middle', '1px 2px 3px 4px']) {
      const { warnings } = await picture(
        `<svg viewBox="0 0 400 240">\n<rect ${SHAPE} ${TURNED} transform-origin="${written}"/></svg>`,
      );
      assert.match(
        warnings.map(describeFailure).join('\n'),
        new RegExp(`^test\\.svg:2:1: transform-origin "${written}"`),
      );
    }
  });

  it('without a transform means nothing', async () => {
    assert.deepEqual(await boxOf(`${SHAPE} transform-origin="center"`), await boxOf(SHAPE));
  });

  it('of an SVG image is in its own units', async () => {
    const image = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="10" height="4" transform="rotate(180)" transform-origin="center"/></svg>',
    ).toString('base64');
    const svg = `<svg viewBox="0 0 400 240"><image width="200" height="200" href="data:image/svg+xml;base64,${image}"/></svg>`;
    assert.deepEqual(inkBox(await picture(svg, { widthPx: 400, heightPx: 240 })), [100, 160, 199, 199]);
  });
});
