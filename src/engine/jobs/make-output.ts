/** From drawn pixels to the PNG of a raster job: for the panel, or for people. */

import type { Size } from '../../domain/panel.ts';
import { isTruecolour } from '../../domain/png-form.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { encodeFullColour } from '../../pictures/draw/full-colour.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import type { StageClock } from '../../platform/base/stage-clock.ts';
import { type DrawnPicture, drawInks } from './inks.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { climbLadder } from './size-ladder.ts';
import type { Stamp } from './stamp.ts';
import { climbTruecolour } from './truecolour.ts';

type Made = Pick<RasterResult, 'png' | 'ladderStep' | 'lost' | 'tooLargeBytes' | 'panelBytes'>;

/** The PNG of the wanted output, with the size of the panel's where that is asked for. */
export async function makeOutput(
  drawn: DrawnPicture & Size,
  stamp: Stamp | null,
  job: RasterJob,
  clock: StageClock,
): Promise<Result<Made>> {
  const { output = 'panel', weighs = false } = job;
  const made = await makePng(drawn, stamp, job, clock);
  if (!weighs || !made.ok) return made;
  if (output === 'panel') return ok({ ...made.value, panelBytes: made.value.png.length });
  // Drawn in full colour, texts and tiles are not those of the panel.
  if (output === 'undithered') return made;
  const sent = await makePng(drawn, stamp, { ...job, output: 'panel' }, clock);
  if (!sent.ok) return sent;
  return ok({ ...sent.value, png: made.value.png, panelBytes: sent.value.png.length });
}

async function makePng(
  drawn: DrawnPicture & Size,
  stamp: Stamp | null,
  job: RasterJob,
  clock: StageClock,
): Promise<Result<Made>> {
  const { spec, output = 'panel' } = job;
  if (isTruecolour(spec.png)) {
    if (output === 'panel') return climbTruecolour(drawn, spec, clock, stamp);
    clock.begin('encode');
    return ok(asIs(await encodeFullColour(drawn)));
  }
  switch (output) {
    case 'panel':
      return climbLadder(drawn, spec, clock, stamp);
    case 'nominal':
      return ok(asIs(drawInks(drawn, { spec: unpadded(spec) }, clock)));
    case 'measured':
      return ok(asIs(drawInks(drawn, { spec: unpadded(spec), shown: spec.measured }, clock)));
    case 'undithered':
      clock.begin('encode');
      return ok(asIs(await encodeFullColour(drawn)));
    default:
      return unreachable(output);
  }
}

function unpadded(spec: RenderSpec): RenderSpec {
  return { ...spec, minPngBytes: 0 };
}

function asIs(png: Uint8Array): Made {
  return { png, ladderStep: 0, lost: null, tooLargeBytes: [] };
}

function unreachable(output: never): never {
  throw new Error(`no such output: ${String(output)}`);
}
