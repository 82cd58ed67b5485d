import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Extent, readViewport } from '../../../../src/pictures/svg/document/viewport.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { settleReferences } from '../../../../src/pictures/svg/graph/settle.ts';
import { checkLimits } from '../../../../src/pictures/svg/work/check-work.ts';
import { signalOf, styled } from '../../../support/pictures/svg-documents.ts';

const LARGE = { width: 1872, height: 1404 };
const HUGE = { width: 4096, height: 4096 };
const FULL = '<rect width="800" height="480"/>';

function refusal(body: string, frame: Extent = LARGE): string {
  const document = styled(body);
  const links = settleReferences(document);
  return signalOf(() => checkLimits(new Scene(document), readViewport(document, frame), frame, links));
}

test('what is too much for a huge picture may still be drawn on a panel', () => {
  const layers = '<g opacity=".5">'.repeat(12) + FULL + '</g>'.repeat(12);
  assert.equal(refusal(layers), 'none');
  assert.match(refusal(layers, HUGE), /^svg_limit/);
});

test('a small panel is measured as a large one', () => {
  const layers = (count: number): string => '<g opacity=".5">'.repeat(count) + FULL + '</g>'.repeat(count);
  const most = Array.from({ length: 80 }, (_, i) => i).filter(
    (count) => refusal(layers(count)) === 'none',
  ).length;
  assert.match(refusal(layers(most), { width: 80, height: 48 }), /^svg_limit/);
});

test('clips of clips hold a layer each', () => {
  const chain = Array.from(
    { length: 190 },
    (_, i) => `<clipPath id="c${i}" clip-path="url(#c${i + 1})">${FULL}</clipPath>`,
  ).join('');
  const shown = `<clipPath id="c190">${FULL}</clipPath><g clip-path="url(#c0)">${FULL}</g>`;
  assert.match(refusal(chain + shown, HUGE), /^svg_limit/);
  // Small ones are no harm.
  const small = (chain + shown).replaceAll('width="800" height="480"', 'width="9" height="9"');
  assert.equal(refusal(small), 'none');
});

/** How often something may be repeated before it is too much. */
function most(one: string, before = ''): number {
  let [low, high] = [0, 1];
  while (refusal(before + one.repeat(high)) === 'none') [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (refusal(before + one.repeat(middle)) === 'none') low = middle;
    else high = middle;
  }
  return low;
}

test('a layer costs as much as its box', () => {
  const full = most(`<g opacity=".5">${FULL}</g>`);
  const small = most('<g opacity=".5"><rect width="80" height="48"/></g>');
  assert.ok(small > 30 * full, `${small} small ones, ${full} large ones`);
});

test('a group that is turned has a layer of the box of its box', () => {
  const corners = '<rect width="5" height="5"/><rect x="795" y="475" width="5" height="5"/>';
  const turned = most(`<g transform="rotate(-31 400 240)"><g opacity=".5">${corners}</g></g>`);
  assert.ok(turned < 2 * most(`<g opacity=".5">${FULL}</g>`));
});

for (const [what, one, other] of [
  ['written in em', '<g font-size="100"><rect width="8em" height="4.8em"/></g>', `<g>${FULL}</g>`],
  [
    'shown by a view box far off',
    '<svg width="800" height="480" viewBox="9000 0 800 480"><rect x="9000" width="800" height="480"/></svg>',
    `<svg width="800" height="480" viewBox="0 0 800 480">${FULL}</svg>`,
  ],
  [
    'that fills a viewport with more than fits',
    '<svg width="800" height="480" viewBox="0 0 800 1" preserveAspectRatio="xMidYMid slice"><rect y="-240" width="800" height="480"/></svg>',
    `<svg width="800" height="480" viewBox="0 0 800 480">${FULL}</svg>`,
  ],
] as const) {
  test(`a shape ${what} costs no less than a plain one`, () => {
    assert.ok(most(one) <= most(other) * 1.3);
  });
}

test('every span has the text around it laid out again', () => {
  const text = (count: number): string => `<text y="9">${'<tspan>a</tspan>'.repeat(count)}</text>`;
  assert.equal(refusal(text(500)), 'none');
  assert.match(refusal(text(4_000)), /^svg_limit/);
  // A place of its own makes a span a text of its own.
  assert.equal(refusal(`<text>${'<tspan y="9">a</tspan>'.repeat(4_000)}</text>`), 'none');
});

test('lines that cross cost more than lines that do not', () => {
  const stairs = `<path d="M0 0${'l.1 .05'.repeat(6_000)}"/>`;
  const scrawl = `<path d="M0 0${Array.from({ length: 6_000 }, (_, i) => `L${(i * 7919) % 800} ${(i * 104729) % 480}`).join('')}"/>`;
  assert.equal(refusal(stairs), 'none');
  assert.match(refusal(scrawl), /^svg_limit/);
});

test('an element of a use is found by walking the document, and that counts', () => {
  const uses = '<use href="#a"/>'.repeat(20_000);
  assert.equal(refusal(`<g id="a"/>${uses}`), 'none');
  assert.match(refusal(`${'<g/>'.repeat(20_000)}<g id="a"/>${uses}`), /^svg_limit/);
});
