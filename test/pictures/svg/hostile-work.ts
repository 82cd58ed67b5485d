/** SVGs that would take very long, or very much memory. */
import { svg } from '../../support/pictures/svg-documents.ts';
import { filtered, numbered, type Outcome, RECT } from './hostile-parts.ts';

export const WORK: Record<string, readonly [string, Outcome]> = {
  'endless noise': [filtered('<feTurbulence numOctaves="2000"/>'), 'svg_limit'],
  'endless noise on the outermost element': [
    '<svg filter="url(#f)" width="800" height="480"><filter id="f"><feTurbulence numOctaves="2000"/></filter><rect width="9" height="9"/></svg>',
    'svg_limit',
  ],
  'a mask of the outermost element in itself': [
    '<svg mask="url(#m)" width="800" height="480"><mask id="m"><g mask="url(#m)"><rect width="9" height="9"/></g></mask><rect width="9" height="9"/></svg>',
    'drawn',
  ],
  'a huge kernel': [filtered('<feConvolveMatrix order="1000"/>'), 'svg_limit'],
  'a kernel of very many numbers': [filtered(`<feConvolveMatrix order="${'9 '.repeat(300_000)}"/>`), 'drawn'],
  'a merge of very many': [filtered(`<feMerge>${'<feMergeNode/>'.repeat(5_000)}</feMerge>`), 'svg_limit'],
  'very many steps of a filter': [filtered('<feGaussianBlur stdDeviation="50"/>'.repeat(1_000)), 'svg_limit'],
  'layers in layers': [svg(`${'<g opacity=".9">'.repeat(100)}${RECT}${'</g>'.repeat(100)}`), 'svg_limit'],
  'isolated groups in each other': [
    svg(`${'<g style="isolation:isolate">'.repeat(100)}${RECT}${'</g>'.repeat(100)}`),
    'svg_limit',
  ],
  'very many blended shapes': [
    svg('<rect width="800" height="480" style="mix-blend-mode:hue"/>'.repeat(3_000)),
    'svg_limit',
  ],
  'very many dashes': [
    svg('<path d="M0 0H800" stroke="red" stroke-dasharray="0.01"/>'.repeat(2_000)),
    'svg_limit',
  ],
  'dashes too small to draw': [svg('<path d="M0 0H1e6" stroke="red" stroke-dasharray="1e-9"/>'), 'svg_limit'],
  'very many spans that are turned': [
    svg(`<text y="50">${'<tspan rotate="9">a</tspan>'.repeat(9_000)}</text>`),
    'svg_limit',
  ],
  'very many spans with a stroke': [
    svg(`<text y="50">${'<tspan stroke="red">a</tspan>'.repeat(9_000)}</text>`),
    'svg_limit',
  ],
  'lines that cross each other': [
    svg(`<path d="M0 0${numbered(20_000, (i) => `L${800 - i / 25} 400L${i / 25} 0`)}"/>`),
    'svg_limit',
  ],
  'a large picture far off in a symbol': [
    svg(
      `<symbol id="s" viewBox="90000 0 800 480"><g opacity=".5"><rect x="90000" width="800" height="480"/></g></symbol>${'<use href="#s"/>'.repeat(900)}`,
    ),
    'svg_limit',
  ],
  'a radius in a small unit': [
    '<svg viewBox="0 0 8 4.8"><filter id="f"><feMorphology radius="9"/></filter><rect width="8" height="4.8" filter="url(#f)"/></svg>',
    'svg_limit',
  ],
  'a huge font size for lengths': [
    svg('<g font-size="1e4"><rect width="1000em" height="1000em" opacity=".5"/></g>'),
    'svg_limit',
  ],
  'a list of dashes for many': [
    svg(
      `<g stroke="red" stroke-dasharray="${'1 '.repeat(50_000)}">${'<path d="M0 0h9"/>'.repeat(9_000)}</g>`,
    ),
    'svg_limit',
  ],
  'uses of what is written last': [
    svg(`${'<g/>'.repeat(40_000)}<g id="a"/>${'<use href="#a"/>'.repeat(40_000)}`),
    'svg_limit',
  ],
  'very long text': [svg(`<text>${'a'.repeat(1_000_000)}</text>`), 'svg_limit'],
  'marks on marks': [svg(`<text y="50">a${'\u0301'.repeat(5_000)}</text>`), 'drawn'],
  'very many fonts': [
    svg(numbered(400, (i) => `<text y="50" font-weight="${300 + i}">a</text>`)),
    'svg_limit',
  ],
  'a giant': [svg(RECT).replace('width="800"', 'width="1e9"'), 'svg_limit'],
  'a line of a picture': [
    svg(RECT).replace('width="800"', 'width="1e5"').replace('height="480"', 'height="1"'),
    'svg_limit',
  ],
  'a picture of no size': [svg(RECT).replace('width="800"', 'width="0"'), 'svg_invalid'],
  'far away': [svg('<path d="M1e38 1e38C1e38 -1e38 -1e38 1e38 0 0" stroke="red"/>'), 'svg_limit'],
  'infinitely large': [svg('<rect width="9" height="9" transform="scale(1e30)"/>'), 'svg_limit'],
};
