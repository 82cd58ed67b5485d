/** Draws a content for people; one that cannot be drawn gives the error screen that the panel would show. */
import { reserving } from '../../base/deadline.ts';
import { describeFailure, type Failure } from '../../base/failure.ts';
import { LIMITS } from '../../base/limits.ts';
import { ok } from '../../base/result.ts';
import { addTimes, type Timed } from '../../base/stage-times.ts';
import { type DrawCall, drawContent } from '../../content/draw-content.ts';
import type { SystemScreens } from '../../content/system-screens.ts';
import type { RasterPool } from '../../pool/raster-pool.ts';
import type { RasterOutput, RasterResult } from '../../render/jobs.ts';
import type { Content } from '../../store/content-store.ts';

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
