import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyStyles } from '../../../../src/pictures/svg/style/cascade.ts';
import { describeFailure } from '../../../../src/platform/base/failure.ts';
import { byId, parsed, styled } from '../../../support/pictures/svg-documents.ts';

/** The resolved value of a property of `#x`. */
function value(css: string, element: string, property = 'fill'): string | undefined {
  return byId(styled(`<style>${css}</style>${element}`), 'x').attributes[property];
}

test('rules beat presentation attributes, and the style attribute beats rules', () => {
  assert.equal(value('rect{fill:red}', '<rect id="x" fill="blue"/>'), 'red');
  assert.equal(value('rect{fill:red}', '<rect id="x" fill="blue" style="fill:green"/>'), 'green');
  assert.equal(value('', '<rect id="x" fill="blue"/>'), 'blue');
});

test('ids beat classes, classes beat types, later rules beat earlier ones', () => {
  const element = '<rect id="x" class="a b"/>';
  assert.equal(value('#x{fill:1}.a{fill:2}rect{fill:3}', element), '1');
  assert.equal(value('.a{fill:2}rect{fill:3}', element), '2');
  assert.equal(value('.a{fill:1}.b{fill:2}', element), '2');
  assert.equal(value('rect.a{fill:1}.b{fill:2}', element), '1');
  assert.equal(value('*{fill:1}', element), '1');
});

test('important declarations beat all others, the style attribute’s last', () => {
  assert.equal(value('rect{fill:1 !important}#x{fill:2}', '<rect id="x" style="fill:3"/>'), '1');
  assert.equal(value('rect{fill:1!important}', '<rect id="x" style="fill:3 !important"/>'), '3');
});

for (const [selector, applies] of [
  ['g rect', true],
  ['svg > g > rect', true],
  ['svg > rect', false],
  ['circle + rect', true],
  ['circle ~ rect', true],
  ['rect[data-k="v"]', true],
  ['rect:last-child', true],
  ['rect:first-child', false],
  ['rect:nth-child(2)', true],
  [':not(circle)', true],
  ['rect:not(.a)', false],
  ['.a.b', true],
  ['.a.c', false],
  ['RECT', false],
  ['tspan, rect', true],
] as const) {
  test(`the selector "${selector}" ${applies ? 'matches' : 'does not match'}`, () => {
    const element = '<g><circle/><rect id="x" class="a b" data-k="v"/></g>';
    assert.equal(value(`${selector}{fill:1}`, element), applies ? '1' : undefined);
  });
}

test('classes match however they are spaced', () => {
  assert.equal(value('.b{fill:1}', '<rect id="x" class="  a\n b  "/>'), '1');
});

test('attributes that selectors look at are still there for all elements', () => {
  const document = styled('<style>.a .b{fill:1}</style><g class="a"><rect id="x" class="b"/></g>');
  assert.equal(byId(document, 'x').attributes['fill'], '1');
  assert.equal(byId(document, 'x').attributes['class'], undefined);
});

test('geometry, markers, paths and transforms become attributes', () => {
  const element = byId(
    styled(
      `<path id="x" style='x: 5px; marker: url(#m); d: path("M0 0h5"); transform: translate(1px, 2px)'/>`,
    ),
    'x',
  ).attributes;
  assert.equal(element['x'], '5px');
  assert.equal(element['marker-end'], 'url(#m)');
  assert.equal(element['d'], 'M0 0h5');
  assert.equal(element['transform'], 'translate(1 2)');
});

test('properties that resvg reads from style only stay there', () => {
  const element = byId(styled('<g id="x" style="mix-blend-mode: multiply; unknown: 1"/>'), 'x');
  assert.deepEqual(element.styleOnly, { 'mix-blend-mode': 'multiply' });
  assert.equal(element.attributes['unknown'], undefined);
});

test('the font shorthand sets its long forms', () => {
  const { attributes } = byId(styled(`<text id="x" style="font: bold 12px 'A B', serif"/>`), 'x');
  assert.equal(attributes['font-weight'], 'bold');
  assert.equal(attributes['font-size'], '12px');
  assert.match(attributes['font-family'] ?? '', /A B.*serif/);
});

test('a long form after the shorthand wins', () => {
  const { attributes } = byId(styled('<text id="x" style="font: 12px serif; font-weight: 700"/>'), 'x');
  assert.equal(attributes['font-weight'], '700');
});

for (const [what, css, warning] of [
  ['@font-face', '@font-face{font-family:x}', /fonts directory/],
  ['@import', '@import url(http://x/);', /@import is ignored/],
  ['@media', '@media print{rect{fill:1}}', /@media is ignored/],
  ['a pseudo-element', 'rect::before{fill:1}', /::before/],
  [':hover', 'rect:hover{fill:1}', /:hover is not supported/],
  [':has', 'g:has(rect){fill:1}', /:has is not supported/],
  ['a selector of very many parts', `${'g '.repeat(20)}rect{fill:1}`, /more than 12 parts/],
] as const) {
  test(`${what} is skipped with a warning, and the other rules count`, () => {
    const document = parsed(`<style>${css.replaceAll('<', '')} circle{fill:2}</style><circle id="x"/>`);
    assert.match(applyStyles(document).map(describeFailure).join('\n'), warning);
    assert.equal(byId(document, 'x').attributes['fill'], '2');
  });
}

for (const css of ['rect{fill', '}}}{{', 'rect{fill:;}', '/* open', '@', 'rect{{fill:1}}', '>>>{}', '\\']) {
  test(`broken CSS ${JSON.stringify(css)} does no harm`, () => {
    const document = parsed(`<style><![CDATA[${css}]]></style><rect style="${css.replaceAll('<', '')}"/>`);
    assert.doesNotThrow(() => applyStyles(document));
  });
}

test('a style sheet with brackets too deep in each other is ignored, wherever it is read', () => {
  for (const [deep, ignored] of [
    [`${':not('.repeat(33)}a${')'.repeat(33)}{fill:1}`, true],
    [`${'@media all{'.repeat(33)}rect{fill:1}${'}'.repeat(33)}`, true],
    [':not(:not(circle)){fill:1}', false],
    [`rect{fill:${'('.repeat(5_000)}}`, false],
  ] as const) {
    const warnings = applyStyles(parsed(`<style>${deep}</style><rect/>`));
    assert.equal(
      warnings.some((warning) => warning.message.includes('nested more than 32 deep')),
      ignored,
      deep.slice(0, 40),
    );
  }
});
