import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SvgSignal } from '../../../../src/pictures/svg/document/svg-failure.ts';
import type { SvgElement } from '../../../../src/pictures/svg/document/tree.ts';
import { parseSvg, SVG_DEPTH, SVG_ELEMENTS } from '../../../../src/pictures/svg/parse/parse.ts';
import { LIMITS } from '../../../../src/platform/base/limits.ts';
import { byId, parsed, signalOf, svg } from '../../../support/pictures/svg-documents.ts';

const children = (element: SvgElement): string[] =>
  element.children.map((child) => (child.kind === 'text' ? child.text : child.name));

test('the tree has elements, attributes and the text of texts', () => {
  const document = parsed('<g id="g"><text x="1">a<tspan>b</tspan> c</text></g>');
  const [text] = byId(document, 'g').children;
  assert.ok(text?.kind === 'element');
  assert.deepEqual(children(text), ['a', 'tspan', ' c']);
  assert.equal(text.attributes['x'], '1');
  assert.equal(text.parent?.name, 'g');
});

test('offsets point at the element in the source', () => {
  const source = svg('\n <rect id="r"/>\n <g id="g"><circle/></g>');
  const document = parseSvg(source, 'x.svg');
  const slice = (id: string): string => source.slice(byId(document, id).start, byId(document, id).end);
  assert.equal(slice('r'), '<rect id="r"/>');
  assert.equal(slice('g'), '<g id="g"><circle/></g>');
});

for (const [what, source, place] of [
  ['an end tag that does not match', '<svg xmlns="http://www.w3.org/2000/svg">\n  <g></rect>\n</svg>', 2],
  ['a missing end tag', '<svg>\n<g>\n', 2],
  ['an attribute without quotes', '<svg>\n\n<rect x=1/></svg>', 3],
  ['a doubled attribute', '<svg><rect x="1"\nx="2"/></svg>', 2],
  ['a bare ampersand', '<svg>\n<text>a & b</text></svg>', 2],
  ['an unknown entity', '<svg>\n<text>&nbsp;</text></svg>', 2],
  ['the name of an object property as entity', '<svg>\n<text>&constructor;</text></svg>', 2],
  ['text after the end', '<svg></svg>\ntext', 2],
  ['a control character', '<svg>\n<text>\u0001</text></svg>', 2],
  ['two roots', '<svg/>\n<svg/>', 2],
] as const) {
  test(`${what} is refused with its line`, () => {
    const signal = signalOf(() => parseSvg(source, 'x.svg'));
    assert.match(signal, new RegExp(`^svg_invalid ${place}:\\d+$`));
  });
}

test('the message names the file and not the parser’s own position', () => {
  try {
    parseSvg('<svg><g></svg>', 'clock.svg');
    assert.fail('expected a failure');
  } catch (error) {
    assert.ok(error instanceof SvgSignal);
    assert.equal(error.failure.file, 'clock.svg');
    assert.doesNotMatch(error.failure.message, /\d+:\d+/);
  }
});

for (const [what, source] of [
  ['nothing', ''],
  ['white space', '  \n'],
  ['plain text', 'hello'],
  ['HTML', '<html><body/></html>'],
] as const) {
  test(`${what} is no SVG`, () => {
    assert.match(
      signalOf(() => parseSvg(source, 'x.svg')),
      /^svg_invalid /,
    );
  });
}

test('an SVG without namespace is taken for what it says', () => {
  assert.equal(parseSvg('<svg><rect/></svg>', 'x.svg').root.children.length, 1);
});

test('prefixes of the SVG and XLink namespaces are resolved', () => {
  const document = parseSvg(
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><s:use id="u" l:href="#a"/></s:svg>',
    'x.svg',
  );
  assert.equal(byId(document, 'u').name, 'use');
  assert.equal(byId(document, 'u').attributes['href'], '#a');
});

test('xlink:href works without its namespace, and href wins over it', () => {
  assert.equal(byId(parsed('<use id="u" xlink:href="#a"/>'), 'u').attributes['href'], '#a');
  assert.equal(byId(parsed('<use id="u" xlink:href="#a" href="#b"/>'), 'u').attributes['href'], '#b');
});

test('what is not drawn is left out with all that is in it', () => {
  const document = parsed(
    '<script>x</script><metadata><rect/></metadata><foreignObject><rect/></foreignObject><title>t</title>' +
      '<x:y xmlns:x="urn:x"><rect/></x:y><g xmlns="urn:other"><rect/></g><rect><animate/></rect>',
  );
  assert.deepEqual(children(document.root), ['rect']);
  assert.deepEqual(document.root.children[0]?.kind === 'element' && document.root.children[0].children, []);
});

test('style sheets for the screen are collected, those for print are not', () => {
  const document = parsed(
    '<style>a{}</style><style media="print">b{}</style><style type="text/css"><![CDATA[c>d{}]]></style>',
  );
  assert.deepEqual(
    document.styles.map((style) => style.text),
    ['a{}', 'c>d{}'],
  );
});

test('entities and character references are replaced', () => {
  const [text] = parsed('<text>&lt;&amp;&#x41;&#66;&quot;</text>').root.children;
  assert.ok(text?.kind === 'element');
  assert.deepEqual(children(text), ['<&AB"']);
});

test('comments do not cut a text in two', () => {
  const [text] = parsed('<text>a<!-- b -->c</text>').root.children;
  assert.ok(text?.kind === 'element');
  assert.deepEqual(children(text), ['ac']);
});

test('half of a surrogate pair becomes a replacement character', () => {
  const [text] = parsed('<text>a\ud83d</text>').root.children;
  assert.ok(text?.kind === 'element');
  assert.deepEqual(children(text), ['a\ufffd']);
});

test('depth is limited', () => {
  const deep = (n: number): string => '<g>'.repeat(n) + '</g>'.repeat(n);
  assert.equal(
    signalOf(() => parsed(deep(SVG_DEPTH - 1))),
    'none',
  );
  assert.match(
    signalOf(() => parsed(deep(SVG_DEPTH))),
    /^svg_limit 1:/,
  );
  assert.match(
    signalOf(() => parsed(`<metadata>${deep(5_000)}</metadata>`)),
    /^svg_limit 1:/,
  );
});

test('the number of elements is limited', () => {
  assert.match(
    signalOf(() => parsed('<g/>'.repeat(SVG_ELEMENTS))),
    /^svg_limit 1:/,
  );
});

test('the size of the document is limited', () => {
  assert.match(
    signalOf(() => parsed(`<!--${'x'.repeat(LIMITS.svgBytes)}-->`)),
    /^svg_limit/,
  );
});
