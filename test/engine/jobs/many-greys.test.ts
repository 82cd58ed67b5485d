/** Pictures in 256 greys, by a panel and by what a device says, cost about what those in sixteen do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { panelCatalogue } from '../../../src/config/read/panel-catalogue.ts';
import { settleDisplay } from '../../../src/domain/device-display.ts';
import type { Mapping } from '../../../src/domain/mapping.ts';
import { type RenderSpec, resolveRenderSpec } from '../../../src/domain/render-spec.ts';
import { readReport } from '../../../src/domain/report.ts';
import type { RasterResult } from '../../../src/engine/jobs/jobs.ts';
import { specOf } from '../../panels/draw-panel.ts';
import { grain, rasterOf } from '../../support/pictures/raster-jobs.ts';

/** What the processor may take for a picture, as long as a device waits. */
const PHOTO_MS = 8_000;

function greys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const level = Math.round((i * 255) / (count - 1)).toString(16);
    return `#${level.padStart(2, '0').repeat(3)}`;
  });
}

/** The spec of a device without an entry that says its inks. */
function specBySaying(colors: readonly string[]): RenderSpec {
  const said: Readonly<Record<string, string>> = {
    colors: colors.join(','),
    width: '1200',
    height: '825',
  };
  const mapping: Mapping = { key: 'test', screen: 'any', params: {}, tuning: {} };
  const report = readReport((name) => said[name.toLowerCase()]);
  const display = settleDisplay({ panels: panelCatalogue() }, mapping, report);
  return resolveRenderSpec({ display, mapping, script: null, screenText: null });
}

/** Lines of text in several sizes and colours over all greys. */
function lines({ widthPx, heightPx }: RenderSpec): string {
  const words = 'Hauptbahnhof 12:45 departs from platform nine, mild rain until Saturday '.repeat(3);
  const texts = Array.from({ length: Math.floor(heightPx / 26) }, (_, i) => {
    const fill = ['#000', '#fff', '#777', '#c40'][i % 4];
    return `<text x="9" y="${20 + i * 26}" font-size="${9 + (i % 14)}" fill="${fill}">${words}</text>`;
  });
  return `<svg viewBox="0 0 ${widthPx} ${heightPx}"><linearGradient id="g" x2="1" y2="1"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
<rect width="100%" height="100%" fill="url(#g)"/>${texts.join('')}</svg>`;
}

async function timed(
  svg: string,
  spec: RenderSpec,
): Promise<{ readonly ms: number; readonly drawn: RasterResult }> {
  const before = process.cpuUsage();
  const drawn = await rasterOf(svg, { spec });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, drawn };
}

describe('a picture in 256 greys', () => {
  it('has fitted text over a gradient about as soon as one in sixteen', async () => {
    const byPanel = { ...specOf(panelOf('kindle_pw7')), widthPx: 1200, heightPx: 825 };
    const specs = [...[16, 64, 128, 256].map((count) => specBySaying(greys(count))), byPanel];
    // Fonts are read and shapes are made for the first.
    await timed(lines(byPanel), byPanel);
    const times: number[] = [];
    for (const [i, spec] of specs.entries()) {
      assert.equal(spec.palette.length, [16, 64, 128, 256, 256][i]);
      const { ms, drawn } = await timed(lines(spec), spec);
      assert.ok(drawn.texts.fittedCount > 30, JSON.stringify(drawn.texts));
      times.push(ms);
    }
    const [few = 0, ...many] = times;
    assert.ok(Math.max(...many) <= 4 * few + 500, `16, 64, 128, 256 and 256 greys: ${times.join(', ')} ms`);
  });

  it('of noise alone, on the largest Kindle, is drawn within the time that a device waits, and undiminished', async () => {
    const spec = specOf(panelOf('kindle_scribe'));
    const { ms, drawn } = await timed(grain(spec, 1), spec);
    assert.equal(drawn.ladderStep, 0, `${drawn.tooLargeBytes}`);
    assert.ok(ms <= PHOTO_MS, `${ms} ms`);
  });

  it('is what every Kindle but the Paperwhite 11 gets', () => {
    const kindles = [...panelCatalogue().values()].filter(({ name }) => name.startsWith('kindle_'));
    assert.equal(kindles.length, 7);
    for (const panel of kindles) {
      assert.equal(specOf(panel).palette.length, panel.name === 'kindle_pw11' ? 16 : 256, panel.name);
    }
  });
});

function panelOf(name: string) {
  const panel = panelCatalogue().get(name);
  assert.ok(panel !== undefined, name);
  return panel;
}
