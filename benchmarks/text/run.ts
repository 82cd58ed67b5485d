/**
 * How well small text can be read: a program reads lines drawn with and without the text engine. Prints the share of
 * characters read wrong and whether the gates hold; exits with 1 when one does not.
 *
 *   npm run bench:text -- [--quick] [--greys N] [--sheets FOLDER]
 *
 * --quick leaves the tuning lines out; all of it takes some 20 minutes.
 */
import { parseArgs } from 'node:util';
import { LineDrawer, type LineJob } from './draw-line.ts';
import { COLOURS, FONTS, GATES, GREY_COUNTS, LARGE_SIZES, LINE_SETS, SMALL_SIZES } from './lines.ts';
import { editDistance, readLines } from './ocr.ts';
import { writeSheets } from './sheets.ts';

type SetName = keyof typeof LINE_SETS;

interface Score {
  wrong: number;
  characters: number;
}

/** Pictures that one run of tesseract gets: it takes half a second to start. */
const BATCH = 48;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    greys: { type: 'string' },
    sheets: { type: 'string' },
  },
});

const counts = options.greys === undefined ? GREY_COUNTS : [Number(options.greys)];
const drawer = new LineDrawer();
const scores = new Map<string, Score>();
for (const set of Object.keys(LINE_SETS) as SetName[]) {
  if (options.quick && set === 'tuning') continue;
  for (const greys of counts) {
    for (const colour of COLOURS) {
      for (const mode of ['plain', 'fitted'] as const) {
        const sizes = [...SMALL_SIZES, ...LARGE_SIZES];
        const jobs = sizes.flatMap((sizePx) =>
          FONTS.flatMap((font) =>
            LINE_SETS[set].map((text): LineJob => ({ text, font, sizePx, colour, greys, mode })),
          ),
        );
        await readAll(set, jobs);
        printRow(set, jobs);
      }
    }
  }
}
if (options.sheets !== undefined) await writeSheets(drawer, options.sheets);
await drawer.stop();

let failed = false;
for (const { colour, greys, sizes, most } of GATES.filter((gate) => counts.includes(gate.greys))) {
  const list = sizes === 'small' ? SMALL_SIZES : LARGE_SIZES;
  const share = shareWrong('held-out', colour, greys, 'fitted', list);
  failed ||= share > most;
  const verdict = share > most ? 'FAILED' : 'ok    ';
  console.log(
    `${verdict} ${colour} on ${greys} greys, ${list[0]} to ${list.at(-1)} px: ${share.toFixed(1)} % (at most ${most} %)`,
  );
}
process.exitCode = failed ? 1 : 0;

async function readAll(set: SetName, jobs: readonly LineJob[]): Promise<void> {
  for (let at = 0; at < jobs.length; at += BATCH) {
    const part = jobs.slice(at, at + BATCH);
    const pictures = [];
    for (const job of part) pictures.push(await drawer.draw(job));
    const read = await readLines(pictures);
    part.forEach((job, i) => {
      const key = keyOf(set, job.colour.label, job.greys, job.mode, job.sizePx);
      const score = scores.get(key) ?? { wrong: 0, characters: 0 };
      score.wrong += Math.min(editDistance(job.text, read[i] ?? ''), job.text.length);
      score.characters += job.text.length;
      scores.set(key, score);
    });
  }
}

function printRow(set: SetName, jobs: readonly LineJob[]): void {
  const [job] = jobs;
  if (job === undefined) return;
  const { colour, greys, mode } = job;
  const at = (sizes: readonly number[]): string =>
    shareWrong(set, colour.label, greys, mode, sizes).toFixed(1).padStart(5);
  const each = [...SMALL_SIZES, ...LARGE_SIZES].map((size) => at([size])).join('');
  console.log(
    `${set.padEnd(9)} ${String(greys).padStart(2)} greys  ${colour.label.padEnd(14)} ${mode.padEnd(6)} |${at(SMALL_SIZES)} |${at(LARGE_SIZES)} |${each}`,
  );
}

/** Percent of characters read wrong, the mean over sizes. */
function shareWrong(
  set: SetName,
  colour: string,
  greys: number,
  mode: string,
  sizes: readonly number[],
): number {
  const shares = sizes.map((size) => {
    const score = scores.get(keyOf(set, colour, greys, mode, size)) ?? { wrong: 0, characters: 1 };
    return (100 * score.wrong) / score.characters;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function keyOf(set: string, colour: string, greys: number, mode: string, sizePx: number): string {
  return [set, colour, greys, mode, sizePx].join('|');
}
