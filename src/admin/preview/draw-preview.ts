/** Draws a content for people; one that cannot be drawn gives the error screen that the panel would show. */

import type { Content } from '../../engine/contents/content-store.ts';
import { type DrawCall, drawContent } from '../../engine/contents/draw-content.ts';
import type { SystemScreens } from '../../engine/contents/system-screens.ts';
import type { RasterOutput, RasterResult } from '../../engine/jobs/jobs.ts';
import type { RasterPool } from '../../engine/pool/raster-pool.ts';
import { reserving } from '../../platform/base/deadline.ts';
import { describeFailure, type Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { ok } from '../../platform/base/result.ts';
import { addTimes, type Timed } from '../../platform/base/stages.ts';

export interface PreviewDrawers {
  readonly screens: SystemScreens;
  readonly raster: RasterPool;
}

/** A picture, and why it is the error screen; null where it is the content itself. */
export interface DrawnPreview {
  readonly drawn: RasterResult;
  readonly failure: Failure | null;
}

/** Draw a content. It fails for lack of time, or where the error screen cannot be drawn either. */
export async function drawPreview(
  { raster, screens }: PreviewDrawers,
  content: Content,
  call: DrawCall,
  look: RasterOutput,
): Promise<Timed<DrawnPreview>> {
  const { spec, screen } = content;
  const firstBy = reserving(call.deadline, LIMITS.failureReserveMs);
  const drawn = await drawContent(raster, content, { ...call, deadline: firstBy }, look);
  if (drawn.ok) return { ...ok({ drawn: drawn.value, failure: null }), stagesMs: drawn.stagesMs };
  if (drawn.error.code === 'overloaded') return drawn;
  call.log.warn({ screen, code: drawn.error.code }, `preview not drawn: ${describeFailure(drawn.error)}`);
  const facts = { failure: drawn.error, device: null, screen, sinceMs: null };
  const error = await drawContent(raster, screens.error(spec, facts), call, look);
  const stagesMs = addTimes(drawn.stagesMs, error.stagesMs);
  return error.ok
    ? { ...ok({ drawn: error.value, failure: drawn.error }), stagesMs }
    : { ...error, stagesMs };
}
