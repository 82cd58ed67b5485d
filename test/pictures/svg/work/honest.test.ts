/** Pictures that people draw must pass, on every panel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSvg } from '../../../../src/pictures/svg/check.ts';
import { randomNumbers } from '../../../support/random.ts';

const below = randomNumbers(7);
const repeated = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('');
const FULL = '<rect width="800" height="480"/>';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const ICON =
  '<path d="M12 2C6 2 2 6 2 12s4 10 10 10 10-4 10-10S18 2 12 2zm5 11h-4v4h-2v-4H7v-2h4V7h2v4h4v2z"/>';
const SHADOW = '<filter id="f"><feDropShadow dx="2" dy="2" stdDeviation="3"/></filter>';

for (const [what, body] of [
  [
    '160 small shapes with opacity',
    repeated(160, (i) => `<rect x="${i * 4}" width="40" height="30" opacity=".5"/>`),
  ],
  [
    'a map of 3 000 lines',
    repeated(3_000, () => {
      const steps = repeated(20, () => `l${below(9) - 4} ${below(9) - 4}`);
      return `<path fill="none" stroke="#333" d="M${below(800)} ${below(480)}${steps}"/>`;
    }),
  ],
  [
    'a coast of 20 000 points',
    `<path stroke="#333" d="M400 240${repeated(20_000, () => `l${(below(41) - 20) / 10} ${(below(41) - 20) / 10}`)}"/>`,
  ],
  [
    'a chart of 5 000 values',
    `<path fill="none" stroke="red" stroke-width="2" d="M0 200${repeated(5_000, (i) => `L${i * 0.16} ${200 + below(100)}`)}"/>`,
  ],
  [
    'an area of 2 000 values in a gradient',
    `<linearGradient id="g"><stop/><stop offset="1"/></linearGradient><path fill="url(#g)" d="M0 200${repeated(2_000, (i) => `L${i * 0.4} ${200 + below(100)}`)}V480H0z"/>`,
  ],
  ['3 000 dots in one path', `<path d="${repeated(3_000, () => `M${below(800)} ${below(480)}h3v3h-3z`)}"/>`],
  [
    '3 000 bars in one path',
    `<path d="${repeated(3_000, (i) => `M${i * 0.26} 400h.2v-${below(40)}h-.2z`)}"/>`,
  ],
  [
    '400 icons',
    `<symbol id="i" viewBox="0 0 24 24">${ICON}</symbol>${repeated(400, (i) => `<use href="#i" x="${(i % 20) * 40}" y="${i}" width="24" height="24"/>`)}`,
  ],
  [
    '100 icons as nested pictures',
    repeated(100, (i) => `<svg x="${i * 8}" width="24" height="24" viewBox="0 0 24 24">${ICON}</svg>`),
  ],
  ['a shadow around all', `${SHADOW}<g filter="url(#f)">${FULL}</g>`],
  ['a shadow around all, as a function', `<g style="filter:drop-shadow(2px 2px 3px #000)">${FULL}</g>`],
  [
    '20 cards with shadows',
    `${SHADOW}${repeated(20, (i) => `<rect x="${(i % 5) * 150}" y="${i * 20}" width="140" height="90" filter="url(#f)"/>`)}`,
  ],
  [
    'a blurred background',
    `<filter id="f"><feGaussianBlur stdDeviation="8"/></filter><g filter="url(#f)">${FULL}</g>`,
  ],
  [
    'a texture of noise',
    `<filter id="f"><feTurbulence baseFrequency=".8" numOctaves="3"/></filter><g filter="url(#f)">${FULL}</g>`,
  ],
  [
    '60 photos with round corners',
    repeated(
      60,
      (i) =>
        `<clipPath id="c${i}"><rect x="${i * 9}" width="70" height="70" rx="9"/></clipPath><image clip-path="url(#c${i})" x="${i * 9}" width="70" height="70" href="${PIXEL}"/>`,
    ),
  ],
  [
    'a page of text',
    repeated(
      60,
      (i) => `<text y="${i * 8}" font-size="8">${'Lorem ipsum dolor sit amet consect '.repeat(3)}</text>`,
    ),
  ],
  [
    'a table of 400 cells',
    repeated(
      20,
      (i) => `<text y="${i * 20}">${repeated(20, (j) => `<tspan x="${j * 40}">${i * j}</tspan>`)}</text>`,
    ),
  ],
  [
    'a line of many words in other colours',
    `<text y="50">${repeated(60, (i) => `<tspan fill="#${i + 100}">word </tspan>`)}</text>`,
  ],
  [
    'a line with 500 markers',
    `<marker id="m" markerWidth="4" markerHeight="4"><circle cx="2" cy="2" r="2"/></marker><path fill="none" stroke="red" marker-mid="url(#m)" d="M0 0${repeated(500, (i) => `L${i * 1.6} ${below(400)}`)}"/>`,
  ],
  ['a dashed grid', repeated(60, (i) => `<path d="M0 ${i * 8}H800" stroke="#999" stroke-dasharray="2 2"/>`)],
  [
    'hatched bars',
    `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4L4 0" stroke="#000"/></pattern>${repeated(30, (i) => `<rect x="${i * 26}" width="20" height="400" fill="url(#p)"/>`)}`,
  ],
  ['ten layers in each other', `${'<g opacity=".5">'.repeat(10)}${FULL}${'</g>'.repeat(10)}`],
  ['a group that is turned, and seen through', `<g transform="rotate(30 400 240)" opacity=".6">${FULL}</g>`],
] as const) {
  test(`${what} may be drawn`, () => {
    const checked = checkSvg(`<svg viewBox="0 0 800 480">${body}</svg>`, 'honest.svg');
    assert.ok(checked.ok, checked.ok ? '' : checked.error.message);
  });
}
