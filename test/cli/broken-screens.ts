/** Screens with one mistake each, as authors make them, and what `stipple check` says of it. docs/errors.md shows them. */

export interface BrokenScreen {
  /** The mistake, in the words of the table in docs/errors.md. */
  readonly what: string;
  /** The piece of a file that is wrong, as the table shows it. */
  readonly written: string;
  /** Files of the screen that differ from a sound one, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** The line that is printed, below the folder of the screen. */
  readonly says: string;
}

/** A sound screen. */
export const SOUND = {
  'script.lua': 'return { data = { place = "Oslo", temp = 3, rows = { "a", "b" }, qr = qr_svg("x") } }\n',
  'screen.svg': drawing('<text x="9" y="40">{{ data.place }}</text>'),
  'meta.yaml': 'title: Sample\n',
};

/** A template whose third line is `body`. */
function drawing(body: string): string {
  return `<svg viewBox="0 0 800 480">\n  <g font-size="20">\n    ${body}\n  </g>\n</svg>\n`;
}

function lua(what: string, written: string, says: string, before = ''): BrokenScreen {
  return { what, written, files: { 'script.lua': `${before}${written}\n` }, says: `script.lua:${says}` };
}

function svg(what: string, written: string, says: string): BrokenScreen {
  return { what, written, files: { 'screen.svg': drawing(written) }, says: `screen.svg:${says}` };
}

function meta(what: string, written: string, says: string): BrokenScreen {
  return { what, written, files: { 'meta.yaml': `title: Sample\n${written}\n` }, says: `meta.yaml:${says}` };
}

export const BROKEN_SCREENS: readonly BrokenScreen[] = [
  lua(
    'a bracket that is not closed',
    'return { data = { a = 1 }',
    "2:1: error: '}' expected (to close '{' at line 1) near <eof>",
  ),
  lua(
    'a misspelt function',
    'local a = http_gte("http://x")',
    "1:1: error: attempt to call a nil value (global 'http_gte'); did you mean http_get?",
  ),
  lua(
    'a misspelt table',
    'local w = layuot.width',
    "1:1: error: attempt to index a nil value (global 'layuot'); did you mean layout?",
  ),
  lua(
    'a field of what is not there',
    'local t = r.main.temp',
    "2:1: error: attempt to index a nil value (field 'main')",
    'local r = {}\n',
  ),
  lua(
    'a function that calls itself',
    'local function f() return 1 + f() end f()',
    '1:1: error: stack overflow: functions call each other without end, until the 64 MiB of memory were full',
  ),
  lua('a loop without end', 'while true do end', '1:1: error: the script used more than 2 s of CPU time'),
  lua(
    'no result',
    'local data = {}',
    '1:1: error: the script must return a table with "data" and "refresh_rate", it returned nothing',
  ),
  lua(
    'an unknown key of the result',
    'return { data = { place = 1 }, refresh = 60 }',
    '1:1: warning: an unknown key in the result: "refresh"; did you mean refresh_rate?',
  ),
  lua(
    'a refresh in words',
    'return { data = { place = 1 }, refresh_rate = "hourly" }',
    '1:1: warning: refresh_rate: expected a number of seconds, got "hourly"',
  ),
  lua(
    'an unknown kind of dithering',
    'return { data = { place = 1 }, dither = "floyd" }',
    '1:1: warning: dither: unknown algorithm "floyd"; did you mean floyd-steinberg?',
  ),
  lua(
    'an unknown option',
    'http_get("http://x", { timout = 5 })',
    "1:1: error: bad argument #2 to 'http_get' (unknown option 'timout'; did you mean timeout?; there are basic_auth, body, cache_ttl, follow_redirects, headers, json, max_redirects, method, params, timeout)",
  ),
  lua(
    'an argument of the wrong type',
    'return { data = json_decode({}) }',
    "1:1: error: bad argument #1 to 'json_decode' (string expected, got table)",
  ),
  lua(
    'a module that is not there',
    'local m = require("halper")',
    '1:11: error: require "halper": this file does not exist',
  ),
  meta('an unknown key', 'titel: Clock', '2:1: warning: unknown key `titel`; did you mean `title`?'),
  meta(
    'an unknown type of a parameter',
    'params: { a: { type: sting } }',
    '2:22: error: params.a.type: expected one of string, int, float, bool, enum, color, url, got the text "sting"',
  ),
  meta(
    'a default of the wrong type',
    'params: { a: { type: int, default: x } }',
    '2:36: error: params.a.default: expected an integer, got the text "x"',
  ),
  svg(
    'a misspelt name of the data',
    '<text y="40">{{ data.palce }}</text>',
    '3:21: warning: data.palce is not set, so this prints nothing: did you mean data.place?',
  ),
  svg(
    'a loop over a misspelt name',
    '{% for row in data.rws %}<text y="40">{{ row }}</text>{% endfor %}',
    '3:19: warning: data.rws is not set, so this loops over nothing: did you mean data.rows?',
  ),
  svg(
    'an unknown filter',
    '<text y="40">{{ data.place | uper }}</text>',
    "3:34: error: unknown filter 'uper': did you mean 'upper'? in {{ data.place | uper }}",
  ),
  svg(
    'an unknown tag',
    '{% fro row in data.rows %}{% endfor %}',
    "3:8: error: unknown tag 'fro': did you mean 'for'? in {% fro row in data.rows %}",
  ),
  svg(
    'a section that is not closed',
    '{% for row in data.rows %}',
    '3:5: error: the section that starts here is not closed: expected {% endfor %} in {% for row in data.rows %}',
  ),
  svg(
    'a tag that is not closed',
    '<text y="40">{{ data.place</text>',
    '3:18: error: the tag that starts here is not closed in {{ data.place</text> </g> </svg>',
  ),
  svg(
    'text where a number is needed',
    '<text y="{{ data.place * 2 }}">a</text>',
    "3:17: error: '*' needs two numbers, got text and a number (text becomes a number with | int or | float) in {{ data.place * 2 }}",
  ),
  svg(
    'a file that is not there',
    '{% include "row.svg" %}',
    '3:8: error: include "row.svg": this file does not exist',
  ),
  svg(
    'a QR code without `safe`',
    '{{ data.qr }}',
    '3:8: warning: markup is printed as text: add | safe if it shall be drawn',
  ),
  svg(
    'a bare ampersand',
    '<text y="40">Tom & Jerry</text>',
    '3:22: error: write &amp; for the character & in "text y="40">Tom & Jerry</text>"',
  ),
  svg(
    'an entity of HTML',
    '<text y="40">a&nbsp;b</text>',
    '3:19: error: XML does not know &nbsp;: write &#160;',
  ),
  svg(
    'an element that is not closed',
    '<text y="40">a<tspan>b</text>',
    '3:19: error: <tspan> is not closed: expected </tspan>, or <tspan … />',
  ),
  svg(
    'a closing tag too many',
    '<text y="40">a</text></g>',
    '4:3: error: </g> closes nothing: no <g> is open here',
  ),
  svg(
    'a missing quote',
    '<rect x="5 y="5" width="9" height="9"/>',
    '3:5: error: an attribute of <rect> has no value, or a quote is missing in "<rect x="5 y="5" width="9" hei"',
  ),
  svg(
    'a misspelt element',
    '<rectangle width="9" height="9"/>',
    '3:5: warning: SVG has no element <rectangle>, it is not drawn',
  ),
  svg(
    'a misspelt attribute',
    '<rect widht="9" height="9"/>',
    '3:5: warning: <rect> has no attribute "widht", it has no effect; did you mean width?',
  ),
  svg(
    'a group with a place',
    '<g x="40"/>',
    '3:5: warning: <g> has no attribute "x", it has no effect: use transform="translate(x y)"',
  ),
  svg(
    'a misspelt property',
    '<text y="40" style="font-wieght: 700">a</text>',
    '3:5: warning: the CSS property "font-wieght" has no effect; did you mean font-weight?',
  ),
  svg(
    'a property of web pages',
    '<text y="40" style="text-transform: uppercase">a</text>',
    '3:5: warning: the CSS property "text-transform" has no effect: write the letters as they shall be, or use | upper and | lower',
  ),
  svg(
    'a variable of CSS',
    '<rect width="9" height="9" style="fill: var(--ink)"/>',
    '3:5: warning: the CSS value "fill: var(--ink)" is not understood: var() is not worked out here; write the value, or {{ … }}',
  ),
  svg(
    'a misspelt colour',
    '<rect width="9" height="9" fill="blakc"/>',
    '3:5: warning: fill="blakc" of <rect> is no colour: expected #rrggbb, a name such as black, rgb() or hsl()',
  ),
  svg(
    'a length with a space',
    '<rect width="60 px" height="9"/>',
    '3:5: warning: width="60 px" of <rect> cannot be read: expected a number, with px, %, em, mm, … or nothing behind it',
  ),
  svg(
    'a transform with units',
    '<g transform="translate(5px, 3px)"/>',
    '3:5: warning: transform="translate(5px, 3px)" of <g> has no effect as it cannot be read: expected translate(x y), scale(n), rotate(degrees), matrix(…), …',
  ),
  svg(
    'a path with a word in it',
    '<path d="M 0 0 L nil 5"/>',
    '3:5: warning: d="M 0 0 L nil 5" of <path> is drawn only up to "nil", which cannot be read',
  ),
  svg(
    'a reference to nothing',
    '<rect width="9" height="9" fill="url(#sky)"/>',
    '3:5: warning: fill of <rect> refers to "#sky", which does not exist',
  ),
  svg(
    'a misspelt font',
    '<text y="40" font-family="Sorce Sans 3">a</text>',
    '3:5: warning: no font has the family "Sorce Sans 3"; did you mean Source Sans 3?',
  ),
  svg(
    'an image that is not there',
    '<image href="logo.png" width="9" height="9"/>',
    '3:5: error: image "logo.png": this file does not exist',
  ),
  svg(
    'an image from the network',
    '<image href="https://x/a.png" width="9" height="9"/>',
    '3:5: error: image "https://x/a.png": images from the network are not loaded while drawing; fetch it in the script with http_get and pass a data URI',
  ),
  svg(
    'a text that is too long',
    '<text x="700" y="40">{{ data.place }} and the fjords</text>',
    '3:5: warning: the text "Oslo and the fjords" is cut off at the right edge of the page, by 57 px (on 800 x 480 with 4 inks, 800 x 480 with 6 inks)',
  ),
  {
    what: 'a mistake in an included file',
    written: '<text>{{ row }} & co</text>',
    files: {
      'screen.svg': drawing('{% for row in data.rows %}{% include "row.svg" %}{% endfor %}'),
      'row.svg': '<g>\n  <text>{{ row }} & co</text>\n</g>\n',
    },
    says: 'row.svg:2:19: error: write &amp; for the character & in "<text>a & co</text>"',
  },
  {
    what: 'a mistake in a macro, behind a filter',
    written: '<txt>{{ name }}</txt>',
    files: {
      'screen.svg': drawing('{% import "parts.svg" as parts %}{{ parts.row("a") | indent(2) }}'),
      'parts.svg': '{% macro row(name) %}\n<g>\n  <txt>{{ name }}</txt>\n</g>{% endmacro %}\n',
    },
    says: 'parts.svg:3:3: warning: SVG has no element <txt>, it is not drawn; did you mean text?',
  },
];
