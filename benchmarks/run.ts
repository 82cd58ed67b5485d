/**
 * Runs the trials, each several times in a fresh process, and prints median and spread beside the peers' figures.
 * `npm run bench -- [words] [--runs N] [--json FILE]`: words choose the trials whose names contain one of them.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median, type Trial } from './trial.ts';
import { ADMIN_TRIALS } from './trials/admin.ts';
import { CONFIG_TRIALS } from './trials/config.ts';
import { SERVER_TRIALS } from './trials/server.ts';
import { STAGE_TRIALS } from './trials/stages.ts';

const TRIALS: readonly Trial[] = [...SERVER_TRIALS, ...ADMIN_TRIALS, ...CONFIG_TRIALS, ...STAGE_TRIALS];

interface Outcome {
  readonly trial: Trial;
  readonly figures: readonly number[];
}

const WIDTHS = [52, 12, 18, 12, 12, 12, 7];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    json: { type: 'string', default: 'dist/bench.json' },
    single: { type: 'string' },
  },
});

if (values.single === undefined) runAll();
else await runSingle(values.single);

/** In the child: measure once, print the figure. */
async function runSingle(name: string): Promise<void> {
  const trial = TRIALS.find((candidate) => candidate.name === name);
  if (trial === undefined) throw new Error(`no trial is called ${name}`);
  process.stdout.write(`${JSON.stringify(await trial.run())}\n`);
  process.exit(0);
}

function runAll(): void {
  const chosen = TRIALS.filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  console.log(`${machine}; median of ${values.runs} processes (min to max)\n`);
  console.log(row(['', 'Stipple', 'spread', 'byonk 0.6', 'byonk 0.19', 'goal', '']));
  const outcomes = chosen.map((trial) => {
    const figures = Array.from({ length: Number(values.runs) }, () => runInChild(trial.name));
    const outcome = { trial, figures };
    console.log(row(cells(outcome)));
    return outcome;
  });
  writeFileSync(values.json, JSON.stringify(report(machine, outcomes), null, 2));
  console.log(`\nwritten to ${values.json}`);
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
