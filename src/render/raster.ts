/** The raster job: SVG, pixels, inks, PNG, as a visible list of steps. Runs in a raster worker. */
import { err, ok, type Result } from '../base/result.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import { ditherPicture } from '../native/dither.ts';
import { encodePicture } from '../native/encode-png.ts';
import type { Raster, Rasterizer } from '../svg/rasterizer.ts';
import type { RasterJob, RasterResult, Stages } from './jobs.ts';

/** Draw a picture. The PNG never exceeds the limit of its spec: a picture that cannot be made to fit is a failure. */
export async function raster(rasterizer: Rasterizer, job: RasterJob): Promise<Result<RasterResult>> {
  const { spec } = job;
  const drawn = await rasterizer.rasterize({
    svg: job.svg,
    name: job.name,
    widthPx: spec.widthPx,
    heightPx: spec.heightPx,
    assetRoots: job.assets.roots,
    assetDir: job.assets.dir,
  });
  if (!drawn.ok) return drawn;
  const stagesMs: Stages = { ...drawn.value.stagesMs };
  const fitted = climbLadder(drawn.value, spec, stagesMs);
  if (fitted === null) {
    return err({
      code: 'picture_too_large',
      message: `the picture needs more than the ${spec.maxPngBytes} bytes that this panel accepts, even undithered`,
    });
  }
  return ok({ ...fitted, warnings: drawn.value.warnings, stagesMs });
}

/** The indices of the last picture: fresh memory of this size costs more than a third of the dithering. */
let scratch = new Uint8Array(0);

function scratchIndices({ widthPx, heightPx }: RenderSpec): Uint8Array {
  const pixels = widthPx * heightPx;
  if (scratch.length !== pixels) scratch = new Uint8Array(pixels);
  return scratch;
}

interface Rung {
  readonly effort: 'normal' | 'best';
  readonly spec: RenderSpec;
}

/** The size ladder: encode harder, then give up noise, then half of the dither, then all of it. */
function ladder(spec: RenderSpec): readonly Rung[] {
  const softer = (tuning: RenderSpec['tuning']): Rung => ({
    effort: 'best',
    spec: { ...spec, tuning: { ...spec.tuning, ...tuning } },
  });
  return [
    { effort: 'normal', spec },
    { effort: 'best', spec },
    softer({ noiseScale: 0 }),
    softer({ noiseScale: 0, strength: 0.5 }),
    softer({ noiseScale: 0, strength: 0 }),
  ];
}

function climbLadder(
  drawn: Raster,
  spec: RenderSpec,
  stagesMs: Stages,
): Pick<RasterResult, 'png' | 'ladderStep'> | null {
  let indices: Uint8Array | null = null;
  for (const [ladderStep, rung] of ladder(spec).entries()) {
    const start = performance.now();
    if (indices === null || rung.spec !== spec)
      indices = ditherPicture(drawn.rgba, rung.spec, { into: scratchIndices(spec) });
    const dithered = performance.now();
    const png = encodePicture(indices, rung.spec, rung.effort);
    stagesMs['dither'] = (stagesMs['dither'] ?? 0) + dithered - start;
    stagesMs['encode'] = (stagesMs['encode'] ?? 0) + performance.now() - dithered;
    if (png.length <= spec.maxPngBytes) return { png, ladderStep };
  }
  return null;
}
