/**
 * Draws random SVGs in a process of its own: `node fuzz.js [COUNT] [FIRST SEED]`. What kills it, takes longer than 15 s
 * or more than 700 MB is written out with its seed; then the exit code is 1.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DrawingProcess, faultOf } from './drawing-process.ts';
import { randomOrder } from './random-svg.ts';

const count = Number(process.argv[2] ?? 2_000);
const first = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));
const drawing = new DrawingProcess();
const outcomes = new Map<string, number>();
let faults = 0;
let slowestMs = 0;
let largestMb = 0;
const folder = mkdtempSync(path.join(tmpdir(), 'stipple-fuzz-'));

for (let seed = first; seed < first + count; seed += 1) {
  const order = randomOrder(seed);
  const trial = await drawing.draw(order);
  const outcome = trial.report?.outcome ?? 'died';
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  slowestMs = Math.max(slowestMs, trial.report?.ms ?? 0);
  largestMb = Math.max(largestMb, trial.report?.peakMb ?? 0);
  const fault = faultOf(trial);
  if (fault === null) continue;
  faults += 1;
  const file = path.join(folder, `${seed}.svg`);
  writeFileSync(file, order.svg);
  say(
    `seed ${seed}, ${order.widthPx}x${order.heightPx}, ${order.text}, ${order.output}: ${fault}; see ${file}`,
  );
}
await drawing.stop();
const told = [...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ');
say(
  `${count} SVGs from seed ${first}: ${faults} faults; ${told}; slowest ${Math.round(slowestMs)} ms, largest ${Math.round(largestMb)} MB`,
);
process.exitCode = faults === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
