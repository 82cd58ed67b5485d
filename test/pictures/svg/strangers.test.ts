/** What others write, beside what it means: both must be the same picture. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { draw, picture } from '../../support/pictures/svg-pictures.ts';

const SIZE = { widthPx: 400, heightPx: 240 };
const SHAPE = '<rect class="a" x="300" y="100" width="50" height="50" fill="none"/>';
const FILLED = SHAPE.replace('none', '#000');
const NS = 'xmlns="http://www.w3.org/2000/svg"';
const SVG_PREFIX = 'xmlns:s="http://www.w3.org/2000/svg"';
const USED = '<text id="t" y="40" font-size="40">Used iiii</text>';

const page = (body: string): string => `<svg viewBox="0 0 400 240">${body}</svg>`;

const SAME: Readonly<Record<string, readonly [written: string, meaning: string]>> = {
  'a comment before a value': [page(`<style>.a{fill:/*x*/#000}</style>${SHAPE}`), page(FILLED)],
  'a comment behind a value': [page(`<style>.a{fill:#000/* or #fff */}</style>${SHAPE}`), page(FILLED)],
  'a comment in a style attribute': [
    page(SHAPE.replace('fill="none"', 'style="/*c*/fill:/*d*/black/*e"')),
    page(FILLED),
  ],
  'what looks like a comment in a name': [
    page('<text y="90" style="font-family:\'a/*b\', monospace">ab</text>'),
    page('<text y="90" font-family="monospace">ab</text>'),
  ],
  'a title counts as a child': [
    page(`<style>.a:first-child{fill:#000}</style><g><title>t</title>${SHAPE}</g>`),
    page(SHAPE),
  ],
  'metadata counts as a child': [
    page(`<style>g .a:nth-child(2){fill:#000}</style><g><metadata/>${SHAPE}</g>`),
    page(FILLED),
  ],
  'a style sheet counts as a child': [
    page(`<g><style>style + .a{fill:#000}</style>${SHAPE}</g>`),
    page(FILLED),
  ],
  'foreign markup counts as a child': [
    page(`<style>.a:last-child{fill:#000}</style><g>${SHAPE}<x:y xmlns:x="urn:x"/></g>`),
    page(SHAPE),
  ],
  'a sheet in another language': [
    page(`<style type="text/x-scss">.a{fill:#000}</style>${SHAPE}`),
    page(SHAPE),
  ],
  'a sheet that says it is CSS': [page(`<style type="text/css">.a{fill:#000}</style>${SHAPE}`), page(FILLED)],
  'a default namespace from around': [
    `<s:svg ${SVG_PREFIX} xmlns="urn:x" viewBox="0 0 400 240"><s:circle r="50"/>${FILLED}</s:svg>`,
    page('<circle r="50"/>'),
  ],
  'a prefix that ends with its element': [
    `<svg ${NS} ${SVG_PREFIX} viewBox="0 0 400 240"><g xmlns:s="urn:x"><s:rect width="90" height="9"/></g><s:circle r="50"/></svg>`,
    page('<circle r="50"/>'),
  ],
  'an ellipse with one radius': [
    page('<ellipse cx="200" cy="100" ry="60"/>'),
    page('<circle cx="200" cy="100" r="60"/>'),
  ],
  'a text in the font of its use': [
    page(`<defs>${USED}</defs><use href="#t" x="20" y="60" font-family="monospace"/>`),
    page('<text x="20" y="100" font-size="40" font-family="monospace">Used iiii</text>'),
  ],
  'a text that is used in two fonts': [
    page(
      `<defs>${USED}</defs><use href="#t" y="60" font-family="monospace"/><use href="#t" y="120" font-weight="900"/>`,
    ),
    page(
      '<text y="100" font-size="40" font-family="monospace">Used iiii</text><text y="160" font-size="40" font-weight="900">Used iiii</text>',
    ),
  ],
  'a text with a font of its own': [
    page(
      `<defs><text id="t" y="40" font-size="40" font-family="serif">Used</text></defs><use href="#t" y="60" font-family="monospace"/>`,
    ),
    page('<text y="100" font-size="40" font-family="serif">Used</text>'),
  ],
  'a text in a symbol, by a use in a use': [
    page(
      `<defs><symbol id="s" overflow="visible">${USED}</symbol><g id="g" font-weight="900"><use href="#s" y="30"/></g></defs><g font-family="monospace"><use href="#g" y="30"/></g>`,
    ),
    page('<text y="100" font-size="40" font-family="monospace" font-weight="900">Used iiii</text>'),
  ],
};

describe('is drawn as it is meant:', () => {
  for (const [name, [written, meaning]] of Object.entries(SAME)) {
    it(name, async () => {
      const [drawn, wanted] = [await picture(written, SIZE), await picture(meaning, SIZE)];
      assert.deepEqual(drawn.rgba, wanted.rgba);
    });
  }
});

describe('is refused with its name:', () => {
  const packed = gzipSync(`<svg ${NS} width="9" height="9"/>`).toString('base64');
  for (const [name, [body, message]] of Object.entries({
    tref: ['<text>a<tref href="#t"/></text>', /<tref> is not drawn/],
    'an SVG in gzip': [
      `<image width="9" height="9" href="data:image/svg+xml;base64,${packed}"/>`,
      /image "data:image\/svg\+xml.*" is compressed with gzip/,
    ],
  } as const)) {
    it(name, async () => {
      const drawn = await draw(page(`\n  ${body}`), SIZE);
      assert.ok(!drawn.ok);
      assert.match(drawn.error.message, message);
      assert.equal(drawn.error.line, 2);
    });
  }
});

it('an element that refers to itself is ignored, with a warning', async () => {
  const written = await picture(page('<g id="a"><rect width="9" height="9"/><use href="#a"/></g>'), SIZE);
  const meant = await picture(page('<rect width="9" height="9"/>'), SIZE);
  assert.deepEqual(written.rgba, meant.rgba);
  assert.match(JSON.stringify(written.warnings), /<g id=\\"a\\"> refers to itself/);
});
