/**
 * Runs the trials, each several times in a fresh process, and prints median and spread beside the peers' figures.
 * `npm run bench -- --help` says how to choose them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { didYouMean } from '../src/base/nearest.ts';
import { median, type Trial } from './trial.ts';
import { ADMIN_TRIALS } from './trials/admin.ts';
import { CONFIG_TRIALS } from './trials/config.ts';
import { PICTURE_TRIALS } from './trials/pictures.ts';
import { SERVER_TRIALS } from './trials/server.ts';
import { STAGE_TRIALS } from './trials/stages.ts';

const TRIALS: readonly Trial[] = [
  ...SERVER_TRIALS,
  ...ADMIN_TRIALS,
  ...CONFIG_TRIALS,
  ...STAGE_TRIALS,
  ...PICTURE_TRIALS,
];

interface Outcome {
  readonly trial: Trial;
  readonly figures: readonly number[];
}

const WIDTHS = [52, 12, 18, 12, 12, 12, 7];

const MAX_RUNS = 100;

/** Of sysexits.h: the command line was wrong. */
const EX_USAGE = 64;

const HELP = `npm run bench -- [words] [options]

Runs the trials whose names contain one of the words (all of them without words), each in fresh processes one after the
other, and prints median and spread. A trial takes from some seconds to a minute.

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
  const names = TRIALS.map(({ name }) => name);
  for (const word of words) {
    if (names.some((name) => name.includes(word))) continue;
    throw new UsageError(`no trial has "${word}" in its name${didYouMean(word, names)}`);
  }
  return TRIALS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
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
  const width = Math.max(...TRIALS.map(({ name }) => name.length));
  for (const { name, title, unit } of TRIALS) console.log(`${name.padEnd(width)}  ${title} (${unit})`);
}

/** In the child: measure once, print the figure. */
async function runSingle(name: string): Promise<void> {
  const trial = TRIALS.find((candidate) => candidate.name === name);
  if (trial === undefined) throw new UsageError(`no trial is called "${name}"`);
  process.stdout.write(`${JSON.stringify(await trial.run())}\n`);
  process.exit(0);
}

function runAll({ trials, runs, json }: Plan): void {
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  console.log(`${machine}; median of ${runs} processes (min to max)\n`);
  console.log(row(['', 'Stipple', 'spread', 'byonk 0.6', 'byonk 0.19', 'goal', '']));
  const outcomes = trials.map((trial) => {
    const figures = Array.from({ length: runs }, () => runInChild(trial.name));
    const outcome = { trial, figures };
    console.log(row(cells(outcome)));
    return outcome;
  });
  writeFileSync(json, JSON.stringify(report(machine, outcomes), null, 2));
  console.log(`\nwritten to ${json}`);
}

function runInChild(name: string): number {
  const [node, script = ''] = process.argv;
  const child = spawnSync(node ?? process.execPath, [script, '--single', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return child.status === 0 ? Number(JSON.parse(child.stdout)) : Number.NaN;
}

function cells({ trial, figures }: Outcome): readonly string[] {
  const { title, unit, peers, goal, better } = trial;
  const value = median(figures);
  const met =
    goal === undefined ? '' : (better === 'lower' ? value <= goal : value >= goal) ? 'met' : 'MISSED';
  const show = (figure: number | undefined): string =>
    figure === undefined ? '' : `${format(figure)} ${unit}`;
  const spread = `${format(Math.min(...figures))} to ${format(Math.max(...figures))}`;
  return [title, show(value), spread, show(peers?.byonk06), show(peers?.byonk019), show(goal), met];
}

function format(figure: number): string {
  if (figure >= 1000) return figure.toFixed(0);
  return figure >= 100 ? figure.toFixed(0) : figure >= 10 ? figure.toFixed(1) : figure.toFixed(2);
}

function row(columns: readonly string[]): string {
  return columns
    .map((text, index) => (index === 0 ? text.padEnd(WIDTHS[index] ?? 0) : text.padStart(WIDTHS[index] ?? 0)))
    .join(' ')
    .trimEnd();
}

function report(machine: string, outcomes: readonly Outcome[]): object {
  return {
    machine,
    trials: outcomes.map(({ trial: { name, title, unit, goal, peers }, figures }) => ({
      name,
      title,
      unit,
      median: median(figures),
      figures,
      goal,
      peers,
    })),
  };
}
