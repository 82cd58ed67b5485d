/** SVGs that want to hang, kill or rob the process, each with what must become of it. */

import { numbered, type Outcome, RECT } from '../../pictures/svg/hostile-parts.ts';
import { REFERENCES } from '../../pictures/svg/hostile-references.ts';
import { WORK } from '../../pictures/svg/hostile-work.ts';
import { svg } from '../pictures/svg-documents.ts';

const doctype = (entities: string, body: string): string =>
  `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;

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
    'drawn',
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
