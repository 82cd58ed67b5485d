// Tests the native kernel outside of Node.js: unit tests with the flags of the shipped build, again with address and
// undefined-behaviour sanitizers, then the fuzz targets for a limited time if clang is installed. Prints a summary; exit
// code 1 if anything failed. Objects are kept in build/native-test, so that later runs compile only changed files.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const FUZZ_SECONDS = Number(process.env.FUZZ_SECONDS ?? 6);
// As in binding.gyp.
const COMMON = ['-std=c++20', '-Wall', '-Wextra', '-Wshadow', '-Werror', '-ffp-contract=off'];
const INCLUDES = ['-Inative/kernel', '-Inative/test'];

// Debian keeps clang's sanitizer and fuzzer libraries in a package of their own: clang++ alone is not enough.
const hasClang =
  spawnSync('clang++', ['-fsanitize=fuzzer,address,undefined', '-x', 'c++', '-', '-o', '/dev/null'], {
    input: 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }',
  }).status === 0;
const compiler = process.env.CXX ?? 'c++';
const sanitizer = hasClang ? 'clang++' : compiler;

const CONFIGS = {
  shipped: { compiler, flags: ['-O3'], link: [] },
  sanitized: {
    compiler: sanitizer,
    flags: [
      '-O1',
      '-g',
      `-fsanitize=address,undefined${hasClang ? ',fuzzer-no-link' : ''}`,
      '-fno-sanitize-recover=undefined',
    ],
    link: ['-fsanitize=address,undefined'],
  },
};

const filesIn = (folder, ending) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
const kernel = filesIn('native/kernel', '.cc');
const tests = filesIn('native/test', '.cc');
const newestHeader = Math.max(
  ...['native/kernel', 'native/test', 'native/fuzz']
    .flatMap((folder) => filesIn(folder, '.h'))
    .map((file) => statSync(path.join(root, file)).mtimeMs),
  statSync(fileURLToPath(import.meta.url)).mtimeMs,
);

const objectOf = (config, source) => `build/native-test/${config}/${source.replaceAll('/', '_')}.o`;

function isFresh(object, source) {
  if (!existsSync(path.join(root, object))) return false;
  const made = statSync(path.join(root, object)).mtimeMs;
  return made > newestHeader && made > statSync(path.join(root, source)).mtimeMs;
}

/** Run a program. Resolves to its output, and whether it ended with exit code 0. */
function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Compile outdated files, with one compiler for each processor. Resolves to an error, or null. */
async function compile(config, sources) {
  mkdirSync(path.join(root, `build/native-test/${config}`), { recursive: true });
  const { compiler: program, flags } = CONFIGS[config];
  const waiting = sources.filter((source) => !isFresh(objectOf(config, source), source));
  // Files that take longest come first, so that no processor is idle at the end.
  waiting.sort((a, b) => weight(b) - weight(a));
  let failure = null;
  const worker = async () => {
    for (let source = waiting.shift(); source !== undefined && failure === null; source = waiting.shift()) {
      const args = [...COMMON, ...flags, ...INCLUDES, '-c', source, '-o', objectOf(config, source)];
      const result = await run(program, args);
      if (!result.ok) failure = `${source}\n${result.output}`;
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return failure;
}

const weight = (source) => (/template/.test(readFileSync(path.join(root, source), 'utf8')) ? 1 : 0);

const summary = [];
let failed = false;

function report(name, ok, detail) {
  summary.push(`${ok ? 'ok     ' : 'FAILED '} ${name}${detail === '' ? '' : `: ${detail}`}`);
  if (!ok) failed = true;
}

async function unitTests(config) {
  const started = performance.now();
  const sources = [...kernel, ...tests];
  const problem = await compile(config, sources);
  if (problem !== null) return report(`kernel tests, ${config}`, false, `does not compile: ${problem}`);
  const program = `build/native-test/${config}/kernel_test`;
  const { compiler: linker, link } = CONFIGS[config];
  const objects = sources.map((source) => objectOf(config, source));
  const linked = await run(linker, [...link, ...objects, '-o', program]);
  if (!linked.ok) return report(`kernel tests, ${config}`, false, `does not link: ${linked.output}`);
  const result = await run(path.join(root, program), []);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const last = result.output.trim().split('\n');
  report(
    `kernel tests, ${config} (${linker}, ${seconds} s)`,
    result.ok,
    (result.ok ? last.slice(-1) : last).join('\n'),
  );
}

async function fuzz(target) {
  const source = `native/fuzz/${target}.cc`;
  const helper = 'native/test/inflate.cc';
  const problem = await compile('sanitized', [...kernel, source, helper]);
  if (problem !== null) return report(target, false, `does not compile: ${problem}`);
  const program = `build/native-test/sanitized/${target}`;
  const objects = [...kernel, source, helper].map((one) => objectOf('sanitized', one));
  const linked = await run('clang++', ['-fsanitize=fuzzer,address,undefined', ...objects, '-o', program]);
  if (!linked.ok) return report(target, false, `does not link: ${linked.output}`);
  const result = await run(path.join(root, program), [
    `-max_total_time=${FUZZ_SECONDS}`,
    '-max_len=4096',
    '-seed=1',
    `-artifact_prefix=build/native-test/${target}-`,
  ]);
  const runs = /Done (\d+) runs/.exec(result.output)?.[1];
  report(target, result.ok, result.ok ? `${runs} inputs in ${FUZZ_SECONDS} s` : result.output.slice(-4000));
}

await unitTests('shipped');
await unitTests('sanitized');
if (hasClang) {
  await Promise.all([fuzz('fuzz_dither'), fuzz('fuzz_png'), fuzz('fuzz_text')]);
} else {
  summary.push('skipped fuzz_dither, fuzz_png, fuzz_text: there is no clang++ with its sanitizer libraries');
}
console.log(summary.join('\n'));
process.exit(failed ? 1 : 0);
