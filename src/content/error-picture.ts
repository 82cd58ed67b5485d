/** The error screen in the place of a picture that could not be drawn. */
import type { Deadline } from '../base/deadline.ts';
import { LIMITS } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import { type ErrorFacts, errorScreen } from '../render/error-screen.ts';
import { NO_ASSETS, type RasterOutput, type RasterResult } from '../render/jobs.ts';

/** Draw the error screen as the picture was to be drawn. It names no device: others may have the same picture. */
export function drawError(
  pool: RasterPool,
  facts: Pick<ErrorFacts, 'failure' | 'screen' | 'sinceMs'>,
  spec: RenderSpec,
  deadline: Deadline,
  output: RasterOutput = 'panel',
): Promise<Result<RasterResult>> {
  const svg = errorScreen(spec, spec.palette, {
    ...facts,
    device: null,
    retrySeconds: LIMITS.errorRefreshSeconds,
  });
  return pool.run({ svg, name: 'error screen', assets: NO_ASSETS, spec, output }, deadline);
}
