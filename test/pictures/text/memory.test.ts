import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rounds } from '../../support/rounds.ts';
import { drawTexts, page } from './texts.ts';

const FAMILIES = ['Source Sans 3', 'Source Serif 4', 'Source Code Pro', 'Silkscreen'];
const MIB = 1024 * 1024;
const PART = rounds(800, 2);
/** Growth for each picture that is taken for a leak. */
const MOST_BYTES = (64 * MIB) / 800;

it('memory stays flat over thousands of sizes and fonts', async () => {
  const draw = async (from: number, to: number): Promise<number> => {
    for (let i = from; i < to; i += 1) {
      // Four texts a picture, none of which was drawn before.
      const texts = FAMILIES.map((family, row) => {
        const style = `font-family="${family}" font-weight="${200 + ((i * 7) % 600)}" font-size="${6 + ((i * 13) % 2500) / 100}"`;
        return `<text x="4" y="${20 + 24 * row}" ${style}>Text ${i}</text>`;
      });
      const { report } = await drawTexts(page(texts.join('')));
      assert.deepEqual(report, { fittedCount: 4, kept: {} });
    }
    global.gc?.();
    return process.memoryUsage.rss();
  };
  // The caches are full after the first part.
  const sizes = [await draw(0, 400)];
  // A heap may grow once more to the size that suits it; what leaks grows in each part.
  for (let part = 0; part < 3; part += 1) {
    const from = 400 + part * PART;
    sizes.push(await draw(from, from + PART));
    const [before = 0, after = 0] = sizes.slice(-2);
    if (after < before + PART * MOST_BYTES) return;
  }
  assert.fail(`${sizes.map((size) => Math.round(size / MIB)).join(', ')} MiB`);
});
