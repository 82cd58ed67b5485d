import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSvg } from '../../../../src/pictures/svg/check.ts';
import { describeFailure } from '../../../../src/platform/base/failure.ts';

/** What is said of an SVG that is not well-formed. */
function said(svg: string): string {
  const result = checkSvg(svg, 'x.svg');
  return result.ok ? 'nothing' : describeFailure(result.error);
}

/** Each mistake, and the sentence about it: where it stands, and what to write. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  [
    'an ampersand in a text',
    '<svg>\n  <text>Tom & Jerry</text>\n</svg>',
    'x.svg:2:13: write &amp; for the character & in "<text>Tom & Jerry</text>"',
  ],
  [
    'an ampersand before a word',
    '<svg>\n <text>Tom &Jerry</text>\n</svg>',
    'x.svg:2:12: write &amp; for the character & in "<text>Tom &Jerry</text>"',
  ],
  [
    'an ampersand in an address',
    '<svg><a href="?x=1&y=2"/>\n</svg>',
    'x.svg:1:19: write &amp; for the character & in "vg><a href="?x=1&y=2"/>"',
  ],
  [
    'an ampersand behind a comment with one',
    '<svg><!-- a & b --><text>&</text></svg>',
    'x.svg:1:26: write &amp; for the character & in "a & b --><text>&</text></svg>"',
  ],
  [
    'an entity of HTML',
    '<svg><text>a&nbsp;b</text></svg>',
    'x.svg:1:13: XML does not know &nbsp;: write &#160;',
  ],
  [
    'another entity of HTML',
    '<svg><text>&eacute;</text></svg>',
    'x.svg:1:12: XML does not know &eacute;: write the character itself',
  ],
  [
    'a group that is not closed',
    '<svg>\n  <g>\n    <rect/>\n</svg>',
    'x.svg:2:3: <g> is not closed: expected </g>, or <g … />',
  ],
  [
    'a group that the end of the file leaves open',
    '<svg>\n  <g>\n    <rect/>\n',
    'x.svg:2:3: <g> is not closed: expected </g>, or <g … />',
  ],
  [
    'a closing tag too many',
    '<svg>\n  <text>a</text></g>\n</svg>',
    'x.svg:2:17: </g> closes nothing: no <g> is open here',
  ],
  [
    'a closing tag in other letters',
    '<svg><linearGradient></lineargradient></svg>',
    'x.svg:1:22: </lineargradient> does not close <linearGradient>: large and small letters differ',
  ],
  [
    'a smaller-than sign in a text',
    '<svg><text>1 < 2</text></svg>',
    'x.svg:1:14: write &lt; for the character < in "<svg><text>1 < 2</text></svg>"',
  ],
  [
    'a smaller-than sign in an attribute',
    '<svg><a id="1<2"/></svg>',
    'x.svg:1:14: write &lt; for the character < in "<svg><a id="1<2"/></svg>"',
  ],
  [
    'a value without quotes',
    '<svg><rect width=9/></svg>',
    'x.svg:1:18: the value of an attribute must stand in quotes in "svg><rect width=9/></svg>"',
  ],
  [
    'a missing quote',
    '<svg>\n<rect x="9 y="5"/>\n</svg>',
    'x.svg:2:1: an attribute of <rect> has no value, or a quote is missing in "<rect x="9 y="5"/>"',
  ],
  [
    'an attribute without a value',
    '<svg><rect x/></svg>',
    'x.svg:1:6: an attribute of <rect> has no value, or a quote is missing in "<svg><rect x/></svg>"',
  ],
  ['an attribute twice', '<svg><rect x="1" x="2"/></svg>', 'x.svg:1:18: <rect> has the attribute x twice'],
  [
    'two drawings',
    '<svg/>\n<svg/>',
    'x.svg:2:5: something stands behind the end of </svg>: a picture is one <svg>',
  ],
  ['an empty file', '', 'x.svg:1:1: there is nothing to draw: <svg> is expected'],
  ['a text in front', 'hello <svg/>', 'x.svg:1:1: text outside of the <svg> element: "hello <svg/>"'],
  [
    'dashes in a comment',
    '<svg><!-- a -- b --></svg>',
    'x.svg:1:15: "--" may not stand inside of <!-- … -->',
  ],
  [
    'a control character',
    '<svg><text>\u0001</text></svg>',
    'x.svg:1:12: XML cannot hold the character U+0001',
  ],
];

describe('an SVG that is not well-formed', () => {
  for (const [what, svg, message] of MISTAKES) {
    it(`${what}: is told where it is, and what to write`, () => assert.equal(said(svg), message));
  }

  it('is none for ampersands where they may stand', () => {
    for (const text of ['<![CDATA[a & b]]>', '<!-- & -->', '&amp;&#38;&#x26;']) {
      assert.equal(said(`<svg><text>${text}</text></svg>`), 'nothing');
    }
  });

  it('is looked at in linear time', () => {
    const start = process.cpuUsage();
    assert.match(
      said(`<svg>${'<!-- & --><![CDATA[&]]>&amp;'.repeat(100_000)}<g></svg>`),
      /<g> is not closed/,
    );
    assert.match(said(`<svg>${'&'.repeat(1_000_000)}</svg>`), /write &amp;/);
    assert.ok(process.cpuUsage(start).user < 20e6);
  });
});
