import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ComputedStyle,
  INITIAL_STYLE,
  mayHaveMarkers,
} from '../../../../src/pictures/svg/style/computed-style.ts';
import { ComputedStyles } from '../../../../src/pictures/svg/style/computed-styles.ts';
import { byId, styled } from '../../../support/pictures/svg-documents.ts';

const SIZE = { width: 800, height: 600 };
/** What a percentage is of: the diagonal of such a page, as SVG counts it. */
const DIAGONAL = 1000 / Math.SQRT2;

/** The style of the element `#x`. */
function styleOf(body: string): ComputedStyle {
  return new ComputedStyles().of(byId(styled(body), 'x'), SIZE);
}

describe('a computed style', () => {
  it('is that of the element around it, where an element says nothing', () => {
    const document = styled('<g id="a" fill="red"><g id="b" opacity=".5"><rect id="c" x="1"/></g></g>');
    const styles = new ComputedStyles();
    const outer = styles.of(byId(document, 'a'), SIZE);
    assert.equal(styles.of(byId(document, 'c'), SIZE), outer);
    assert.equal(styles.of(document.root, SIZE), INITIAL_STYLE);
  });

  it('has the paints that are inherited, and their opacities as numbers', () => {
    const { fill, stroke } = styleOf(
      '<g fill="red" stroke="blue" fill-opacity="50%"><g stroke-opacity=".25"><rect id="x" fill=" inherit "/></g></g>',
    );
    assert.deepEqual(fill, { paint: 'red', opacity: 0.5 });
    assert.deepEqual([stroke.paint, stroke.opacity], ['blue', 0.25]);
  });

  it('replaces currentColor where it is said, not where it is inherited', () => {
    assert.equal(
      styleOf('<g color="red" fill="currentColor"><rect id="x" color="blue"/></g>').fill.paint,
      'red',
    );
    assert.equal(
      styleOf('<g color="red"><rect id="x" fill="currentColor" color="inherit"/></g>').fill.paint,
      'red',
    );
  });

  it('does not inherit a paint or stroke width in the place of one that cannot be read', () => {
    assert.equal(styleOf('<g fill="red"><rect id="x" fill="bogus"/></g>').fill.paint, 'bogus');
    assert.equal(styleOf('<g stroke-width="9"><rect id="x" stroke-width="wide"/></g>').stroke.width, 1);
  });

  for (const [what, body, size] of [
    ['em', '<g font-size="20"><text id="x" font-size="3em"/></g>', 60],
    ['percentages', '<g font-size="20"><text id="x" font-size="150%"/></g>', 30],
    ['words', '<text id="x" font-size="x-large"/>', 24],
    ['what cannot be read', '<g font-size="20"><text id="x" font-size="big"/></g>', 20],
  ] as const) {
    it(`has the font size in user units: ${what}`, () => assert.equal(styleOf(body).fontSize, size));
  }

  it('has lengths in user units of the element that says them', () => {
    const body =
      '<g font-size="20" letter-spacing=".5em" stroke-width="2em" word-spacing="1%"><text id="x" font-size="40"/></g>';
    const { lettering, stroke } = styleOf(body);
    assert.deepEqual([lettering.text.letterSpacing, stroke.width], [10, 40]);
    assert.ok(Math.abs(lettering.text.wordSpacing - DIAGONAL / 100) < 1e-9);
    assert.equal(
      styleOf('<g letter-spacing="9"><text id="x" letter-spacing="normal"/></g>').lettering.text
        .letterSpacing,
      0,
    );
  });

  it('counts dashes by the length of their list', () => {
    assert.equal(styleOf('<g stroke-dasharray="3 1"><path id="x"/></g>').stroke.dashes, 0.5);
    assert.equal(
      styleOf('<g stroke-dasharray="3 1"><path id="x" stroke-dasharray="none"/></g>').stroke.dashes,
      0,
    );
  });

  it('inherits each marker by itself', () => {
    const body = '<g style="marker:url(#a)"><path id="x" marker-mid="none"/></g>';
    assert.deepEqual(styleOf(body).markers, ['url(#a)', 'none', 'url(#a)']);
  });

  for (const [markers, expected] of [
    ['', false],
    ['marker:none', false],
    ['marker:none;marker-mid:url(#a)', true],
  ] as const) {
    it(`knows whether shapes may have markers: "${markers}"`, () => {
      assert.equal(mayHaveMarkers(styleOf(`<g style="${markers}"><path id="x" fill="red"/></g>`)), expected);
    });
  }

  it('shifts the baseline of spans from that of their text, wherever that stands', () => {
    const shifts = (body: string): readonly string[] =>
      styleOf(body).lettering.text.baselineShifts.map(({ value, fontSize }) => `${value} of ${fontSize}`);
    assert.deepEqual(
      shifts('<text baseline-shift="super"><tspan id="x" font-size="9" baseline-shift="sub"/></text>'),
      ['sub of 9'],
    );
    assert.deepEqual(shifts('<g baseline-shift="super"><text id="x"/></g>'), []);
  });

  it('gives lines under a text the paint of who asked for them', () => {
    const { lettering } = styleOf(
      '<text fill="red" text-decoration="underline"><tspan id="x" fill="blue" text-decoration="line-through"/></text>',
    );
    assert.deepEqual(lettering.text.decorations, [
      { kind: 'underline', paint: 'red' },
      { kind: 'line-through', paint: 'blue' },
    ]);
  });

  it('knows the tone of an element, and whether it lies in anything continuous', () => {
    const { tone, inContinuous } = styleOf(
      '<g data-tone="continuous"><g data-tone="structure"><rect id="x" data-tone="bogus"/></g></g>',
    );
    assert.deepEqual([tone, inContinuous], ['structure', true]);
  });
});

describe('the styles of a document', () => {
  it('are computed once for each place that an element is shown in', () => {
    const document = styled('<g fill="red"><rect id="x" stroke="blue"/></g>');
    const styles = new ComputedStyles();
    const rect = byId(document, 'x');
    const first = styles.of(rect, SIZE);
    assert.equal(styles.of(rect, { ...SIZE }), first);
    assert.equal(styles.enter(rect, INITIAL_STYLE, SIZE).fill.paint, 'black');
    assert.deepEqual(styles.of(rect, SIZE), first);
  });

  it('are computed anew after the attributes of the document have changed', () => {
    const document = styled('<rect id="x" fill="url(#a)"/>');
    const styles = new ComputedStyles();
    const rect = byId(document, 'x');
    styles.of(rect, SIZE);
    rect.attributes['fill'] = 'none';
    styles.clear();
    assert.equal(styles.of(rect, SIZE).fill.paint, 'none');
  });
});
