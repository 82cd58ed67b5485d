import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type GitCall, readGit, runGit } from '../../../src/screens/repos/git-process.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { isAlive } from '../../support/processes/processes.ts';
import { until } from '../../support/waiting.ts';

const PATH = process.env['PATH'] ?? '';

/** A call of a shell script that stands in for git. */
function callOf(t: TestContext, script: string, more: Partial<GitCall> = {}): GitCall {
  const cwd = tempTree(t, { 'bin/git': `#!/bin/sh\n${script}\n` });
  chmodSync(path.join(cwd, 'bin/git'), 0o755);
  return {
    args: ['first', '$(second)'],
    env: { PATH: `${path.join(cwd, 'bin')}:${PATH}` },
    cwd,
    deadlineMs: performance.now() + 20_000,
    signal: new AbortController().signal,
    maxFileBytes: 1_048_576,
    maxMemoryBytes: 2 ** 31,
    ...more,
  };
}

const ends = (pid: number): Promise<unknown> => until(() => !isAlive(pid), `process ${pid} ends`);

/** Text of a file that a process writes, as soon as its line is complete. */
async function fileText(file: string): Promise<string> {
  const text = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await until(() => text().endsWith('\n'), `${file} is written`);
  return text();
}

describe('git', () => {
  it('gets its arguments as they are, its input, and nothing of our environment', async (t) => {
    process.env['STIPPLE_TEST_SECRET'] = 'x';
    const script = 'echo "$1|$2|$(cat)|$STIPPLE_TEST_SECRET"';
    assert.deepEqual(await readGit(callOf(t, script, { input: 'in' }), 100), {
      ok: true,
      value: 'first|$(second)|in|\n',
    });
  });

  it('that fails says why at the end of what it says', async (t) => {
    const script =
      'for i in 1 2 3 4 5 6 7 8 9; do head -c 1000 /dev/zero >&2; done; echo fatal: last >&2; exit 3';
    const done = await runGit(callOf(t, script));
    assert.ok(!done.ok && done.error.kind === 'failed');
    assert.ok(done.error.stderr.endsWith('fatal: last\n') && done.error.stderr.length <= 8192);
  });

  it('that is not installed is a failure that says so', async (t) => {
    const call = callOf(t, '');
    const done = await runGit({ ...call, env: { PATH: '/nowhere' } });
    assert.ok(!done.ok && done.error.kind === 'failed');
    assert.match(done.error.stderr, /git: not found/);
  });

  it('ends with everything it has started when its time is over, when it is aborted, when it has said enough', async (t) => {
    const script = 'sleep 600 & echo $! > child; echo $$ > self; while :; do echo x; sleep 0.01; done';
    const controller = new AbortController();
    const calls: readonly (readonly [Partial<GitCall>, string, number])[] = [
      [{ deadlineMs: performance.now() + 1_500 }, 'timeout', 1e9],
      [{ signal: controller.signal }, 'aborted', 1e9],
      [{}, 'stopped', 5],
    ];
    for (const [more, kind, maxBytes] of calls) {
      const call = callOf(t, script, more);
      const reading = readGit(call, maxBytes);
      const pids = [
        await fileText(path.join(call.cwd, 'child')),
        await fileText(path.join(call.cwd, 'self')),
      ];
      if (kind === 'aborted') controller.abort();
      assert.deepEqual(await reading, { ok: false, error: { kind } });
      for (const pid of pids) await ends(Number(pid));
    }
    assert.deepEqual(await readGit(callOf(t, script, { signal: controller.signal }), 1), {
      ok: false,
      error: { kind: 'aborted' },
    });
  });

  it('cannot write a file over its limit', async (t) => {
    const call = callOf(t, 'head -c 3000000 /dev/zero > big; echo done', { maxFileBytes: 1_024_000 });
    await runGit(call);
    assert.equal(readFileSync(path.join(call.cwd, 'big')).length, 1_024_000);
  });

  it('ends with a server that is killed', async (t) => {
    const call = callOf(t, 'sleep 600 & echo $! > child; echo $$ > self; wait');
    const program = path.join(call.cwd, 'server.mjs');
    const module = new URL('../../../src/screens/repos/git-process.js', import.meta.url).href;
    writeFileSync(
      program,
      `import { runGit } from ${JSON.stringify(module)};\n` +
        `await runGit({ ...${JSON.stringify({ ...call, signal: undefined })}, signal: new AbortController().signal });\n`,
    );
    const server = spawn(process.execPath, [program], { stdio: 'ignore' });
    const [self, child] = [
      Number(await fileText(path.join(call.cwd, 'self'))),
      Number(await fileText(path.join(call.cwd, 'child'))),
    ];
    assert.ok(isAlive(self) && isAlive(child));
    server.kill('SIGKILL');
    await ends(self);
    await ends(child);
  });
});
