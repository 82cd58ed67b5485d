import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawTexts, inkBox, page } from './texts.ts';

/** Texts that the engine draws, with what each shows. */
const CASES: Readonly<Record<string, string>> = {
  'fractional positions': '<text x="20.37" y="50.62">Hamburg 123</text>',
  'start anchor': '<text x="150" y="50" text-anchor="start">Hamburg</text>',
  'middle anchor': '<text x="150" y="50" text-anchor="middle">Hamburg</text>',
  'end anchor': '<text x="290" y="50" text-anchor="end">Hamburg</text>',
  'anchor in a style': '<text x="290" y="50" style="text-anchor:end">Hamburg</text>',
  'inherited anchor': '<g text-anchor="middle"><text x="150" y="50">Hamburg</text></g>',
  'a class': '<style>.a{font-size:30px;font-weight:700}</style><text class="a" x="20" y="50">Hamburg</text>',
  'a span of another weight': '<text x="20" y="50">Ham<tspan font-weight="700">burg</tspan> town</text>',
  'a span of another size': '<text x="20" y="50">Ham<tspan font-size="36">burg</tspan></text>',
  'a span of another family':
    '<text x="20" y="50">Ham<tspan font-family="Source Serif 4">burg</tspan></text>',
  'spans in spans': '<text x="20" y="50">a<tspan>b<tspan font-size="32">c</tspan>d</tspan>e</text>',
  'an empty span': '<text x="20" y="50">Ham<tspan/>burg<tspan></tspan></text>',
  'an empty text with others': '<text x="5" y="5"/><text x="20" y="50">Hamburg</text>',
  'several chunks':
    '<text x="20" y="30">Ham<tspan x="40" y="60">burg</tspan><tspan x="150">town</tspan></text>',
  'a list of x': '<text x="20 60 100 140" y="50">abcdef</text>',
  'a list of y': '<text x="20" y="30 40 50 60">abcdef</text>',
  'a list of dx': '<text x="20" y="50" dx="0 10 20 5">abcdef</text>',
  'a list of dy': '<text x="20" y="50" dy="0 5 -10 5">abcdef</text>',
  'a list of x with an anchor': '<text x="60 160" y="50" text-anchor="middle">abcdef</text>',
  'dy in em': '<text x="20" y="30">one<tspan x="20" dy="1.2em">two</tspan></text>',
  'letter spacing': '<text x="20" y="50" letter-spacing="3">Hamburg</text>',
  'negative letter spacing': '<text x="20" y="50" letter-spacing="-2">Hamburg</text>',
  'letter spacing in em': '<text x="20" y="50" letter-spacing="0.2em">Hamburg</text>',
  'letter spacing with an anchor': '<text x="290" y="50" text-anchor="end" letter-spacing="4">Hamburg</text>',
  'letter spacing of a span': '<text x="20" y="50">Ham<tspan letter-spacing="5">bur</tspan>g</text>',
  'word spacing': '<text x="20" y="50" word-spacing="15">two short words</text>',
  'word spacing with an anchor':
    '<text x="150" y="50" text-anchor="middle" word-spacing="10">two words</text>',
  kerning: '<text x="20" y="50" font-family="Source Serif 4">AVAToVo</text>',
  ligatures: '<text x="20" y="50" font-family="Source Serif 4">office fjord affluent</text>',
  'ligatures with letter spacing':
    '<text x="20" y="50" font-family="Source Serif 4" letter-spacing="2">office affl</text>',
  'collapsed white space': '<text x="20" y="50">\n   two \t  words\n  </text>',
  'preserved white space': '<text x="20" y="50" xml:space="preserve">  two   words  .</text>',
  'white space at the ends of spans': '<text x="20" y="50"> one <tspan> two </tspan> three </text>',
  'a middle baseline': '<text x="20" y="50" dominant-baseline="middle">Hamburg</text>',
  'a central baseline': '<text x="20" y="50" dominant-baseline="central">Hamburg</text>',
  'a hanging baseline': '<text x="20" y="30" dominant-baseline="hanging">Hamburg</text>',
  'a baseline at the edge': '<text x="20" y="30" dominant-baseline="text-before-edge">Hamburg</text>',
  'sizes and places in other units': '<text x="10%" y="40pt" font-size="1.5em">Hamburg</text>',
  'a moved group': '<g transform="translate(30.5 12.25)"><text x="10" y="40">Hamburg</text></g>',
  'a scaled group': '<g transform="scale(1.5)"><text x="10" y="40">Hamburg</text></g>',
  'a matrix': '<text transform="matrix(1.2 0 0 1.2 20 50)">Hamburg</text>',
  entities: '<text x="20" y="50">a &lt; b &amp; c &#x20AC;</text>',
  'composed and decomposed accents': '<text x="20" y="60">\u00c5\u00e9 A\u030ae\u0301</text>',
  'a wanted length': '<text x="20" y="50" textLength="250">Hamburg town</text>',
  'a shifted baseline': '<text x="20" y="50">x<tspan baseline-shift="8">2</tspan>y</text>',
  'a superscript': '<text x="20" y="50">x<tspan baseline-shift="super" font-size="60%">2</tspan></text>',
  'an underline': '<text x="20" y="50" text-decoration="underline">hamburg</text>',
  'a line through': '<text x="20" y="50" text-decoration="line-through">hamburg</text>',
  'a link': '<a href="#x"><text x="20" y="50">Hamburg</text></a>',
  'another script': '<text x="20" y="50">Москва Αθήνα</text>',
};

describe('a text of the engine stands where resvg would draw it:', () => {
  for (const [name, body] of Object.entries(CASES)) {
    it(name, async () => {
      const svg = page(body);
      const fitted = await drawTexts(svg);
      assert.deepEqual(fitted.report.kept, name.startsWith('an empty text') ? { 'nothing to draw': 1 } : {});
      const expected = inkBox(await drawTexts(svg, { mode: 'plain' }));
      const actual = inkBox(fitted);
      const apart = actual.map((edge, i) => Math.abs(edge - (expected[i] ?? 0)));
      assert.ok(
        apart.every((distance) => distance <= 1),
        `expected ${expected.join(' ')}, drawn ${actual.join(' ')}`,
      );
    });
  }
});
