import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSvg } from '../../../../src/pictures/svg/check.ts';
import { codeOf } from '../../../support/pictures/svg-documents.ts';
import { draw } from '../../../support/pictures/svg-pictures.ts';

const IMAGES = {
  'that does not exist': '<image href="nowhere.png" width="5" height="5"/>',
  'of an SVG that does not exist': '<image href="nowhere.svg" width="5" height="5"/>',
  'from the network': '<image href="https://e.org/a.png" width="5" height="5"/>',
  'that is none': '<image href="data:image/png;base64,AAAA" width="5" height="5"/>',
} as const;

const page = (body: string): string => `<svg viewBox="0 0 80 48">${body}<rect width="9" height="9"/></svg>`;

describe('an image', () => {
  for (const [what, image] of Object.entries(IMAGES)) {
    it(`${what} is no failure where nothing shows it`, async () => {
      for (const body of [
        `<pattern id="p" width="5" height="5">${image}</pattern>`,
        `<pattern id="p" width="5" height="5">${image}</pattern><pattern id="q" href="#p"/>`,
        `<symbol id="s">${image}</symbol>`,
        `<defs><g>${image}</g></defs>`,
        `<g display="none">${image}</g>`,
        `<mask id="m"><g display="none">${image}</g></mask><rect width="5" height="5" mask="url(#m)"/>`,
        `<symbol id="s"><use href="#t"/></symbol><symbol id="t">${image}</symbol>`,
      ]) {
        const drawn = await draw(page(body));
        assert.ok(drawn.ok, `${body}: ${drawn.ok ? '' : drawn.error.message}`);
        const checked = checkSvg(page(body), 'a.svg');
        assert.ok(checked.ok && checked.value.files.length === 0, body);
      }
    });

    it(`${what} is one where something shows it`, async () => {
      for (const body of [
        image,
        `<pattern id="p" width="5" height="5">${image}</pattern><rect width="9" height="9" fill="url(#p)"/>`,
        `<pattern id="p" width="5" height="5">${image}</pattern><pattern id="q" href="#p"/><rect width="9" height="9" stroke="url(#q)"/>`,
        `<symbol id="s">${image}</symbol><use href="#s"/>`,
        `<defs><g id="g">${image}</g></defs><mask id="m"><use href="#g"/></mask><rect width="5" height="5" mask="url(#m)"/>`,
        `<pattern id="p" width="5" height="5">${image}</pattern><defs fill="url(#p)"><mask id="m"><rect width="9" height="9"/></mask></defs><rect width="9" height="9" mask="url(#m)"/>`,
        `<pattern id="p" width="5" height="5">${image}</pattern><defs><marker id="m"><path d="M0 0h5v5z" fill="url(#p)"/></marker></defs><path d="M5 5H9" marker-end="url(#m)"/>`,
      ]) {
        assert.match(codeOf(await draw(page(body))), /^(?:asset_missing|asset_refused|svg_invalid)$/, body);
      }
    });
  }
});
