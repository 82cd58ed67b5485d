/** SVGs that want to hang, kill or rob the process, each with what must become of it. */
import { svg } from './documents.ts';

/** The code of the failure; `drawn` for those that are harmless after all. */
export type Outcome = 'svg_invalid' | 'svg_limit' | 'asset_refused' | 'asset_missing' | 'drawn';

const RECT = '<rect width="800" height="480"/>';
const numbered = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('');
const doctype = (entities: string, body: string): string =>
  `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
const filtered = (steps: string): string =>
  svg(`<filter id="f">${steps}</filter><rect width="800" height="480" filter="url(#f)"/>`);
const bomb = (use: (i: number) => string): string =>
  numbered(30, (i) => `<g id="a${i + 1}">${use(i).repeat(10)}</g>`);

const XML: Record<string, readonly [string, Outcome]> = {
  'entities of entities': [
    doctype('<!ENTITY a "xx"><!ENTITY b "&a;&a;">', '<text>&b;</text>'),
    'svg_invalid',
  ],
  'an entity of itself': [doctype('<!ENTITY a "&a;">', '<text>&a;</text>'), 'svg_invalid'],
  'a long entity, often': [doctype(`<!ENTITY a "${'x'.repeat(9_000)}">`, '&a;'.repeat(9_000)), 'svg_invalid'],
  'a short entity, very often': [
    doctype(`<!ENTITY a "${'x'.repeat(250)}">`, `<text>${'&a;'.repeat(50_000)}</text>`),
    'svg_invalid',
  ],
  'an entity from a file': [
    doctype('<!ENTITY a SYSTEM "file:///etc/passwd">', '<text>&a;</text>'),
    'svg_invalid',
  ],
  'a parameter entity': [doctype('<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;', RECT), 'svg_invalid'],
  'unfinished declarations': [doctype('<!ENTITY a x'.repeat(50_000), RECT), 'svg_invalid'],
  'an external DTD': [`<!DOCTYPE svg SYSTEM "http://127.0.0.1/x.dtd">${svg(RECT)}`, 'drawn'],
  'deep nesting': [svg('<g>'.repeat(100_000)), 'svg_limit'],
  'very many elements': [svg('<g/>'.repeat(100_001)), 'svg_limit'],
  'very many attributes': [svg(`<rect ${numbered(100_000, (i) => `a${i}="1" `)}/>`), 'svg_limit'],
  'a file that is too large': [svg(`<!--${'x'.repeat(8_400_000)}-->`), 'svg_limit'],
  'names of prototypes': [
    svg('<rect id="__proto__" class="constructor" style="__proto__:1"/><use href="#__proto__"/>'),
    'drawn',
  ],
  'an XInclude': [
    svg('<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
    'drawn',
  ],
  'a script': [svg(`<script>while(1);</script><rect onclick="x()" width="9" height="9"/>`), 'drawn'],
  nothing: ['', 'svg_invalid'],
  NUL: ['<svg>\0</svg>', 'svg_invalid'],
};

const CSS: Record<string, readonly [string, Outcome]> = {
  'selectors that look at everything': [
    svg(
      `<style>${numbered(900, (i) => `* > *:nth-child(${i + 2}) {fill:red}`)}</style>${'<rect/>'.repeat(9_000)}`,
    ),
    'svg_limit',
  ],
  'rows of siblings': [
    svg(`<style>${'rect ~ rect ~ rect ~ g {fill:red}'.repeat(300)}</style>${'<g/>'.repeat(9_000)}`),
    'svg_limit',
  ],
  'a huge style sheet': [svg(`<style>${'a{b:c}'.repeat(100_000)}</style>`), 'svg_limit'],
  'a huge style attribute': [svg(`<rect style="${'a:b;'.repeat(100_000)}"/>`), 'svg_limit'],
  'brackets that never end': [svg(`<style>a{b:${'('.repeat(50_000)}}${'{'.repeat(50_000)}</style>`), 'drawn'],
  'negations in each other': [
    svg(`<style>${':not('.repeat(2_000)}a${')'.repeat(2_000)}{fill:red}</style>`),
    'svg_limit',
  ],
  'an import': [svg('<style>@import url(http://127.0.0.1/x.css);</style>'), 'drawn'],
  'a number that never ends': [svg(`<rect width="${'1'.repeat(300_000)}x" height="5"/>`), 'drawn'],
  'a shorthand of blanks': [svg(`<rect style="font:${' '.repeat(16_000)}x"/>`), 'drawn'],
  'a reference of blanks': [
    svg(`<rect fill="url(#${' '.repeat(300_000)}&quot;x" width="9" height="9"/>`),
    'drawn',
  ],
  'a transform of letters': [
    svg(`<rect style="transform:${'a'.repeat(16_000)}" width="9" height="9"/>`),
    'drawn',
  ],
};

const REFERENCES: Record<string, readonly [string, Outcome]> = {
  'a use of itself': [svg('<g id="a"><use href="#a"/></g>'), 'svg_limit'],
  'two uses of each other': [
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'svg_limit',
  ],
  'a tree of uses': [
    svg(`<defs><g id="a0">${RECT}</g>${bomb((i) => `<use href="#a${i}"/>`)}</defs><use href="#a30"/>`),
    'svg_limit',
  ],
  'a pattern of itself': [
    svg(
      '<pattern id="p" width="9" height="9"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'svg_limit',
  ],
  'a mask of itself': [
    svg(
      '<mask id="m"><rect width="99" height="99" mask="url(#m)"/></mask><rect width="99" height="99" mask="url(#m)"/>',
    ),
    'svg_limit',
  ],
  'a clip of itself': [
    svg(
      '<clipPath id="c"><rect width="9" height="9" clip-path="url(#c)"/></clipPath><rect width="99" height="99" clip-path="url(#c)"/>',
    ),
    'svg_limit',
  ],
  'a marker of itself': [
    svg(
      '<marker id="m"><path d="M0 0L9 9" marker-end="url(#m)"/></marker><path d="M0 0L9 9" marker-end="url(#m)"/>',
    ),
    'svg_limit',
  ],
  'a filter that shows what it filters': [
    svg('<filter id="f"><feImage href="#r"/></filter><rect id="r" width="99" height="99" filter="url(#f)"/>'),
    'svg_limit',
  ],
  'a pattern that inherits itself': [
    `<svg fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9"/></pattern><rect width="99" height="99"/></svg>`,
    'svg_limit',
  ],
  'a pattern that inherits itself by its word': [
    `<svg fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9" fill="inherit"/></pattern><rect width="99" height="99"/></svg>`,
    'svg_limit',
  ],
  'a pattern of a symbol in it': [
    svg(
      '<symbol id="s" fill="url(#p)"><rect width="9" height="9"/></symbol><pattern id="p" width="9" height="9"><use href="#s"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'svg_limit',
  ],
  'a pattern of a span in it': [
    svg(
      '<pattern id="p" width="9" height="9"><text y="9"><tspan fill="url(#p)">a</tspan></text></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'svg_limit',
  ],
  'a marker that inherits itself': [
    '<svg marker-end="url(#m)"><marker id="m"><path d="M0 0L9 9"/></marker><path d="M0 0L9 9"/></svg>',
    'svg_limit',
  ],
  'a marker of itself behind another': [
    svg(
      '<marker id="n"/><marker id="m"><path d="M0 0L9 9" marker-mid="url(#n)" marker-end="url(#m)"/></marker><path d="M0 0L9 9" marker-end="url(#m)"/>',
    ),
    'svg_limit',
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
};

const WORK: Record<string, readonly [string, Outcome]> = {
  'endless noise': [filtered('<feTurbulence numOctaves="2000"/>'), 'svg_limit'],
  'endless noise on the outermost element': [
    '<svg filter="url(#f)" width="800" height="480"><filter id="f"><feTurbulence numOctaves="2000"/></filter><rect width="9" height="9"/></svg>',
    'svg_limit',
  ],
  'a mask of the outermost element in itself': [
    '<svg mask="url(#m)" width="800" height="480"><mask id="m"><g mask="url(#m)"><rect width="9" height="9"/></g></mask><rect width="9" height="9"/></svg>',
    'svg_limit',
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
  'dashes too small to draw': [svg('<path d="M0 0H1e6" stroke="red" stroke-dasharray="1e-9"/>'), 'drawn'],
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

const png = (width: number, height: number): string => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return `data:image/png;base64,${head.toString('base64')}`;
};
const image = (href: string): string => svg(`<image width="9" height="9" href="${href}"/>`);

const IMAGES: Record<string, readonly [string, Outcome]> = {
  'an image of a gigapixel': [image(png(40_000, 40_000)), 'svg_limit'],
  'an image that is cut off': [image(png(4_000, 4_000)), 'svg_invalid'],
  'an image from the network': [image('http://169.254.169.254/latest'), 'asset_refused'],
  'an image without a scheme': [image('//127.0.0.1/a.png'), 'asset_refused'],
  'a file of the system': [image('/etc/passwd'), 'asset_refused'],
  'a file address': [image('file:///etc/passwd'), 'asset_refused'],
  'a way out of the folder': [image('../../../etc/passwd'), 'asset_refused'],
  'a way out in disguise': [image('%2e%2e/%2E%2e%2fetc/passwd'), 'asset_refused'],
  'a way out with backslashes': [image('..\\..\\etc\\passwd'), 'asset_refused'],
  'a name with a NUL': [image('a.png%00.jpg'), 'asset_refused'],
  'a file that is not there': [image('a.png'), 'asset_missing'],
  'text that calls itself a picture': [image('data:image/png;base64,aGVsbG8gd29ybGQhIQ=='), 'svg_invalid'],
};

/** All of them, by name. */
export const HOSTILE_SVGS: ReadonlyMap<string, readonly [source: string, outcome: Outcome]> = new Map(
  [XML, CSS, REFERENCES, WORK, IMAGES].flatMap((group) => Object.entries(group)),
);
