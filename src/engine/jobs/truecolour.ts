/** Pixels to a truecolour PNG for a device: nothing is dithered, and a file that is too large gets coarser colours. */

import type { LadderStep } from '../../domain/ladder-steps.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { onlyTile, type TiledPicture } from '../../pictures/draw/draw-tiles.ts';
import { compositeOnWhite } from '../../pictures/draw/full-colour.ts';
import { encodeTruecolour } from '../../pictures/native/encode-truecolour.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { StageClock } from '../../platform/base/stage-clock.ts';
import { inFrame } from './frame.ts';
import { type Fitted, tooLarge } from './size-ladder.ts';
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
export function climbTruecolour(
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
