/** SVGs whose references lead around, or to more than can be drawn. */
import { svg } from '../../support/pictures/svg-documents.ts';
import { numbered, type Outcome, RECT } from './hostile-parts.ts';

const bomb = (use: (i: number) => string): string =>
  numbered(30, (i) => `<g id="a${i + 1}">${use(i).repeat(10)}</g>`);

export const REFERENCES: Record<string, readonly [string, Outcome]> = {
  'a use of itself': [svg('<g id="a"><use href="#a"/></g>'), 'drawn'],
  'two uses of each other': [svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), 'drawn'],
  'a tree of uses': [
    svg(`<defs><g id="a0">${RECT}</g>${bomb((i) => `<use href="#a${i}"/>`)}</defs><use href="#a30"/>`),
    'svg_limit',
  ],
  'a pattern of itself': [
    svg(
      '<pattern id="p" width="9" height="9"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'drawn',
  ],
  'a mask of itself': [
    svg(
      '<mask id="m"><rect width="99" height="99" mask="url(#m)"/></mask><rect width="99" height="99" mask="url(#m)"/>',
    ),
    'drawn',
  ],
  'a clip of itself': [
    svg(
      '<clipPath id="c"><rect width="9" height="9" clip-path="url(#c)"/></clipPath><rect width="99" height="99" clip-path="url(#c)"/>',
    ),
    'drawn',
  ],
  'a marker of itself': [
    svg(
      '<marker id="m"><path d="M0 0L9 9" marker-end="url(#m)"/></marker><path d="M0 0L9 9" marker-end="url(#m)"/>',
    ),
    'drawn',
  ],
  'a filter that shows what it filters': [
    svg('<filter id="f"><feImage href="#r"/></filter><rect id="r" width="99" height="99" filter="url(#f)"/>'),
    'drawn',
  ],
  'a pattern that inherits itself': [
    `<svg fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9"/></pattern><rect width="99" height="99"/></svg>`,
    'drawn',
  ],
  'a pattern that inherits itself by its word': [
    `<svg fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9" fill="inherit"/></pattern><rect width="99" height="99"/></svg>`,
    'drawn',
  ],
  'a pattern of a symbol in it': [
    svg(
      '<symbol id="s" fill="url(#p)"><rect width="9" height="9"/></symbol><pattern id="p" width="9" height="9"><use href="#s"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'drawn',
  ],
  'a pattern of a span in it': [
    svg(
      '<pattern id="p" width="9" height="9"><text y="9"><tspan fill="url(#p)">a</tspan></text></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'drawn',
  ],
  'a marker that inherits itself': [
    '<svg marker-end="url(#m)"><marker id="m"><path d="M0 0L9 9"/></marker><path d="M0 0L9 9"/></svg>',
    'drawn',
  ],
  'a marker of itself behind another': [
    svg(
      '<marker id="n"/><marker id="m"><path d="M0 0L9 9" marker-mid="url(#n)" marker-end="url(#m)"/></marker><path d="M0 0L9 9" marker-end="url(#m)"/>',
    ),
    'drawn',
  ],
  'gradients of each other': [
    svg(
      '<linearGradient id="p" href="#q"/><linearGradient id="q" href="#p"/><rect width="9" height="9" fill="url(#p)"/>',
    ),
    'drawn',
  ],
  'a marked tree of uses': [
    svg(
      `<defs><g id="a0"><rect width="9" height="9"/></g>${bomb((i) => `<use href="#a${i}" data-tone="continuous"/>`)}</defs><use href="#a30"/>`,
    ),
    'svg_limit',
  ],
  'a pattern of a pattern that fills with the first': [
    svg(
      '<pattern id="p" href="#q" width="9" height="9"/><pattern id="q"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'drawn',
  ],
  'a filter of a filter that shows what the first filters': [
    svg(
      '<filter id="f" href="#g"/><filter id="g"><feImage href="#r"/></filter><rect id="r" width="99" height="99" filter="url(#f)"/>',
    ),
    'drawn',
  ],
  'masks that are masked with each other': [
    svg(
      `<mask id="m" mask="url(#n)">${RECT}</mask><mask id="n" mask="url(#m)">${RECT}</mask><rect width="99" height="99" mask="url(#m)"/>`,
    ),
    'drawn',
  ],
  'clips that are clipped with each other': [
    svg(
      `<clipPath id="m" clip-path="url(#n)">${RECT}</clipPath><clipPath id="n" clip-path="url(#m)">${RECT}</clipPath><rect width="99" height="99" clip-path="url(#m)"/>`,
    ),
    'drawn',
  ],
  'gradients that lead around in a circle': [
    svg(
      '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#c"/><linearGradient id="c" href="#b"/><rect width="9" height="9" fill="url(#a)"/>',
    ),
    'drawn',
  ],
  'patterns and groups without a cycle': [
    svg(
      `${numbered(
        22,
        (i) =>
          `<pattern id="p${i}" width="1" height="1">${'<g>'.repeat(150)}<rect width="9" height="9" fill="url(#p${i + 1})"/>${'</g>'.repeat(150)}</pattern>`,
      )}<rect width="99" height="99" fill="url(#p0)"/>`,
    ),
    'svg_limit',
  ],
  'a cycle in an image': [
    svg(
      `<image width="9" height="9" href="data:image/svg+xml,${encodeURIComponent(svg('<pattern id="p" href="#q" width="9" height="9"/><pattern id="q"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="99" height="99" fill="url(#p)"/>'))}"/>`,
    ),
    'drawn',
  ],
  'masks that are never valid': [
    svg(
      `${numbered(40, (i) => `<mask id="m${i}">${`<rect width="9" height="9" mask="url(#m${i + 1})"/>`.repeat(2)}</mask>`)}<mask id="m40"/><rect width="9" height="9" mask="url(#m0)"/>`,
    ),
    'svg_limit',
  ],
  'patterns in texts in patterns': [
    svg(
      `${numbered(9, (i) => `<pattern id="p${i}" width="1" height="1"><text y="40" stroke="url(#p${i + 1})">a<tspan fill="url(#p${i + 1})">b</tspan></text></pattern>`)}<rect width="99" height="99" fill="url(#p0)"/>`,
    ),
    'svg_limit',
  ],
};
