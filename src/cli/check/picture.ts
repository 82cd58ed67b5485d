/** Draws what a checked screen made into a PNG file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from '../../base/logger.ts';
import type { Display } from '../../check/displays.ts';
import { type Finding, findingOf, general } from '../../check/finding.ts';
import { resolveRenderSpec } from '../../domain/render-spec.ts';
import type { FontBook } from '../../fonts/font-book.ts';
import { RasterPool } from '../../pool/raster-pool.ts';
import type { Composed } from '../../render/jobs.ts';
import type { Screen } from '../../screens/screen.ts';

/** Draw a composed screen as a panel without a mapping would show it. Returns what there is to say of the picture. */
export async function drawPicture(
  job: { readonly screen: Screen; readonly composed: Composed; readonly display: Display },
  tools: { readonly fonts: FontBook; readonly log: Logger },
  output: string,
): Promise<Finding[]> {
  const { screen, composed, display } = job;
  const mapping = { key: 'check', screen: screen.ref, params: {}, tuning: {}, palette: display.palette };
  const { widthPx, heightPx } = display;
  const size = { widthPx, heightPx };
  const spec = resolveRenderSpec({
    size,
    panel: null,
    mapping,
    headerColors: null,
    script: composed.choices,
    screenText: screen.text,
  });
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-check-'));
  const pool = new RasterPool({ ...tools, scratchDir, threads: 1 });
  try {
    const assets = { roots: screen.roots, dir: screen.dir };
    const picture = await pool.run({ svg: composed.svg, name: screen.templateFile, assets, spec });
    if (!picture.ok) return [findingOf(picture.error, screen.templateFile)];
    await mkdir(path.dirname(path.resolve(output)), { recursive: true });
    await writeFile(output, picture.value.png);
    return picture.value.warnings.map((message) => general('warning', screen.templateFile, message));
  } finally {
    await pool.stop(0);
    rmSync(scratchDir, { recursive: true, force: true });
  }
}
