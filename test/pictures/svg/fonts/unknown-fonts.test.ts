import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFailure } from '../../../../src/platform/base/failure.ts';
import { draw, GREYS, picture } from '../../../support/pictures/svg-pictures.ts';

async function warningsOf(text: string): Promise<readonly string[]> {
  const { warnings } = await picture(`<svg viewBox="0 0 80 48">\n  ${text}</svg>`);
  return warnings.map(describeFailure);
}

describe('a font family that no font has', () => {
  it('is named with its place, and the one that was probably meant', async () => {
    for (const [families, warning] of [
      ['Papyrus', 'no font has the family "Papyrus"'],
      ["'Sorce Sans 3'", 'no font has the family "Sorce Sans 3"; did you mean Source Sans 3?'],
      ['monospaced', 'no font has the family "monospaced"; did you mean monospace?'],
      ['Silkscren, monospace', 'no font has the family "Silkscren"; did you mean Silkscreen?'],
      ['Papyrus, Herculanum', 'no font has the family "Papyrus"'],
    ] as const) {
      const text = `<text font-family="${families}" y="9">a</text><text font-family="${families}">b</text>`;
      assert.deepEqual(await warningsOf(text), [`test.svg:2:3: ${warning}`]);
    }
  });

  it('is fine where others stand behind it, and where nothing is written in it', async () => {
    for (const text of [
      '<text font-family="Papyrus, sans-serif">a</text>',
      '<text font-family="Papyrus, Silkscreen">a</text>',
      '<g font-family="Papyrus"><text font-family="serif">a</text><rect width="9" height="9"/></g>',
      '<text style="font: 12px pixel">a</text>',
    ]) {
      assert.deepEqual(await warningsOf(text), []);
    }
  });

  it('is named also where the text engine draws the text', async () => {
    const svg = '<svg viewBox="0 0 80 48"><text y="20" style="font-family:Papyrus">a</text></svg>';
    const drawn = await draw(svg, { inks: GREYS, fitsText: true });
    assert.ok(drawn.ok && drawn.value.textReport.fittedCount === 1);
    assert.match(drawn.value.warnings[0]?.message ?? '', /Papyrus/);
  });
});
