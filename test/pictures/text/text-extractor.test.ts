import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FontFinder } from '../../../src/pictures/fonts/font-finder.ts';
import { encodePng } from '../../../src/pictures/native/encode-png.ts';
import { paintOrder } from '../../../src/pictures/svg/geometry/painted-elements.ts';
import { rootPlace } from '../../../src/pictures/svg/geometry/place.ts';
import { Scene } from '../../../src/pictures/svg/geometry/scene.ts';
import { parseSvg } from '../../../src/pictures/svg/parse/parse.ts';
import { IDENTITY } from '../../../src/pictures/svg/values/matrix.ts';
import { TextExtractor } from '../../../src/pictures/text/text-extractor.ts';
import { drawTexts, EVEN_GREYS, page } from './texts.ts';

const FADE = '<linearGradient id="f"><stop offset="0"/><stop offset="1" stop-color="#888"/></linearGradient>';

/** A black picture, large enough to cover a text. */
const IMAGE = `data:image/png;base64,${Buffer.from(
  encodePng(new Uint8Array(90 * 60), { widthPx: 90, heightPx: 60, palette: ['#000000', '#ffffff'] }),
).toString('base64')}`;

/** Texts that stay with resvg, and the reason that is counted. */
const KEPT: Readonly<Record<string, readonly [body: string, reason: string]>> = {
  rotated: [
    '<text transform="rotate(10 20 50)" x="20" y="50">a</text>',
    'a transform that turns or distorts',
  ],
  skewed: ['<text transform="skewX(10)" x="20" y="50">a</text>', 'a transform that turns or distorts'],
  mirrored: ['<text transform="scale(-1 1)" x="-60" y="50">a</text>', 'a transform that turns or distorts'],
  'unevenly scaled': [
    '<g transform="scale(1 1.1)"><text x="20" y="50">a</text></g>',
    'a transform that turns or distorts',
  ],
  'with turned glyphs': ['<text x="20" y="50" rotate="10">a</text>', 'rotate'],
  'on a path': ['<path id="p" d="M0 50H99"/><text><textPath href="#p">a</textPath></text>', '<textPath>'],
  'from the top': ['<text x="20" y="50" writing-mode="tb">a</text>', 'writing-mode="tb"'],
  'in small capitals': [
    '<text x="20" y="50" font-variant="small-caps">a</text>',
    'font-variant="small-caps"',
  ],
  'with a stroke': ['<text x="20" y="50" stroke="#000">a</text>', 'stroke'],
  'with the stroke of a group': ['<g stroke="red"><text x="20" y="50">a</text></g>', 'stroke'],
  'filled with a gradient': [
    `<defs>${FADE}</defs><text x="20" y="50" fill="url(#f)">a</text>`,
    'a fill that is no solid colour',
  ],
  'without a fill': ['<text x="20" y="50" fill="none">a</text>', 'a fill that is no solid colour'],
  'half transparent': [
    '<text x="20" y="50" fill="rgba(0,0,0,0.5)">a</text>',
    'a fill that is no solid colour',
  ],
  'with opacity': ['<text x="20" y="50" opacity="0.5">a</text>', 'opacity="0.5"'],
  'in a group with opacity': ['<g opacity=".5"><text x="20" y="50">a</text></g>', 'opacity=".5"'],
  'with a blend mode': ['<text x="20" y="50" style="mix-blend-mode:multiply">a</text>', 'mix-blend-mode'],
  clipped: [
    '<clipPath id="c"><rect width="30" height="99"/></clipPath><g clip-path="url(#c)"><text x="20" y="50">abc</text></g>',
    'clip-path',
  ],
  masked: [
    '<mask id="m"><rect width="99" height="99" fill="#fff"/></mask><text mask="url(#m)" x="20" y="50">a</text>',
    'mask',
  ],
  'stretched glyph by glyph': [
    '<text x="20" y="50" textLength="90" lengthAdjust="spacingAndGlyphs">a</text>',
    'lengthAdjust="spacingAndGlyphs"',
  ],
  'right to left': ['<text x="90" y="50">\u05e9\u05dc\u05d5\u05dd</text>', 'right-to-left text'],
  'with a character that no font has': [
    '<text x="20" y="50">a\u{1f9ff}</text>',
    'a character that no font has',
  ],
  'with an overline': [
    '<text x="20" y="50" text-decoration="overline">a</text>',
    'text-decoration="overline"',
  ],
  'marked as continuous tone': [
    '<g data-tone="continuous"><text x="20" y="50">a</text></g>',
    'data-tone="continuous"',
  ],
  'with an attribute that nobody knows': ['<text x="20" y="50" glow="1">a</text>', 'glow'],
  'very large in a colour between inks': [
    '<text x="20" y="80" font-size="60" fill="#777">a</text>',
    'large text in a colour between inks',
  ],
  huge: ['<text x="20" y="80" font-size="5000" letter-spacing="-9">W</text>', 'a huge glyph'],
  tiny: ['<text x="20" y="80" font-size="1">a</text>', 'tiny text'],
  'below a shape': [
    '<text x="20" y="50">abc</text><rect x="30" y="40" width="9" height="9" fill="red"/>',
    'something is painted over it',
  ],
  'below a path': [
    '<text x="20" y="50">abc</text><path d="M0 0L60 60" stroke="red"/>',
    'something is painted over it',
  ],
  'below something of unknown size': [
    '<text x="20" y="50">abc</text><symbol id="s" transform="scale(2)"><path d="M0 0h2v2z"/></symbol><use href="#s"/>',
    'something is painted over it',
  ],
  'below an image of the size of its file': [
    `<text x="20" y="50">abc</text><image href="${IMAGE}"/>`,
    'something is painted over it',
  ],
  'below a shape that an origin moves': [
    '<text x="20" y="50">abc</text><rect y="40" width="99" height="30" transform="rotate(90)" transform-origin="50 50"/>',
    'something is painted over it',
  ],
};

describe('a text stays with resvg, as it was, when it is', () => {
  for (const [name, [body, reason]] of Object.entries(KEPT)) {
    it(name, async () => {
      const palette = EVEN_GREYS(4);
      // On whole pixels already, so that it is not moved to one.
      const svg = page(body);
      const fitted = await drawTexts(svg, { palette });
      assert.deepEqual(fitted.report, { fittedCount: 0, kept: { [reason]: 1 } });
      assert.deepEqual(fitted.levels, (await drawTexts(svg, { palette, mode: 'plain' })).levels);
    });
  }
});

const BESIDE: Readonly<Record<string, string>> = {
  'an icon that is used': '<defs><path id="i" d="M0 0h9v9H0z"/></defs><use href="#i" x="305" y="2"/>',
  'a symbol':
    '<symbol id="i" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></symbol><use href="#i" x="305" width="9" height="9"/>',
  'a nested viewport':
    '<svg x="305" width="9" height="9" viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></svg>',
  'an SVG image':
    '<image x="300" width="9" height="9" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Crect width=%229%22 height=%229%22/%3E%3C/svg%3E"/>',
  'an image without a height': `<image x="300" width="9" href="${IMAGE}"/>`,
  'a marker':
    '<marker id="m" markerWidth="4" markerHeight="4"><path d="M0 0L4 2L0 4z"/></marker><path d="M20 80H60" stroke="#000" marker-end="url(#m)"/>',
  'a filter':
    '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter><rect x="290" y="80" width="9" height="9" filter="url(#f)"/>',
  'a filter function': '<rect x="290" y="80" width="9" height="9" style="filter:blur(2px)"/>',
  'a frame': '<rect x="2" y="2" width="316" height="96" fill="none" stroke="#000"/>',
  'a diagonal': '<line x1="120" y1="0" x2="320" y2="100" stroke="#000"/>',
  'a title': '<title>A page</title>',
  'right-to-left text': '<text x="200" y="80" font-size="12">\u05e9\u05dc\u05d5\u05dd</text>',
};

describe('a text is drawn in solid ink before', () => {
  for (const [name, body] of Object.entries(BESIDE)) {
    it(name, async () => {
      const { report } = await drawTexts(page(`<text x="20" y="50">abc</text>${body}`));
      assert.equal(report.fittedCount, 1, JSON.stringify(report.kept));
    });
  }

  it('anything, in a view box of another ratio than its size', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="100" viewBox="0 0 100 100"><text x="10" y="50">abc</text></svg>';
    assert.equal((await drawTexts(svg)).report.fittedCount, 1);
  });
});

describe('the engine', () => {
  it('keeps a text for which an attribute or style is unknown, whatever its name', async () => {
    const names = [
      'filter',
      'kerning',
      'glyph-orientation-vertical',
      'clip-rule',
      'foo',
      'x-y',
      'constructor',
    ];
    for (const name of names) {
      const { report } = await drawTexts(page(`<text x="20" y="50" ${name}="1">a</text>`));
      assert.equal(report.fittedCount, 0, name);
    }
  });

  it('leaves texts alone that nothing covers, though something lies beside or below them', async () => {
    const body =
      '<rect width="320" height="100" fill="#fff"/><text x="20" y="50">abc</text><rect x="20" y="54" width="90" height="2"/>';
    assert.deepEqual((await drawTexts(page(body))).report, { fittedCount: 1, kept: {} });
  });

  it('keeps what lies below a text that stays', async () => {
    const body =
      '<text x="20" y="50">below</text><text x="30" y="52" stroke="#000">above</text><text x="20" y="52">top</text>';
    const { report } = await drawTexts(page(body));
    assert.deepEqual(report, { fittedCount: 1, kept: { stroke: 1, 'something is painted over it': 1 } });
  });

  it('keeps what lies below a text on a path, wherever that leads', async () => {
    const { report } = await drawTexts(
      page(
        '<path id="p" d="M20 50H99" fill="none"/><text x="20" y="50">below</text><text x="900"><textPath href="#p">above</textPath></text>',
      ),
    );
    assert.deepEqual(report.kept, { '<textPath>': 1, 'something is painted over it': 1 });
  });

  it('lifts what lies below a text without characters', async () => {
    const { report } = await drawTexts(page('<text x="20" y="50">below</text><text opacity=".5"></text>'));
    assert.deepEqual(report, { fittedCount: 1, kept: { 'opacity=".5"': 1 } });
  });

  it('counts the stroke of a text that stays, however wide', async () => {
    const stroked = (width: number) =>
      page(
        `<text x="20" y="40">below</text><text x="20" y="70" stroke="#000" stroke-width="${width}">above</text>`,
      );
    assert.deepEqual((await drawTexts(stroked(1))).report.kept, { stroke: 1 });
    assert.deepEqual((await drawTexts(stroked(20))).report.kept, {
      stroke: 1,
      'something is painted over it': 1,
    });
  });

  it('counts the stroke of a span, and of a text that is not laid out', async () => {
    const above = (attributes: string, span: string): string =>
      page(
        `<text x="20" y="20">below</text><text x="20" y="95" font-size="8" ${attributes}><tspan ${span}>above</tspan></text>`,
      );
    const covered = { 'opacity="0.5"': 1, 'something is painted over it': 1 };
    assert.deepEqual((await drawTexts(above('opacity="0.5"', ''))).report.kept, { 'opacity="0.5"': 1 });
    for (const [attributes, span] of [
      ['opacity="0.5" stroke="#000" stroke-width="40"', ''],
      ['opacity="0.5"', 'stroke="#000" stroke-width="40"'],
    ] as const) {
      assert.deepEqual((await drawTexts(above(attributes, span))).report.kept, covered);
    }
  });

  it('counts how far mitred corners reach, whoever sets their limit', async () => {
    const spike = (limit: string): string =>
      page(
        `<text x="250" y="60">below</text><g stroke-miterlimit="${limit}"><path d="M20 50L90 52L20 54" fill="none" stroke="#000" stroke-width="9"/></g>`,
      );
    assert.equal((await drawTexts(spike('4'))).report.fittedCount, 1);
    assert.equal((await drawTexts(spike('90'))).report.fittedCount, 0);
  });

  it('moves a text that stays to a whole-pixel baseline', async () => {
    const bottom = async (y: number): Promise<number> => {
      const { levels, widthPx } = await drawTexts(page(`<text x="20" y="${y}" stroke="#000">HHH</text>`));
      // The stroke ends in the middle of a pixel.
      return Math.floor(levels.findLastIndex((level) => level < 100) / widthPx);
    };
    const rows = await Promise.all([49.6, 49.9, 50, 50.3, 50.4].map(bottom));
    assert.equal(new Set(rows).size, 1);
  });

  it('draws black text in pure ink where it covers a pixel', async () => {
    const { indices } = await drawTexts(
      page('<text x="20" y="60" font-size="30" font-weight="900">HHHH</text>'),
      {
        palette: EVEN_GREYS(4),
      },
    );
    const black = indices.filter((index) => index === 0).length;
    const between = indices.filter((index) => index === 1 || index === 2).length;
    assert.ok(black > 4 * between, `${black} black, ${between} between`);
  });

  it('draws on two inks with two inks, in the nearest one that shows', async () => {
    const palette = EVEN_GREYS(2);
    const grey = await drawTexts(page('<text x="20" y="50" fill="#999">Hamburg</text>'), { palette });
    const black = await drawTexts(page('<text x="20" y="50">Hamburg</text>'), { palette });
    assert.deepEqual(grey.levels, black.levels);
  });

  it('draws nothing outside the picture part of a letterboxed document', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="-40" y="60" font-size="50">WWWWWW</text></svg>';
    const { levels, widthPx, report } = await drawTexts(svg);
    assert.equal(report.fittedCount, 1);
    levels.forEach((level, at) => {
      const x = at % widthPx;
      if (x < 110 || x >= 210) assert.equal(level, 255);
    });
  });

  it('leaves text alone where there is no font at all', async () => {
    const nothing = new FontFinder({ faces: [], systemDirs: [], fingerprint: '', unreadable: [] });
    const document = parseSvg(page('<text x="20" y="50">Hamburg</text>'), 'test.svg');
    const placement = { x: 0, y: 0, width: 320, height: 100 };
    const user = { width: 320, height: 100 };
    const scene = new Scene(document);
    const root = rootPlace(document.root, IDENTITY, user, scene.styles);
    const painted = paintOrder(scene, root);
    const { text, kept } = new TextExtractor(nothing).extract(scene, {
      user,
      placement,
      painted,
      inks: new Set(),
    });
    assert.deepEqual([text, kept], [null, { 'no font': 1 }]);
  });

  it('gives the same pixels for the same text, with cold and with warm caches', async () => {
    const svg = page('<text x="20.3" y="50">Same again</text>');
    const first = await drawTexts(svg);
    for (let i = 0; i < 50; i += 1)
      await drawTexts(page(`<text x="3" y="40" font-size="${8 + i / 3}">other ${i}</text>`));
    assert.deepEqual((await drawTexts(svg)).indices, first.indices);
  });
});
