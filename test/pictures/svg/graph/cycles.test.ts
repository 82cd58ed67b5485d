import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SvgDocument } from '../../../../src/pictures/svg/document/tree.ts';
import { countCopies } from '../../../../src/pictures/svg/graph/copies.ts';
import { cutCycles } from '../../../../src/pictures/svg/graph/cycles.ts';
import { DocumentGraph } from '../../../../src/pictures/svg/graph/document-graph.ts';
import { settleReferences } from '../../../../src/pictures/svg/graph/settle.ts';
import { describeFailure } from '../../../../src/platform/base/failure.ts';
import { byId, signalOf, styled } from '../../../support/pictures/svg-documents.ts';

function cut(body: string): {
  readonly document: SvgDocument;
  readonly warnings: readonly string[];
  readonly elements: number;
} {
  const document = styled(body);
  const links = settleReferences(document);
  const graph = new DocumentGraph(document, links);
  const { warnings, order } = cutCycles(document, graph);
  return { document, warnings: warnings.map(describeFailure), elements: countCopies(graph, order).elements };
}

for (const [what, body, id, attribute, left] of [
  ['a use of its own group', '<g id="a"><use id="x" href="#a"/></g>', 'x', 'href', undefined],
  [
    'a pattern filled with itself',
    '<pattern id="a"><g id="x" fill="url(#a)"/></pattern>',
    'x',
    'fill',
    'none',
  ],
  [
    'the same with a fallback',
    '<pattern id="a"><g id="x" fill="url(#a) red"/></pattern>',
    'x',
    'fill',
    'red',
  ],
  ['a mask that is masked with itself', '<mask id="a" mask="url(#a)"/>', 'a', 'mask', undefined],
  [
    'a clip in itself',
    '<clipPath id="a"><rect id="x" clip-path="url(#a)"/></clipPath>',
    'x',
    'clip-path',
    undefined,
  ],
  [
    'a marker in itself',
    '<marker id="a"><path id="x" marker-mid="url(#a)"/></marker>',
    'x',
    'marker-mid',
    'none',
  ],
  ['a gradient of itself', '<linearGradient id="a" href="#a"/>', 'a', 'href', undefined],
  [
    'a filter that shows what it filters',
    '<filter id="a"><feImage href="#x"/></filter><rect id="x" filter="blur(1px) url(#a)"/>',
    'x',
    'filter',
    'blur(1px)',
  ],
  [
    'the second of two that lead to each other',
    '<g id="a"><use href="#b"/></g><g id="b"><use id="x" href="#a"/></g>',
    'x',
    'href',
    undefined,
  ],
  [
    'a pattern that inherits itself',
    '<g fill="url(#a)"><pattern id="a"><rect/></pattern></g>',
    'a',
    'fill',
    'none',
  ],
] as const) {
  test(`${what} is cut with a warning`, () => {
    const { document, warnings } = cut(body);
    assert.equal(byId(document, id).attributes[attribute], left);
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /^test\.svg:1:\d+: <\w+ id="\w+"> refers to itself: [\w-]+ of <\w+> is ignored$/,
    );
  });
}

test('what is around a reference cannot be cut: the reference that led there is', () => {
  const { document, warnings } = cut(
    '<use id="u" href="#in"/><g id="out"><g id="in"><use id="x" href="#out"/></g></g>',
  );
  assert.equal(warnings.length, 1);
  assert.equal(byId(document, 'x').attributes['href'], undefined);
  assert.equal(byId(document, 'u').attributes['href'], '#in');
});

for (const [what, body] of [
  [
    'a pattern in a group that it fills, with a colour of its own',
    '<g fill="url(#a)"><pattern id="a"><rect fill="red"/></pattern><rect/></g>',
  ],
  ['a mask written in what it masks', '<g mask="url(#a)"><mask id="a"><rect/></mask></g>'],
  [
    'a text along a path that is painted with a text',
    '<pattern id="p"><text><textPath href="#q">a</textPath></text></pattern><path id="q" d="M0 0h9"/>',
  ],
  ['a link to where it is', '<g id="a"><a href="#a"><rect/></a></g>'],
] as const) {
  test(`${what} stays as it is`, () => assert.deepEqual(cut(body).warnings, []));
}

test('very many cycles are refused', () => {
  const body = Array.from({ length: 600 }, (_, i) => `<mask id="m${i}" mask="url(#m${i})"/>`).join('');
  assert.match(
    signalOf(() => cut(body)),
    /^svg_limit 1:\d+$/,
  );
});

test('every copy of an element is counted, definitions included', () => {
  const leaf = '<g id="a"><defs><rect/></defs></g>';
  assert.equal(cut(leaf).elements, 0);
  // The root, four for each of the groups, and the four uses with as many copies.
  assert.equal(cut(`${leaf}${'<use href="#a"/>'.repeat(4)}`).elements, 1 + 3 + 4 + 4 * 3);
  const fan = Array.from(
    { length: 40 },
    (_, i) => `<g id="f${i}">${`<use href="#f${i + 1}"/>`.repeat(10)}</g>`,
  ).join('');
  assert.ok(cut(`${fan}<g id="f40"/><use href="#f0"/>`).elements > 1e30);
});
