/**
 * Runs the trials, each several times in a fresh process, and prints median and spread beside what is asked of them.
 * `npm run bench -- --help` says how to choose them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { didYouMean } from '../src/platform/base/nearest.ts';
import { HEADING, type Outcome, outcomeReport, outcomeRow, peerGoalOf, scaleLines } from './outcome.ts';
import type { MachineSpeed } from './peers/goals.ts';
import { typicalSpeed, Yardsticks } from './peers/yardsticks.ts';
import { sole, type Trial } from './trial.ts';
import { ADMIN_TRIALS } from './trials/admin.ts';
import { CONFIG_TRIALS } from './trials/config.ts';
import { CYCLE_TRIALS } from './trials/cycles.ts';
import { DISPLAY_TRIALS } from './trials/display.ts';
import { IMAGE_TRIALS } from './trials/image.ts';
import { MAPPING_TRIALS } from './trials/mapping.ts';
import { MEMORY_TRIALS } from './trials/memory.ts';
import { PICTURE_TRIALS } from './trials/pictures.ts';
import { PROCESSOR_TRIALS } from './trials/processor.ts';
import { STAGE_TRIALS } from './trials/stages.ts';
import { LARGE_START_TRIALS, START_TRIALS } from './trials/start.ts';

const TRIALS: readonly Trial[] = [
  ...START_TRIALS.map(sole),
  ...LARGE_START_TRIALS,
  ...DISPLAY_TRIALS,
  ...IMAGE_TRIALS,
  ...CYCLE_TRIALS,
  ...MEMORY_TRIALS,
  ...PROCESSOR_TRIALS,
  ...ADMIN_TRIALS.map(sole),
  ...CONFIG_TRIALS.map(sole),
  ...MAPPING_TRIALS.map(sole),
  ...STAGE_TRIALS.map(sole),
  ...PICTURE_TRIALS.map(sole),
];

/** The word for all trials with a row in the table beside a peer. */
const PEERS = 'peers';

const MAX_RUNS = 100;

/** Of sysexits.h: the command line was wrong. */
const EX_USAGE = 64;

const HELP = `npm run bench -- [words] [options]

Runs the trials whose names contain one of the words (all of them without words), each in fresh processes one after the
other, and prints median and spread. A trial takes from some seconds to a minute. The word \`${PEERS}\` stands for all that
have a goal beside another server, scaled to this machine; they take some 20 minutes.

  --list        Print the trials
  --runs N      Processes for each trial, 1 to ${MAX_RUNS} [default: 3]
  --json FILE   Where the figures are written [default: dist/bench.json]
  --help        Print this`;

const OPTIONS = {
  list: { type: 'boolean' },
  runs: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean' },
  /** For the children: measure one trial, print the figure. */
  single: { type: 'string' },
} as const;

interface Plan {
  readonly trials: readonly Trial[];
  readonly runs: number;
  readonly json: string;
}

/** A command line that cannot be meant; the message is one sentence. */
class UsageError extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`bench: ${error.message}\nSee: npm run bench -- --help`);
  process.exitCode = EX_USAGE;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    // Judged below, in words of ours.
    strict: false,
    tokens: true,
    options: OPTIONS,
  });
  for (const token of tokens)
    if (token.kind === 'option') judgeOption(token.name, token.rawName, token.value);
  if (values.help === true) console.log(HELP);
  else if (values.list === true) listTrials();
  else if (values.single !== undefined) await runSingle(String(values.single));
  else runAll({ trials: chosen(positionals), runs: readRuns(values.runs), json: readTarget(values.json) });
}

/** @throws {UsageError} for an option that does not exist, or lacks its value */
function judgeOption(name: string, written: string, value: string | undefined): void {
  if (!Object.hasOwn(OPTIONS, name)) {
    const known = Object.keys(OPTIONS).map((option) => `--${option}`);
    throw new UsageError(`there is no option ${written}${didYouMean(written, known)}`);
  }
  const { type } = OPTIONS[name as keyof typeof OPTIONS];
  if (type === 'string' && !value) throw new UsageError(`${written}: expected a value, got none`);
  if (type === 'boolean' && value !== undefined)
    throw new UsageError(`${written} takes no value, got "${value}"`);
}

/** @throws {UsageError} when a word is in no name */
function chosen(words: readonly string[]): readonly Trial[] {
  const names = [PEERS, ...TRIALS.flatMap(({ figures }) => figures.map(({ name }) => name))];
  for (const word of words) {
    if (names.some((name) => name.includes(word))) continue;
    throw new UsageError(`no trial has "${word}" in its name${didYouMean(word, names)}`);
  }
  return words.length === 0 ? TRIALS : TRIALS.filter((trial) => words.some((word) => isMeant(word, trial)));
}

function isMeant(word: string, { figures }: Trial): boolean {
  return figures.some(
    (figure) => figure.name.includes(word) || (word === PEERS && peerGoalOf(figure) !== null),
  );
}

/** @throws {UsageError} */
function readRuns(text: unknown = '3'): number {
  const runs = /^\d{1,3}$/.test(String(text)) ? Number(text) : 0;
  if (runs >= 1 && runs <= MAX_RUNS) return runs;
  throw new UsageError(`--runs: expected an integer from 1 to ${MAX_RUNS}, got "${text}"`);
}

/** @throws {UsageError} where nothing can be written: known before the trials, not after them */
function readTarget(text: unknown = 'dist/bench.json'): string {
  const folder = path.dirname(String(text));
  if (existsSync(folder)) return String(text);
  throw new UsageError(`--json: there is no folder "${folder}"`);
}

function listTrials(): void {
  const figures = TRIALS.flatMap((trial) => trial.figures);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, title, unit } of figures) console.log(`${name.padEnd(width)}  ${title} (${unit})`);
}

/** A trial is called by its first figure. */
function nameOf({ figures }: Trial): string {
  return figures[0]?.name ?? '';
}

/** In the child: measure once, print the figures. */
async function runSingle(name: string): Promise<void> {
  const trial = TRIALS.find((candidate) => nameOf(candidate) === name);
  if (trial === undefined) throw new UsageError(`no trial is called "${name}"`);
  process.stdout.write(`${JSON.stringify(await trial.run())}\n`);
  process.exit(0);
}

function runAll({ trials, runs, json }: Plan): void {
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  const hasPeers = trials.some(({ figures }) => figures.some((figure) => peerGoalOf(figure) !== null));
  const yardsticks = hasPeers ? new Yardsticks() : null;
  try {
    console.log(`${machine}; median of ${runs} processes (min to max)\n\n${HEADING}`);
    const outcomes = trials.flatMap((trial) => {
      const found = measure(trial, runs, yardsticks);
      for (const outcome of found) console.log(outcomeRow(outcome));
      return found;
    });
    const speed = yardsticks === null ? null : typicalSpeed(yardsticks.seen);
    if (speed !== null) console.log(`\n${scaleLines(speed).join('\n')}`);
    writeFileSync(json, `${JSON.stringify(outcomeReport(machine, speed, outcomes), null, 2)}\n`);
    console.log(`\nwritten to ${json}`);
  } finally {
    yardsticks?.stop();
  }
}

/** The yardsticks are measured before each process: a shared machine is not the same from minute to minute. */
function measure(trial: Trial, runs: number, yardsticks: Yardsticks | null): readonly Outcome[] {
  const speeds: MachineSpeed[] = [];
  const all = Array.from({ length: runs }, () => {
    if (yardsticks !== null) speeds.push(yardsticks.measure());
    return runInChild(nameOf(trial));
  });
  const speed = speeds.length === 0 ? null : typicalSpeed(speeds);
  return trial.figures.map((figure, at) => ({
    figure,
    values: all.map((values) => values[at] ?? Number.NaN),
    speed,
  }));
}

/** The figures of one process; none where it failed, which has said why. */
function runInChild(name: string): readonly number[] {
  const [node, script = ''] = process.argv;
  const child = spawnSync(node ?? process.execPath, [script, '--single', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return child.status === 0 ? (JSON.parse(child.stdout) as readonly number[]) : [];
}
