import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningsAbout } from '../../../support/pictures/svg-pictures.ts';

function about(body: string): Promise<readonly string[]> {
  return warningsAbout(`<svg viewBox="0 0 80 48">\n${body}</svg>`);
}

const MARKER = '<marker id="m" orient="auto-start-reverse"><rect width="2" height="2"/></marker>';

describe('what a browser would draw, and is left out', () => {
  for (const [what, body, message] of [
    [
      'a text from right to left',
      '<text y="9" direction="rtl">a</text>',
      'direction="rtl" of <text> has no effect: letters stand in the order of their script; for a text whose right end stands at x, write text-anchor="end"',
    ],
    [
      'an order of letters',
      '<text y="9" style="unicode-bidi: bidi-override">a</text>',
      'unicode-bidi="bidi-override" of <text> has no effect: write the letters in the order in which they shall stand',
    ],
    [
      'a shape that clips',
      '<rect width="9" height="9" style="clip-path: circle(4px)"/>',
      'clip-path="circle(4px)" of <rect> has no effect: write <clipPath id="a"><circle …/></clipPath> and clip-path="url(#a)"',
    ],
    [
      'a picture that masks',
      '<style>rect { mask: linear-gradient(red, blue) }</style><rect width="9" height="9"/>',
      'mask="linear-gradient(red, blue)" of <rect> has no effect: write <mask id="a"><rect …/></mask> and mask="url(#a)"',
    ],
    [
      'foreign markup',
      '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>',
      '<foreignObject> is not drawn: write its text as <text>, with a <tspan> for each line',
    ],
    [
      'foreign markup in a switch without another child, beside a style sheet',
      '<style>g { fill: red }</style><switch><foreignObject width="9" height="9"/></switch>',
      '<foreignObject> is not drawn: write its text as <text>, with a <tspan> for each line',
    ],
    ['a film', '<video href="a.mp4"/>', '<video> is not drawn: show a picture with <image>'],
    [
      'an animation',
      '<rect width="9" height="9"><animate attributeName="x" to="5"/></rect>',
      '<animate> has no effect: pictures stand still, everything else is drawn as without it',
    ],
    [
      'figures of one width',
      '<text y="9" style="font-variant-numeric: tabular-nums">1</text>',
      'the CSS property "font-variant-numeric" has no effect: features of fonts cannot be chosen; for figures of one width, write font-family="monospace", or x for each of them',
    ],
    [
      'figures of one width, as a value of font-variant',
      '<text y="9" font-variant="small-caps tabular-nums">1</text>',
      'font-variant="small-caps tabular-nums" of <text> has no effect: features of fonts cannot be chosen; for figures of one width, write font-family="monospace", or x for each of them',
    ],
    [
      'a wavy line',
      '<text y="9" text-decoration="underline wavy">a</text>',
      'text-decoration="underline wavy" of <text> has no effect: lines are drawn solid; for another one, draw a <path> below the text',
    ],
    [
      'a wavy line, as a property of its own',
      '<text y="9" style="text-decoration-style: wavy">a</text>',
      'the CSS property "text-decoration-style" has no effect: lines are drawn solid; for another one, draw a <path> below the text',
    ],
    [
      'a line in a colour',
      '<text y="9" style="text-decoration: underline red">a</text>',
      'text-decoration="underline red" of <text> has no effect: lines have the width and fill of the element that they are written at; write fill there, and another one in a <tspan>',
    ],
    [
      'optical sizes',
      '<text y="9" style="font-optical-sizing: auto">a</text>',
      'the CSS property "font-optical-sizing" has no effect: write the size of the design: font-variation-settings: "opsz" 40',
    ],
    [
      'lines that are kept',
      '<g style="white-space: pre"><text y="9">a\nb</text></g>',
      'white-space="pre" breaks no lines in <text>: write a <tspan> with x and dy for each line',
    ],
    [
      'a unit of the window as the size of a font',
      '<text y="9" font-size="2vw">a</text>',
      'font-size="2vw" of <text> cannot be read: expected a number, with px, %, em, mm, … or nothing behind it',
    ],
  ] as const) {
    it(`is named with its place: ${what}`, async () => {
      const [first = '', ...others] = await about(body);
      assert.deepEqual(others, []);
      assert.match(first, /^test\.svg:2:\d+: /);
      assert.equal(first.replace(/^test\.svg:2:\d+: /, ''), message);
    });
  }

  it('is named where a marker turns round at the start of a line, and nowhere else', async () => {
    const [warning = ''] = await about(`${MARKER}<path d="M0 9H9" stroke="red" marker-start="url(#m)"/>`);
    assert.match(
      warning,
      /:81: the marker "#m" is drawn as with orient="auto": write another marker for the start/,
    );
    assert.deepEqual(await about(`${MARKER}<path d="M0 9H9" stroke="red" marker-end="url(#m)"/>`), []);
  });

  it('is nothing where the value asks for what is drawn anyway', async () => {
    for (const body of [
      '<text y="9" direction="ltr" unicode-bidi="normal" text-decoration="none">a</text>',
      '<text y="9" style="font-variant-numeric: normal; text-decoration-style: solid; text-indent: 0">a</text>',
      '<rect width="9" height="9" clip-path="none" mask="none"/>',
      '<text y="9" style="white-space: pre">\n  a</text>',
      '<switch><foreignObject width="9" height="9"/><text y="9">a</text></switch>',
      '<style>g { fill: red }</style><switch><foreignObject width="9" height="9"/><text y="9">a</text></switch>',
      '<title>a</title><desc>b</desc><metadata/>',
    ]) {
      assert.deepEqual(await about(body), [], body);
    }
  });
});
