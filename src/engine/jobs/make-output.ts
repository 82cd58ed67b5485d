/** From drawn pixels to the PNG of a raster job: for the panel, or for people. */

import type { LadderStep } from '../../domain/ladder-steps.ts';
import type { Size } from '../../domain/panel.ts';
import { isTruecolour } from '../../domain/png-form.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { onlyTile, type TiledPicture } from '../../pictures/draw/draw-tiles.ts';
import { compositeOnWhite, encodeFullColour } from '../../pictures/draw/full-colour.ts';
import { encodeTruecolour } from '../../pictures/native/encode-png.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { StageClock } from '../../platform/base/stages.ts';
import { type DrawnPicture, drawInks } from './inks.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { inFrame } from './mount.ts';
import { climbLadder, type Fitted, tooLarge } from './size-ladder.ts';
import { pressStamp, type Stamp } from './stamp.ts';

/**
 * Bits of a channel on each rung: as drawn, then coarser. None is encoded harder: that takes seconds for a photo of
 * 1920 x 1080, and saves a sixth.
 */
const CHANNEL_BITS: readonly (readonly [LadderStep, number])[] = [
  [0, 8],
  [1, 6],
  [2, 5],
  [3, 4],
  [4, 3],
];

const WHITE = 255;

/** The PNG of the first rung that fits; a failure with the size on each rung when none does. */
function climbTruecolour(
  drawn: TiledPicture,
  spec: RenderSpec,
  clock: StageClock,
  stamp: Stamp | null = null,
): Result<Fitted> {
  clock.begin('encode');
  const rgb = compositeOnWhite(onlyTile(drawn).rgba);
  if (stamp !== null) pressStamp(rgb, spec.widthPx, stamp, 3);
  const { widthPx, heightPx, pixels } = inFrame(rgb, spec, 3, WHITE);
  const tooLargeBytes: number[] = [];
  for (const [ladderStep, channelBits] of CHANNEL_BITS) {
    const png = encodeTruecolour(pixels, { widthPx, heightPx, minBytes: spec.minPngBytes, channelBits });
    if (png.length <= spec.maxPngBytes) {
      clock.end();
      const lost = ladderStep === 0 ? null : `its colours have ${channelBits} bits a channel instead of 8`;
      return ok({ png, ladderStep, lost, tooLargeBytes });
    }
    tooLargeBytes.push(png.length);
  }
  clock.end();
  return err(tooLarge(spec, tooLargeBytes, 'in coarse colours'));
}

type Made = Pick<RasterResult, 'png' | 'ladderStep' | 'lost' | 'tooLargeBytes' | 'panelBytes'>;

/** The PNG of the wanted output, with the size of the panel's where that is asked for. */
export async function makeOutput(
  drawn: DrawnPicture & Size,
  stamp: Stamp | null,
  job: RasterJob,
  clock: StageClock,
): Promise<Result<Made>> {
  const { output = 'panel', measuresSize = false } = job;
  const made = await makePng(drawn, stamp, job, clock);
  if (!measuresSize || !made.ok) return made;
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
