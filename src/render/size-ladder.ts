/** The size ladder: lowers the quality of a picture, step by step, until it fits the bytes that its panel accepts (`maxPngBytes`). */
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { StageClock } from '../base/stage-clock.ts';
import type { LADDER_STEPS } from '../domain/ladder-steps.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import { kernelConstants } from '../native/constants.ts';
import type { Effort } from '../native/encode-png.ts';
import { type DrawnPicture, ditherInks, encodeInks } from './inks.ts';
import type { RasterResult } from './jobs.ts';
import type { Stamp } from './stamp.ts';

interface Rung {
  readonly effort: Effort;
  readonly spec: RenderSpec;
}

type RungsOf<Steps extends readonly number[]> = { readonly [Index in keyof Steps]: Rung };

/** As specified, then encoded harder, then without noise, with half the dither, with none. */
function ladder(spec: RenderSpec): RungsOf<typeof LADDER_STEPS> {
  const softer = (strength: number): Rung => ({
    effort: 'best',
    spec: { ...spec, tuning: { ...spec.tuning, noiseScale: 0, strength } },
  });
  const strength = spec.tuning.strength ?? kernelConstants().tuning.strength.standard;
  return [
    { effort: 'normal', spec },
    { effort: 'best', spec },
    softer(strength),
    softer(Math.min(strength, 0.5)),
    softer(0),
  ];
}

/** The PNG of the first rung that fits; a failure with the size on each rung when none does. */
export function climbLadder(
  drawn: DrawnPicture,
  spec: RenderSpec,
  clock: StageClock,
  stamp: Stamp | null = null,
): Result<Pick<RasterResult, 'png' | 'ladderStep' | 'tooLargeBytes'>> {
  const tooLargeBytes: number[] = [];
  let indices: Uint8Array | null = null;
  for (const [ladderStep, rung] of ladder(spec).entries()) {
    if (indices === null || rung.spec !== spec) indices = ditherInks(drawn, rung.spec, clock, stamp);
    const png = encodeInks(indices, { ...rung, mounted: true }, clock);
    if (png.length <= spec.maxPngBytes) return ok({ png, ladderStep, tooLargeBytes });
    tooLargeBytes.push(png.length);
  }
  return err(tooLarge(spec, tooLargeBytes, 'undithered'));
}

/** The failure of a picture that no rung makes small enough. @param last  what the last rung was */
export function tooLarge(
  { maxPngBytes }: RenderSpec,
  tooLargeBytes: readonly number[],
  last: string,
): Failure {
  return {
    code: 'picture_too_large',
    message: `the picture needs more than the ${maxPngBytes} bytes that this panel accepts, even ${last} (${tooLargeBytes.join(', ')} bytes)`,
  };
}
