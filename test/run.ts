/**
 * Runs every test file below `dist/test`, or those whose path contains one of the words given, each in a process of its
 * own, so that no test sees another's state. A test whose tool is not installed is skipped; with `CI=true` it fails. With
 * `--coverage` it counts what of `src` ran, and fails when all files together reach less than they once did; tests that
 * depend on time run after the others, and are not counted. With `--node` it runs what depends on the version of
 * Node alone. `ROUNDS=all` makes all cases of generated tests, and not a third of them.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/platform/base/version.ts';
import { coverageProblems, describeCoverage, REACHED } from './support/coverage/judge.ts';
import { measureCoverage } from './support/coverage/measure.ts';
import { Tally } from './support/tools/tally.ts';

const folder = import.meta.dirname;
const { values, positionals: words } = parseArgs({
  options: { coverage: { type: 'boolean', default: false }, node: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/**
 * What may come out differently on another version of Node, by the file that stands for each: the addon and the programs
 * that are confined, threads, streams, HTTP and names of hosts, files and databases, WebAssembly, and time zones. The rest are
 * rules of ours on texts and numbers, or other questions to the same parts.
 */
const OF_NODE = new RegExp(
  `^(?:${[
    'e2e/(?:admin-stream|device-cycle|pipelining|raw-conversations)',
    'engine/pool/(?:compose|image|process|raster|worker)-pool',
    'engine/pool/worker-entries',
    'pictures/isolation/.*',
    'pictures/native/.*',
    'platform/base/(?:garbage|pack-data)',
    'platform/files/.*',
    'platform/time/zone',
    'screens/fetch/.*',
    'screens/script/(?:image/.*|host-work|limits|lua-runtime|lua-api-doc)',
    'server/http/(?:held-up-server|listen|routes|server)',
    'state/file/file-engine',
  ].join('|')})\\.test\\.js$`,
);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => !values.node || OF_NODE.test(name))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => path.join(folder, name))
  .sort();

if (files.length === 0) {
  process.stderr.write(`No test file matches: ${words.join(' ')}\n`);
  process.exit(1);
}

/** For one file. All drawings of all corpora take some twenty minutes. */
const TIMEOUT_MS = process.env['CORPUS'] === 'all' ? 3_600_000 : 300_000;

/** Tests of what happens in how much time: counting makes everything slower, and they run nothing that others do not. */
const TIMED =
  /(?:corpus|growth|patterns|bench\/(?:ramp|load)|state\/redis|faults\/|e2e\/(?:siege|promises|second-wall|fairness|deadlines|hostile|overload|large|silent|stepped))/;

const tally = new Tally();

/** What is generated in this run, so that a second try makes the same. A test takes its seed of its own where there is none. */
process.env['STIPPLE_SEED'] ??= String(Math.floor(Math.random() * 1_000_000));
process.stdout.write(`STIPPLE_SEED=${process.env['STIPPLE_SEED']}\n`);

/** Tests wait a third of their time, for servers, browsers and clocks: so many keep all processors at work. */
const AT_ONCE = availableParallelism() + 1;
const TIMED_AT_ONCE = availableParallelism();

/** More files do not fail because the machine was busy. */
const MOST_SECOND_TRIES = 8;

/** Run them, each in a process of its own. */
async function runFiles(some: readonly string[], concurrency: number): Promise<void> {
  if (some.length === 0) return;
  const events = run({ files: [...some], concurrency, timeout: TIMEOUT_MS });
  for await (const text of Readable.from(tally.count(events)).compose(new spec())) process.stdout.write(text);
}

const counts = values.coverage ? mkdtempSync(path.join(folder, '../coverage-')) : null;
const ownOptions = process.env['NODE_OPTIONS'] ?? '';
if (counts !== null) {
  // Node hands it on to every process that a test starts.
  process.env['NODE_V8_COVERAGE'] = counts;
  process.env['NODE_OPTIONS'] =
    `${ownOptions} --import ${pathToFileURL(path.join(folder, 'support/coverage/count-threads.js'))}`;
}
await runFiles(
  files.filter((file) => !TIMED.test(file)),
  AT_ONCE,
);
if (counts !== null) {
  delete process.env['NODE_V8_COVERAGE'];
  process.env['NODE_OPTIONS'] = ownOptions;
}
await runFiles(
  files.filter((file) => TIMED.test(file)),
  TIMED_AT_ONCE,
);
if (files.length > 1) await runFiles(tally.secondTries(MOST_SECOND_TRIES), 1);

if (counts !== null) {
  const coverage = measureCoverage({
    counts,
    sources: path.join(PACKAGE_ROOT, 'src'),
    compiled: path.join(folder, '../src'),
  });
  rmSync(counts, { recursive: true });
  // A part of the tests cannot reach what all do.
  const problems = words.length === 0 ? coverageProblems(coverage, REACHED) : [];
  if (problems.length > 0) {
    tally.fail();
  }
  process.stdout.write(`${[...describeCoverage(coverage), ...problems].join('\n')}\n`);
}
process.stdout.write(tally.summary());
if (tally.failed > 0) process.exitCode = 1;
