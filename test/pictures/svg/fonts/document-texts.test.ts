import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTexts } from '../../../../src/pictures/svg/fonts/document-texts.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { styled } from '../../../support/pictures/svg-documents.ts';

const SIZE = { width: 800, height: 480 };

test('one walk finds all texts with their spans, also those in definitions, and who names a font', () => {
  const { texts, namingFonts } = readTexts(
    new Scene(
      styled(
        '<g font-weight="700"><text>a<tspan font-family="serif">b</tspan></text></g>' +
          '<defs><text font-size="9">c<text>d</text></text></defs><rect font-style="italic"/>',
      ),
    ),
    SIZE,
  );
  const spans = texts.map((text) =>
    text.spans.map(({ element, font }) => `${element.name} ${font.weight} ${font.families[0]}`),
  );
  assert.deepEqual(spans, [
    ['text 700 sans-serif', 'tspan 700 serif'],
    ['text 400 sans-serif', 'text 400 sans-serif'],
  ]);
  assert.deepEqual(
    namingFonts.map(({ name }) => name),
    ['g', 'tspan', 'rect'],
  );
});
