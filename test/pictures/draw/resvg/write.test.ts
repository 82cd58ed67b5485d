import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeSvg } from '../../../../src/pictures/draw/resvg/write.ts';
import { fitInto, readViewport } from '../../../../src/pictures/svg/document/viewport.ts';
import { parseSvg } from '../../../../src/pictures/svg/parse/parse.ts';
import { applyStyles } from '../../../../src/pictures/svg/style/cascade.ts';

const FRAME = { width: 800, height: 480 };

function written(source: string): string {
  const document = parseSvg(source, 'x.svg');
  applyStyles(document);
  const viewport = readViewport(document, FRAME);
  return writeSvg(document, viewport, fitInto(viewport, FRAME));
}

test('the outer size is that of the device, whatever the author wrote', () => {
  assert.match(
    written('<svg width="10mm" height="6mm"/>'),
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="800" height="480" viewBox="0 0 /,
  );
});

test('a view box that fits is taken over', () => {
  assert.match(
    written('<svg width="80" height="48" viewBox="5 5 400 240"/>'),
    /viewBox="5 5 400 240" pres[^>]*"none"><\/svg>$/,
  );
});

test('a view box of another ratio becomes a nested viewport', () => {
  const out = written(
    '<svg width="80" height="48" viewBox="0 0 10 10" preserveAspectRatio="xMinYMin"><g/></svg>',
  );
  assert.match(
    out,
    /<svg width="80" height="48" viewBox="0 0 10 10" preserveAspectRatio="xMinYMin"><g\/><\/svg><\/svg>$/,
  );
});

test('what is written reads back as the same tree', () => {
  const source =
    '<svg width="80" height="48"><g a="&lt;&amp;&quot;&#10;&#9;x"><text xml:space="preserve">a &lt;&amp;&gt; "b"\n c</text></g></svg>';
  assert.equal(written(written(source)), written(source));
});

test('properties for style only are written there, and cannot smuggle in others', () => {
  assert.match(
    written('<svg><g style="mix-blend-mode:multiply"/></svg>'),
    /<g style="mix-blend-mode:multiply"\/>/,
  );
});

test('nothing of style sheets and classes is left', () => {
  const out = written('<svg><style>.a{fill:red}</style><rect class="a" style="stroke:blue"/></svg>');
  assert.match(out, /<rect fill="red" stroke="blue"\/>/);
  assert.doesNotMatch(out, /style|class/);
});
