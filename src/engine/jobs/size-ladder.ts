/**
 * The size ladder: gives up parts of a picture, those first that are missed least, until its file fits the bytes that its
 * panel accepts (`maxPngBytes`).
 */

import type { LadderStep } from '../../domain/ladder-steps.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { kernelConstants } from '../../pictures/native/constants.ts';
import type { Effort } from '../../pictures/native/encode-png.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { StageClock } from '../../platform/base/stages.ts';
import { type DrawnPicture, ditherInks, encodeInks } from './inks.ts';
import type { RasterResult } from './jobs.ts';
import { SMOOTHINGS, smoothed } from './smooth.ts';
import type { Stamp } from './stamp.ts';

/** How a picture is dithered on the ladder. */
interface Look {
  readonly step: LadderStep;
  /** Whether the dither has its noise. */
  readonly noise: boolean;
  /** How much its dots join (`KernelTuning`). */
  readonly hysteresis: number;
  /** How often it is smoothed (`smoothed`). */
  readonly smoothing: number;
  /** Share of the wanted strength of the dither. */
  readonly strength: number;
}

/** One way to make a picture smaller, in grades: 1 costs least, the last is the smallest. */
interface Stage {
  readonly grades: number;
  look(grade: number): Look;
}

/** The picture as specified. */
const WHOLE: Look = { step: 0, noise: true, hysteresis: 0, smoothing: 0, strength: 1 };

/** Grades of hysteresis grow with their square, as most photographs need little. */
const HYSTERESES = 32;
const STRENGTHS = 16;

const QUIET: Look = { ...WHOLE, step: 2, noise: false };
const JOINED: Look = { ...QUIET, step: 3, hysteresis: 1 };
const SMOOTH: Look = { ...JOINED, step: 4, smoothing: SMOOTHINGS };

/** Each begins with what the one before ends with. A halving takes five tries at most. */
const STAGES: readonly Stage[] = [
  { grades: 1, look: () => QUIET },
  {
    grades: HYSTERESES,
    look: (grade) => ({ ...JOINED, hysteresis: (grade / HYSTERESES) ** 2 }),
  },
  { grades: SMOOTHINGS, look: (grade) => ({ ...SMOOTH, smoothing: grade }) },
  { grades: STRENGTHS, look: (grade) => ({ ...SMOOTH, step: 5, strength: 1 - grade / STRENGTHS }) },
];

/** What a picture loses by a look, in plain words; null for none. */
function describeLook({ step, hysteresis, smoothing, strength }: Look): string | null {
  if (step === 0) return null;
  const losses = [
    ...(strength < 1
      ? [strength === 0 ? 'it is not dithered' : `its dither has strength ${strength} of what was asked for`]
      : []),
    ...(smoothing > 0 ? [`its fine texture is smoothed, ${smoothing} of ${SMOOTHINGS}`] : []),
    ...(hysteresis > 0 ? [`its dots repeat more than they need, ${percent(hysteresis)}`] : []),
    'its dither has no noise',
  ];
  return losses.join('; ');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A picture that fits. */
export type Fitted = Pick<RasterResult, 'png' | 'ladderStep' | 'lost' | 'tooLargeBytes'>;

/**
 * Compressing the same pixels harder is tried up to this size over the limit. It saves a twentieth of a photograph, up to
 * a fifth of what repeats itself, and takes as long as ten other tries.
 */
const HARDER_UP_TO = 1.25;
/** Without noise, which is the last look that may do without repeated dots, it is worth that only where it is likely to help. */
const QUIET_HARDER_UP_TO = 1.08;

/** The PNG of the mildest look that fits; a failure with the size of each try when none does. */
export function climbLadder(
  drawn: DrawnPicture,
  spec: RenderSpec,
  clock: StageClock,
  stamp: Stamp | null = null,
): Result<Fitted> {
  const climb = new Climb(drawn, spec, clock, stamp);
  const whole = climb.attempt(WHOLE, 'normal');
  if (whole !== null) return ok(whole);
  const harder = climb.lastBytes <= spec.maxPngBytes * HARDER_UP_TO ? climb.again(WHOLE) : null;
  if (harder !== null) return ok({ ...harder, ladderStep: 1, lost: null });
  for (const stage of STAGES) {
    const strongest = climb.attempt(stage.look(stage.grades), 'normal');
    if (strongest !== null) return ok(mildest(climb, stage, strongest));
    if (stage.grades > 1 || climb.lastBytes > spec.maxPngBytes * QUIET_HARDER_UP_TO) continue;
    const packed = climb.again(stage.look(stage.grades));
    if (packed !== null) return ok(packed);
  }
  const last = STAGES.at(-1);
  const rest = last === undefined ? null : climb.again(last.look(last.grades));
  return rest === null ? err(tooLarge(spec, climb.tooLargeBytes, 'undithered')) : ok(rest);
}

/** Halves a stage, whose last grade fits and whose grade 0 does not, until the mildest grade that fits is found. */
function mildest(climb: Climb, { grades, look }: Stage, strongest: Fitted): Fitted {
  let fitted = strongest;
  let [large, small] = [0, grades];
  while (small - large > 1) {
    const middle = (large + small) >> 1;
    const found = climb.attempt(look(middle), 'normal');
    if (found === null) {
      large = middle;
    } else {
      small = middle;
      fitted = found;
    }
  }
  return { ...fitted, tooLargeBytes: climb.tooLargeBytes };
}

/** The tries for one picture. */
class Climb {
  readonly tooLargeBytes: number[] = [];
  readonly #drawn: DrawnPicture;
  readonly #spec: RenderSpec;
  readonly #clock: StageClock;
  readonly #stamp: Stamp | null;
  #indices: Uint8Array = new Uint8Array(0);
  #smoothed: { readonly grade: number; readonly drawn: DrawnPicture } | null = null;

  constructor(drawn: DrawnPicture, spec: RenderSpec, clock: StageClock, stamp: Stamp | null) {
    this.#drawn = drawn;
    this.#spec = spec;
    this.#clock = clock;
    this.#stamp = stamp;
  }

  /** Size of the last try that was too large. */
  get lastBytes(): number {
    return this.tooLargeBytes.at(-1) ?? 0;
  }

  /** Dither and encode; null where it does not fit. */
  attempt(look: Look, effort: Effort): Fitted | null {
    const spec = specOf(this.#spec, look);
    const { hysteresis } = look;
    this.#indices = ditherInks(this.#picture(look.smoothing), spec, this.#clock, {
      stamp: this.#stamp,
      hysteresis,
    });
    return this.#encode(look, effort);
  }

  /** Encode harder what was dithered last. */
  again(look: Look): Fitted | null {
    return this.#encode(look, 'best');
  }

  #encode(look: Look, effort: Effort): Fitted | null {
    const spec = this.#spec;
    const png = encodeInks(this.#indices, { spec, effort, mounted: true }, this.#clock);
    const { tooLargeBytes } = this;
    if (png.length <= spec.maxPngBytes) {
      return { png, ladderStep: look.step, lost: describeLook(look), tooLargeBytes };
    }
    tooLargeBytes.push(png.length);
    return null;
  }

  #picture(grade: number): DrawnPicture {
    if (grade === 0) return this.#drawn;
    if (this.#smoothed?.grade !== grade) {
      this.#clock.begin('dither');
      const tiles = this.#drawn.tiles.map((tile) => {
        const { width, height } = tile.place;
        return { ...tile, rgba: smoothed(tile.rgba, width, height, grade) };
      });
      this.#clock.end();
      this.#smoothed = { grade, drawn: { ...this.#drawn, tiles } };
    }
    return this.#smoothed.drawn;
  }
}

function specOf(spec: RenderSpec, { noise, strength }: Look): RenderSpec {
  if (noise && strength === 1) return spec;
  const asked = spec.tuning.strength ?? kernelConstants().tuning.strength.standard;
  const noiseScale = noise ? spec.tuning.noiseScale : 0;
  const tuning = { ...spec.tuning, strength: asked * strength };
  return { ...spec, tuning: noiseScale === undefined ? tuning : { ...tuning, noiseScale } };
}

/** The failure of a picture that no step makes small enough. @param last  what the last step was */
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
