/**
 * The estimate is held to the time that the renderer takes: both relative to a picture whose size is beyond doubt, so that
 * the speed of the machine is none of it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { readViewport } from '../../../../src/pictures/svg/document/viewport.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { settleReferences } from '../../../../src/pictures/svg/graph/settle.ts';
import { parseSvg } from '../../../../src/pictures/svg/parse/parse.ts';
import { applyStyles } from '../../../../src/pictures/svg/style/cascade.ts';
import { checkDrawing } from '../../../../src/pictures/svg/work/check-work.ts';
import { SANS } from '../../../support/fonts/bundled.ts';

const FRAME = { width: 1872, height: 1404 };
const ZOOM = 2.34;
const FACTOR = 3;
/** The least of so many measurements is that of the renderer alone. */
const ROUNDS = 3;
const OUTLINE =
  '<filter id="f"><feMorphology in="SourceAlpha" operator="dilate" radius="2" result="d"/><feFlood flood-color="#fff"/><feComposite in2="d" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>';
const repeated = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('');

/** Pages like the default screen of another server: large letters with an outline, which is a filter on each text. */
const PAGES = {
  'a title': '<text x="400" y="240" text-anchor="middle" font-size="96" filter="url(#f)">Welcome</text>',
  'ten lines': repeated(
    10,
    (i) => `<text x="40" y="${40 + i * 44}" font-size="28" filter="url(#f)">Line number ${i} of ten</text>`,
  ),
  'one text of lines': `<text font-size="30" filter="url(#f)">${repeated(8, (i) => `<tspan x="40" y="${60 + i * 44}">Line ${i} of one text</tspan>`)}</text>`,
  'one text of lines that follow each other': `<text x="40" y="60" font-size="30" filter="url(#f)">${repeated(8, (i) => `<tspan x="40" dy="44">Line ${i} of one text</tspan>`)}</text>`,
  'a code in wide letters':
    '<text x="400" y="250" text-anchor="middle" font-size="64" letter-spacing="16" filter="url(#f)">abcde-fghjk</text>',
  'a text on its middle':
    '<text x="400" y="250" dominant-baseline="middle" text-anchor="middle" font-size="120" filter="url(#f)">abcde-fghjk</text>',
  'a text of a length':
    '<text x="40" y="90" font-size="60" textLength="700" filter="url(#f)">Stretched over it</text>',
  'quotes and dashes': '<text x="40" y="90" font-size="60" filter="url(#f)">“Größe” – höher als 14° …</text>',
} as const;

const REFERENCE = '<rect x="40" y="40" width="600" height="300" filter="url(#f)"/>';
const page = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480">${OUTLINE}${body}</svg>`;

function estimated(source: string): number {
  const document = parseSvg(source, 'test.svg');
  applyStyles(document);
  const links = settleReferences(document);
  return checkDrawing(new Scene(document), readViewport(document, FRAME), FRAME, links).estimate.ms;
}

/** Milliseconds of processor time. */
function measured(source: string): number {
  const font = { loadSystemFonts: false, fontFiles: [SANS], defaultFontFamily: 'Source Sans 3 VF' };
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    new Resvg(source, { font, fitTo: { mode: 'zoom', value: ZOOM } }).render();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

describe('the estimate of a page', () => {
  const empty = page('');
  const reference = page(REFERENCE);

  it('is within a factor of three of the time that the renderer takes, as it is for a plain picture', () => {
    const idle = measured(empty);
    const unit = (measured(reference) - idle) / estimated(reference);
    for (const [what, body] of Object.entries(PAGES)) {
      const ratio = (estimated(page(body)) * unit) / (measured(page(body)) - idle);
      assert.ok(ratio < FACTOR && ratio > 1 / FACTOR, `${what}: ${ratio.toFixed(2)} times what it takes`);
    }
  });

  it('lets a page pass whose texts have outlines, one by one', () => {
    assert.ok(estimated(page(Object.values(PAGES).join(''))) < 4_000);
  });
});
