/** Draws the test page of a panel of the catalogue, as its device gets it and as its viewer sees it. */

import { panelCatalogue } from '../../src/config/read/panel-catalogue.ts';
import { settleDisplay } from '../../src/domain/device-display.ts';
import type { Mapping } from '../../src/domain/mapping.ts';
import type { Panel } from '../../src/domain/panel.ts';
import { type RenderSpec, resolveRenderSpec, uprightSpec } from '../../src/domain/render-spec.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import type { RasterResult } from '../../src/engine/jobs/jobs.ts';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import type { Gallery } from '../support/screens/gallery.ts';

const LIMIT_MS = 60_000;

/** The catalogue's panels whose pictures differ: of those with one spec, the first stands for all. */
export function differentPanels(): readonly Panel[] {
  const bySpec = new Map<string, Panel>();
  for (const panel of panelCatalogue().values()) {
    const key = JSON.stringify(specOf(panel));
    if (!bySpec.has(key)) bySpec.set(key, panel);
  }
  return [...bySpec.values()];
}

/** What decides the pixels and bytes of a panel's pictures. */
export function specOf(panel: Panel): RenderSpec {
  const mapping = mappingOf(panel);
  const display = settleDisplay({ panels: panelCatalogue() }, mapping, NO_REPORT);
  return resolveRenderSpec({ display, mapping, script: null, screenText: null });
}

/** The file of a panel and, if wanted, the picture as its viewer sees it. */
export async function drawPanel(
  { engine, draw }: Gallery,
  panel: Panel,
): Promise<{ readonly file: RasterResult; upright(): Promise<Uint8Array> }> {
  const spec = specOf(panel);
  const { widthPx: width, heightPx: height } = spec;
  const { svg } = await draw('greytest', { width, height, colors: spec.palette.join(',') });
  const assets = { roots: [], dir: '' };
  const run = async (own: RenderSpec): Promise<RasterResult> => {
    const drawn = await engine.raster.run(
      { svg, name: 'greytest.svg', assets, spec: own },
      deadlineIn(LIMIT_MS),
    );
    if (!drawn.ok) throw new Error(`${panel.name}: ${drawn.error.message}`);
    return drawn.value;
  };
  return { file: await run(spec), upright: async () => (await run(uprightSpec(spec))).png };
}

function mappingOf({ name }: Panel): Mapping {
  return { key: 'test', screen: 'greytest', params: {}, tuning: {}, panel: name };
}
