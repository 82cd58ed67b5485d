/** Draws the picture of a command line, and reports the result. */

import { nativeSize } from '../../domain/mount.ts';
import { isTruecolour } from '../../domain/png-form.ts';
import { parseReads } from '../../domain/reads.ts';
import { uprightSpec } from '../../domain/render-spec.ts';
import type { ContentOutcome } from '../../engine/contents/content-maker.ts';
import { type DrawCall, drawContent } from '../../engine/contents/draw-content.ts';
import type { RasterResult } from '../../engine/jobs/jobs.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import { describeReads, summarizeReads } from '../../engine/reuse/read-summary.ts';
import { describeTexts } from '../../pictures/text/extraction.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { describeFailure, type Problem } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { type StageTimes, stagesIn } from '../../platform/base/stages.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { writeOutput } from '../write-output.ts';
import type { RenderOptions } from './options.ts';
import { requestOf } from './request.ts';

/** A picture, and the job that made it. */
interface Picture extends RasterResult {
  readonly stagesMs: StageTimes;
  readonly rasterMs: number;
}

type MadeContent = Extract<ContentOutcome, { kind: 'content' }>;

/** How much is reported about a picture: everything, or one line. */
export type Detail = 'all' | 'line';

/**
 * Compose and draw the screen, and write the results. A screen that fails gives the error picture, and no SVG.
 * @throws {ExitError} 1 with the reason for a screen that fails, 64, 73
 */
export async function draw(
  engine: RenderEngine,
  options: RenderOptions,
  log: Logger,
  detail: Detail,
): Promise<void> {
  const request = await requestOf(options, engine);
  const deadline = deadlineIn(LIMITS.renderMs);
  const made = await engine.contents.make({ ...request, deadline, log });
  if (made.kind !== 'content') throw new ExitError(EXIT.failed, 'the screen made no picture');
  const { png, svg } = options.outputs;
  // That of the error picture is not the screen's, and would take the place of one that is.
  if (svg !== null && made.failure === null) await writeOutput(svg, made.content.svg);
  const shown = options.upright ? upright(made) : made;
  const picture =
    png === null ? null : await drawPicture(engine, shown, { deadline, log, device: null, party: 'engine' });
  if (png !== null && picture !== null) await writeOutput(png, picture.png);
  if (made.failure !== null) {
    const written = detail === 'line' ? '' : `the screen failed, ${describeWritten(options.outputs)}: `;
    throw new ExitError(EXIT.failed, written + describeFailure(made.failure));
  }
  if (picture === null) say.error(`${svg}: ${made.content.svg.length} characters`);
  else sayPicture(`${png}`, shown, picture, detail);
}

/** What came of the outputs of a screen that failed. */
function describeWritten({ png, svg }: RenderOptions['outputs']): string {
  if (png === null) return 'no SVG was written';
  return svg === null ? 'the error picture was written' : 'the error picture was written, but no SVG';
}

function upright(made: MadeContent): MadeContent {
  const { content } = made;
  return { ...made, content: { ...content, spec: uprightSpec(content.spec) } };
}

async function drawPicture(engine: RenderEngine, { content }: MadeContent, call: DrawCall): Promise<Picture> {
  const start = performance.now();
  const picture = await drawContent(engine.raster, content, call);
  const rasterMs = performance.now() - start;
  if (picture.ok) return { ...picture.value, stagesMs: picture.stagesMs, rasterMs };
  throw new ExitError(EXIT.failed, `picture not drawn: ${describeFailure(picture.error)}`);
}

function sayPicture(file: string, made: MadeContent, picture: Picture, detail: Detail): void {
  const { hash, spec } = made.content;
  const { widthPx, heightPx } = nativeSize(spec);
  const colours = isTruecolour(spec.png) ? 'truecolour' : `${spec.palette.length} inks, ${spec.algorithm}`;
  const { png, stagesMs, texts, warnings, ladderStep, lost, rasterMs } = picture;
  for (const warning of [...made.warnings, ...warnings]) say.error(describeWarning(warning));
  if (lost !== null)
    say.error(`warning: the picture was over the ${spec.maxPngBytes} bytes of its panel: ${lost}`);
  else if (ladderStep > 0)
    say.error('note: the picture fits its panel only compressed harder, which takes longer');
  say.error(
    `${file}: ${widthPx} x ${heightPx}, ${colours}, ${png.length} bytes, refresh ${made.refreshSeconds} s`,
  );
  if (detail === 'line') return;
  say.error(`texts: ${describeTexts(texts)}`);
  if (made.reads !== null) say.error(`read: ${describeReads(summarizeReads(parseReads(made.reads)))}`);
  say.error(`hash ${hash}`);
  say.error(`stages: ${stageList({ ...made.stagesMs, ...stagesMs })}; raster job ${rasterMs.toFixed(1)} ms`);
}

/** `clock.svg:3:5: warning: …`, or without a position when there is none. */
function describeWarning(problem: Problem): string {
  const level = problem.level ?? 'warning';
  return describeFailure({ ...problem, message: `${level}: ${problem.message}` });
}

/** The steps, without the waits: here, workers only wait to be started. */
function stageList({ place: _, queue: __, ...steps }: StageTimes): string {
  return stagesIn(steps)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(', ');
}
