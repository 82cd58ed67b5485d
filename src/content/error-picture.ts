/** The error screen in the place of a picture that could not be drawn. */
import { describeFailure, type Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import { NO_ASSETS, type RasterOutput, type RasterResult } from '../render/jobs.ts';
import { errorScreen } from '../render/notices.ts';

/** Draw the error screen with the reason, as the picture was to be drawn. */
export function drawError(
  pool: RasterPool,
  failure: Failure,
  spec: RenderSpec,
  output: RasterOutput = 'panel',
): Promise<Result<RasterResult>> {
  const svg = errorScreen(spec, spec.palette, describeFailure(failure), LIMITS.errorRefreshSeconds);
  return pool.run({ svg, name: 'error screen', assets: NO_ASSETS, spec, output });
}
