import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ComposeResult } from '../../../src/engine/jobs/jobs.ts';
import { ComposePool } from '../../../src/engine/pool/compose-pool.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { Timed } from '../../../src/platform/base/stages.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const SCRIPTS = {
  plain: 'return { data = { title = "plain" }, refresh_rate = 120 }',
  asking: 'local r = http_response("http://upstream/") return { data = { title = r.error or "none" } }',
  spinning: 'while true do end',
  logging: 'log_info("the key is " .. params.key) return { data = {} }',
};
type Name = keyof typeof SCRIPTS;

describe('the compose pool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  /** Requests that wait for an answer; none ever comes. */
  const open = new Set<FetchRequest>();
  const http = {
    fetch: (request: FetchRequest, _: unknown, signal?: AbortSignal) =>
      new Promise<FetchAnswer>((resolve) => {
        const end = (): void => {
          open.delete(request);
          resolve({ ok: false, error: `nothing came in ${request.timeoutMs > 0 ? 'time' : 'no time'}` });
        };
        open.add(request);
        signal?.addEventListener('abort', end);
        // biome-ignore lint/style/noRestrictedGlobals: a host that never answers, for as long as the script waits.
        setTimeout(end, request.timeoutMs);
      }),
  };
  const pool = new ComposePool({ log, fonts: [], threads: 2, http: () => Promise.resolve(http) });
  before(async () => {
    for (const [name, script] of Object.entries(SCRIPTS)) {
      writeFileSync(path.join(folder, `${name}.lua`), script);
      writeFileSync(
        path.join(folder, `${name}.svg`),
        '<svg viewBox="0 0 8 4"><text>{{ data.title }}</text></svg>',
      );
    }
    await pool.start();
  });
  after(async () => {
    await pool.stop(0);
    rmSync(folder, { recursive: true });
  });

  function run(
    name: Name,
    deadline: Deadline = deadlineIn(30_000),
    by: ComposePool = pool,
  ): Promise<Timed<ComposeResult>> {
    const screen: Screen = {
      ...{ ref: `local/${name}`, handle: 'local', title: name, roots: [folder], dir: '' },
      ...{ scriptFile: `${name}.lua`, templateFile: `${name}.svg`, metaFile: null, params: [] },
      ...{
        defaultRefreshSeconds: null,
        text: null,
        service: null,
        allowPrivateNetwork: true,
        trustsAuthors: false,
      },
    };
    const params = { key: 'very-secret' };
    const job = { screen, params, device: {}, layout: {}, hasPrevious: false };
    return by.run(job, { deadline, log, secrets: ['very-secret'] });
  }

  it('runs a script and its template', async () => {
    const made = await run('plain');
    assert.ok(made.ok && made.value.kind === 'composed', JSON.stringify(made));
    assert.match(made.value.svg, /plain/);
    assert.ok(pool.threads >= 2 && pool.queued === 0);
    assert.deepEqual(Object.keys(made.stagesMs), ['place', 'script', 'template', 'check']);
  });

  it('ends a request early enough for the script and the template to deal with it', async () => {
    const made = await run('asking', deadlineIn(LIMITS.composeReserveMs + 600));
    assert.ok(made.ok && made.value.kind === 'composed', JSON.stringify(made));
    assert.match(made.value.svg, /nothing came in time/);
    const { script = 0, upstream = 0 } = made.stagesMs;
    assert.ok(script > 0 && upstream > script, "the wait is not the script's");
  });

  it('ends a script at the deadline of its job', async () => {
    const start = performance.now();
    const made = await run('spinning', deadlineIn(600));
    assert.ok(!made.ok && /^(script|compose)_timeout$/.test(made.error.code), JSON.stringify(made));
    assert.ok(performance.now() - start < 2_000, 'not at the CPU limit');
    const { place, script = 0, ...others } = made.stagesMs;
    assert.ok(place !== undefined && script > place, JSON.stringify(made.stagesMs));
    assert.deepEqual(others, {});
  });

  it('turns a job away when no thread is free in time, and frees everything of those that have ended', async () => {
    const running = run('asking', deadlineIn(LIMITS.composeReserveMs + 1_500));
    const refused = await run('asking', deadlineIn(LIMITS.composeReserveMs + 100));
    assert.ok(!refused.ok && refused.error.code === 'overloaded', JSON.stringify(refused));
    assert.deepEqual(Object.keys(refused.stagesMs), ['place']);
    assert.deepEqual(pool.turnedAway, { full: 0, late: 1, ended: 0 });
    assert.ok((await running).ok);
    assert.equal(open.size, 0);
  });

  it('takes what a killed thread did for script and waiting', async () => {
    const doomed = new ComposePool({ log, fonts: [], threads: 1, http: () => Promise.resolve(http) });
    await doomed.start();
    const running = run('asking', deadlineIn(30_000), doomed);
    await until(() => open.size > 0);
    await doomed.stop(0);
    const made = await running;
    assert.ok(!made.ok && made.error.code === 'worker_lost', JSON.stringify(made));
    assert.deepEqual(Object.keys(made.stagesMs), ['place', 'script', 'upstream']);
  });

  it('logs what scripts say, without secrets', async () => {
    assert.ok((await run('logging')).ok);
    while (!logs.some(({ msg }) => msg === 'script says'))
      await new Promise((resolve) => setImmediate(resolve));
    const line = logs.find(({ msg }) => msg === 'script says');
    assert.ok(
      String(line?.['script']).startsWith('the key is') && !JSON.stringify(logs).includes('very-secret'),
    );
  });
});
