/** The raster job: SVG, pixels, inks, PNG, as a visible list of steps. Runs in a raster worker. */
import { ok, type Result } from '../base/result.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import { encodeFullColour } from '../svg/draw/full-colour.ts';
import type { Raster, Rasterizer } from '../svg/rasterizer.ts';
import { ditherInks, drawInks, type Stamp } from './inks.ts';
import type { Overlay, RasterJob, RasterResult, Stages } from './jobs.ts';
import { panelInks } from './panel-inks.ts';
import { climbLadder } from './size-ladder.ts';

/**
 * Draw a picture. The PNG of output `panel` never exceeds the limit of its spec: a picture that cannot be made to
 * fit is a failure. Previews have no limit, and no padding.
 */
export async function raster(rasterizer: Rasterizer, job: RasterJob): Promise<Result<RasterResult>> {
  const { spec } = job;
  // First: what is drawn next takes its memory.
  const stamp = job.overlay === undefined ? ok(null) : await drawStamp(rasterizer, job.overlay, spec);
  if (!stamp.ok) return stamp;
  const drawn = await rasterizer.rasterize({
    svg: job.svg,
    name: job.name,
    widthPx: spec.widthPx,
    heightPx: spec.heightPx,
    inks: job.output === 'undithered' ? null : panelInks(spec),
    fitsText: spec.text === 'fitted',
    warnsAlways: (job.output ?? 'panel') !== 'panel',
    assetRoots: job.assets.roots,
    assetDir: job.assets.dir,
  });
  if (!drawn.ok) return drawn;
  const stagesMs: Stages = { ...drawn.value.stagesMs };
  const made = await makePng(drawn.value, stamp.value, job, stagesMs);
  return made.ok
    ? ok({ ...made.value, texts: drawn.value.textReport, warnings: drawn.value.warnings, stagesMs })
    : made;
}

type Made = Pick<RasterResult, 'png' | 'ladderStep' | 'tooLargeBytes'>;

async function makePng(
  drawn: Raster,
  stamp: Stamp | null,
  job: RasterJob,
  stagesMs: Stages,
): Promise<Result<Made>> {
  const { spec, output = 'panel' } = job;
  switch (output) {
    case 'panel':
      return climbLadder(drawn, spec, stagesMs, stamp);
    case 'nominal':
      return ok(asIs(drawInks(drawn, { spec: unpadded(spec) }, stagesMs)));
    case 'measured':
      return ok(asIs(drawInks(drawn, { spec: unpadded(spec), shown: spec.measured }, stagesMs)));
    case 'undithered':
      return ok(asIs(await encodeFullColour(drawn)));
    default:
      return unreachable(output);
  }
}

/** Draw an overlay in the inks of the picture, its text in solid ink: dithered, so small a one could not be read. */
async function drawStamp(
  rasterizer: Rasterizer,
  { svg, ...place }: Overlay,
  spec: RenderSpec,
): Promise<Result<Stamp>> {
  const { widthPx, heightPx } = place;
  const own: RenderSpec = { ...spec, widthPx, heightPx };
  const drawn = await rasterizer.rasterize({
    svg,
    name: 'mark',
    widthPx,
    heightPx,
    inks: panelInks(spec),
    fitsText: true,
    assetRoots: [],
    assetDir: '',
  });
  return drawn.ok ? ok({ ...place, indices: ditherInks(drawn.value, own, {}).slice() }) : drawn;
}

function unpadded(spec: RenderSpec): RenderSpec {
  return { ...spec, minPngBytes: 0 };
}

function asIs(png: Uint8Array): Made {
  return { png, ladderStep: 0, tooLargeBytes: [] };
}

function unreachable(output: never): never {
  throw new Error(`no such output: ${String(output)}`);
}
