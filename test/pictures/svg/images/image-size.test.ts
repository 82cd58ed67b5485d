import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootPlace } from '../../../../src/pictures/svg/geometry/place.ts';
import { drawnSize } from '../../../../src/pictures/svg/images/image-size.ts';
import { ComputedStyles } from '../../../../src/pictures/svg/style/computed-styles.ts';
import { IDENTITY } from '../../../../src/pictures/svg/values/matrix.ts';
import { byId, styled } from '../../../support/pictures/svg-documents.ts';

/** The size of `#x`, an image of 100 x 50 pixels, as `width height`; null where it cannot be told. */
function sizeOf(body: string, attributes = ''): string | null {
  const document = styled(body, attributes);
  const styles = new ComputedStyles();
  const place = rootPlace(document.root, IDENTITY, { width: 800, height: 480 }, styles);
  const size = drawnSize(byId(document, 'x'), { width: 100, height: 50 }, { place, styles });
  return size && `${size.width} ${size.height}`;
}

const IMAGE = '<image id="x" width="200" height="200"/>';

for (const [what, body, size] of [
  ['that keeps its ratio', IMAGE, '200 100'],
  [
    'that fills its place',
    '<image id="x" width="200" height="200" preserveAspectRatio="xMidYMid slice"/>',
    '400 200',
  ],
  ['that is stretched', '<image id="x" width="200" height="200" preserveAspectRatio="none"/>', '200 200'],
  ['in percentages', '<image id="x" width="50%" height="100%"/>', '400 200'],
  ['in units of the font', '<g font-size="20"><image id="x" width="10em" height="10em"/></g>', '200 100'],
  ['in groups that scale', `<g transform="scale(2)"><a transform="scale(.25)">${IMAGE}</a></g>`, '100 50'],
  ['that is turned', `<g transform="rotate(90)">${IMAGE}</g>`, '200 100'],
  ['in a pattern', `<pattern>${IMAGE}</pattern>`, null],
  ['in a nested viewport', `<svg viewBox="0 0 9 9">${IMAGE}</svg>`, null],
  ['without a size', '<image id="x" width="200"/>', null],
] as const) {
  test(`the size of an image ${what} is ${size ?? 'not known'}`, () => assert.equal(sizeOf(body), size));
}

test('a root with a transform scales its images, too', () => {
  assert.equal(sizeOf(IMAGE, 'transform="scale(3)"'), '600 300');
});
