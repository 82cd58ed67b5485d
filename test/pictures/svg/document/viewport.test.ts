import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitInto, readViewport, type Viewport } from '../../../../src/pictures/svg/document/viewport.ts';
import { parseSvg } from '../../../../src/pictures/svg/parse/parse.ts';
import { signalOf } from '../../../support/pictures/svg-documents.ts';

const FRAME = { width: 800, height: 480 };

function viewport(attributes: string): Viewport {
  return readViewport(parseSvg(`<svg ${attributes}/>`, 'x.svg'), FRAME);
}

for (const [attributes, width, height] of [
  ['width="400" height="300"', 400, 300],
  ['width="400px" height="300px"', 400, 300],
  ['width="72pt" height="1in"', 96, 96],
  ['width="25.4mm" height="2.54cm"', 96, 96],
  ['viewBox="0 0 200 100"', 200, 100],
  ['viewBox="0,0,200,100"', 200, 100],
  ['width="100%" height="100%" viewBox="0 0 200 100"', 200, 100],
  ['width="400" viewBox="0 0 200 100"', 400, 200],
  ['height="400" viewBox="0 0 200 100"', 800, 400],
  ['', 800, 480],
  ['width="100%" height="100%"', 800, 480],
  ['width="nonsense" height="auto"', 800, 480],
  ['width="400"', 400, 240],
] as const) {
  test(`<svg ${attributes}> is ${width} x ${height}`, () => {
    const found = viewport(attributes);
    assert.ok(Math.abs(found.width - width) < 1e-6 && Math.abs(found.height - height) < 1e-6);
  });
}

for (const [attributes, code] of [
  ['width="0" height="10"', 'svg_invalid'],
  ['width="-5" height="10"', 'svg_invalid'],
  ['viewBox="0 0 0 10"', 'svg_invalid'],
  ['viewBox="0 0 10"', 'svg_invalid'],
  ['viewBox="a b c d"', 'svg_invalid'],
  ['width="1e9" height="1e9"', 'svg_limit'],
  ['width="1" height="1e9"', 'svg_limit'],
  ['width="100000" height="10"', 'svg_limit'],
  ['viewBox="0 0 1 1e9"', 'svg_limit'],
  ['viewBox="0 0 1e308 1e308"', 'svg_limit'],
] as const) {
  test(`<svg ${attributes}> is refused`, () => {
    assert.match(
      signalOf(() => viewport(attributes)),
      new RegExp(`^${code} 1:1$`),
    );
  });
}

test('a picture of the same ratio fills the frame', () => {
  assert.deepEqual(fitInto({ width: 400, height: 240 }, FRAME), { x: 0, y: 0, width: 800, height: 480 });
});

test('a wide picture leaves bands above and below, a narrow one at the sides, in whole pixels', () => {
  assert.deepEqual(fitInto({ width: 800, height: 400 }, FRAME), { x: 0, y: 40, width: 800, height: 400 });
  assert.deepEqual(fitInto({ width: 1, height: 1 }, FRAME), { x: 160, y: 0, width: 480, height: 480 });
  const { x, y, width, height } = fitInto({ width: 800, height: 480 }, { width: 1872, height: 1404 });
  assert.deepEqual([x, y, width, height], [0, 140, 1872, 1123]);
});

test('the thinnest picture still has a pixel', () => {
  assert.equal(fitInto({ width: 1, height: 1000 }, { width: 10, height: 10 }).width, 1);
});
