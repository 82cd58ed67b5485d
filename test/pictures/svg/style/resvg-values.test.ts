import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byId, styled } from '../../../support/pictures/svg-documents.ts';

const resolved = (attribute: string, value: string): string | undefined =>
  byId(styled(`<rect id="x" ${attribute}="${value}"/>`), 'x').attributes[attribute];

test('pixelated images are drawn without smoothing', () => {
  assert.equal(resolved('image-rendering', 'pixelated'), 'optimizeSpeed');
  assert.equal(resolved('image-rendering', 'crisp-edges'), 'optimizeSpeed');
  assert.equal(resolved('image-rendering', 'auto'), 'auto');
});

for (const [written, understood] of [
  ['rgb(255 0 0 / 50%)', 'rgba(255, 0, 0, 0.5)'],
  ['rgb(255,0,0/.25)', 'rgba(255, 0, 0, 0.25)'],
  ['hsl(120deg 100% 25% / 0.5)', 'hsla(120, 100%, 25%, 0.5)'],
  ['hsl(120deg 100% 25%)', 'hsl(120 100% 25%)'],
  ['rebeccapurple', '#639'],
  ['rgba(1,2,3,.5)', 'rgba(1,2,3,.5)'],
  ['url(#gradient)', 'url(#gradient)'],
  ['currentColor', 'currentColor'],
] as const) {
  test(`the colour ${written} is written as ${understood}`, () => {
    assert.equal(resolved('fill', written), understood);
  });
}
