import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ComposeResult } from '../../../src/engine/jobs/jobs.ts';
import { ComposePool } from '../../../src/engine/pool/compose-pool.ts';
import { RunHistory } from '../../../src/engine/pool/run-history.ts';
import { Suspensions } from '../../../src/engine/pool/suspensions.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { Timed } from '../../../src/platform/base/stages.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const TEMPLATE = '<svg viewBox="0 0 8 4"><text>{{ data.text }}</text></svg>';

interface Asked {
  readonly request: FetchRequest;
  answer(body: string): void;
}

function pending(): { promise: Promise<FetchAnswer>; resolve(answer: FetchAnswer): void } {
  let resolve: (answer: FetchAnswer) => void = () => {};
  const promise = new Promise<FetchAnswer>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Longer than a thread waits for an answer before it is given to others. */
async function longEnough(): Promise<void> {
  const end = performance.now() + 60;
  await until(() => performance.now() > end);
}

/** A pool with one thread, and a network whose requests the test answers. */
async function open(t: TestContext, script: string) {
  const folder = tempTree(t, { 'a.lua': script, 'a.svg': TEMPLATE });
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  const asked: Asked[] = [];
  const aborted: FetchRequest[] = [];
  const http = {
    fetch: (request: FetchRequest, _: unknown, signal?: AbortSignal): Promise<FetchAnswer> => {
      const { promise, resolve } = pending();
      signal?.addEventListener('abort', () => aborted.push(request));
      const answer = (body: string): void =>
        resolve({
          ...{ ok: true, status: 200, headers: {}, fromCache: false, finalUrl: request.url },
          body: new TextEncoder().encode(body),
        });
      asked.push({ request, answer });
      return promise;
    },
  };
  const pool = new ComposePool({ log, fonts: [], threads: 1, http: () => Promise.resolve(http) });
  t.after(() => pool.stop(0));
  await pool.start();
  const screen: Screen = {
    ...{ ref: 'local/a', handle: 'local', title: 'A', roots: [folder], dir: '' },
    ...{ scriptFile: 'a.lua', templateFile: 'a.svg', metaFile: null, params: [] },
    ...{
      defaultRefreshSeconds: null,
      text: null,
      service: null,
      allowPrivateNetwork: true,
      trustsAuthors: false,
    },
  };
  const run = (number: number, nowMs: number | null = 1_700_000_000_000): Promise<Timed<ComposeResult>> =>
    pool.run(
      {
        ...{ screen, params: { number }, device: {}, layout: {}, hasPrevious: false },
        ...(nowMs === null ? {} : { nowMs }),
      },
      { deadline: deadlineIn(30_000), log, secrets: [] },
    );
  const said = (): unknown[] => logs.filter(({ msg }) => msg === 'script says').map((line) => line['script']);
  return { run, asked, aborted, said, folder, pool };
}

function svgOf(made: Timed<ComposeResult>): string {
  assert.ok(made.ok && made.value.kind === 'composed', JSON.stringify(made));
  return made.value.svg;
}

describe('runs that wait for the network', () => {
  it('wait without a thread: one thread serves twenty slow screens at once', async (t) => {
    const { run, asked, pool } = await open(
      t,
      'local body = http_get("http://upstream/" .. params.number) return { data = { text = body } }',
    );
    const runs = Array.from({ length: 20 }, (_, number) => run(number));
    await until(() => asked.length === 20);
    await until(() => pool.suspended === 20);
    for (const { request, answer } of asked.toReversed()) answer(`answer to ${request.url}`);
    const made = await Promise.all(runs);
    assert.deepEqual(
      made.map((each) => /answer to [^<]*/.exec(svgOf(each))?.[0]),
      made.map((_, number) => `answer to http://upstream/${number}`),
    );
    assert.equal(asked.length, 20, 'each request was sent once');
    assert.equal(pool.suspended, 0);
  });

  it('say and send everything once, however often they begin anew', async (t) => {
    const { run, asked, said, pool } = await open(
      t,
      `log_info("begin")
       local first = http_post("http://upstream/first", { body = "one" })
       log_info("first " .. first)
       local ok, second = pcall(http_post, "http://upstream/second", { body = first })
       log_info("second " .. second)
       return { data = { text = first .. second } }`,
    );
    const running = run(1);
    await until(() => asked.length === 1);
    await until(() => pool.suspended === 1);
    asked[0]?.answer('A');
    await until(() => asked.length === 2);
    assert.equal(Buffer.from(asked[1]?.request.body ?? []).toString(), 'A');
    await until(() => pool.suspended === 1);
    await longEnough();
    asked[1]?.answer('B');
    const made = await running;
    assert.match(svgOf(made), />AB</);
    await until(() => said().length === 3);
    assert.deepEqual(said(), ['begin', 'first A', 'second B']);
    assert.equal(asked.length, 2);
    const { upstream = 0, script = 0 } = made.stagesMs;
    assert.ok(upstream >= 60 && script < upstream, JSON.stringify(made.stagesMs));
  });

  it('ask anew from the line on that an edit has changed', async (t) => {
    const { run, asked, folder, pool } = await open(
      t,
      'return { data = { text = http_get("http://upstream/old") } }',
    );
    const running = run(1);
    await until(() => pool.suspended === 1);
    writeFileSync(
      path.join(folder, 'a.lua'),
      'return { data = { text = http_get("http://upstream/new one") } }',
    );
    asked[0]?.answer('old');
    await until(() => asked.length === 2);
    assert.equal(asked[1]?.request.url, 'http://upstream/new one');
    asked[1]?.answer('new');
    assert.match(svgOf(await running), />new</);
  });

  for (const [what, before, nowMs] of [
    ['that look at their CPU time', 'local t = os.clock()', 1_700_000_000_000],
    ['that draw other random numbers each time', 'math.randomseed()', 1_700_000_000_000],
    ['that have computed for long', 'for i = 1, 2e7 do end', 1_700_000_000_000],
    ['whose clock goes on', '', null],
  ] as const) {
    it(`keep their thread if they are ones ${what}`, async (t) => {
      const { run, asked, pool } = await open(
        t,
        `${before} return { data = { text = http_get("http://upstream/") } }`,
      );
      const running = run(1, nowMs);
      await until(() => asked.length === 1);
      await longEnough();
      assert.equal(pool.suspended, 0);
      asked[0]?.answer('here');
      assert.match(svgOf(await running), />here</);
      assert.equal(asked.length, 1);
    });
  }

  it('end with the pool', async (t) => {
    const { run, asked, aborted, pool } = await open(
      t,
      'return { data = { text = http_get("http://upstream/") } }',
    );
    const running = run(1);
    await until(() => pool.suspended === 1);
    await pool.stop(0);
    asked[0]?.answer('too late');
    const made = await running;
    assert.ok(!made.ok && /^(overloaded|worker_lost)$/.test(made.error.code), JSON.stringify(made));
    assert.deepEqual([aborted.length, pool.suspended], [1, 0]);
  });
});

/** A job of a device of the config, by the shares that it takes. */
const of = (...sharers: string[]) => ({ sharers, party: 'entry' }) as const;

describe('the room for runs that wait without a thread', () => {
  const never = new Promise<FetchAnswer>(() => {});

  it('is not filled by a single host', async () => {
    const suspensions = new Suspensions();
    const outcomes = Array.from({ length: 300 }, () =>
      suspensions.soonOr(never, new RunHistory(), of('host hung:80')),
    );
    await until(() => suspensions.size > 160);
    const other = await suspensions.soonOr(never, new RunHistory(), of('host well:80'));
    assert.ok('end' in other);
    assert.ok(suspensions.size < 256, String(suspensions.size));
    other.end();
    assert.equal(outcomes.length, 300);
  });

  it('gives an answer that is there at once, and none to a run that has begun too often', async () => {
    const suspensions = new Suspensions();
    const answer: FetchAnswer = { ok: false, error: 'refused' };
    assert.equal(await suspensions.soonOr(Promise.resolve(answer), new RunHistory(), of()), answer);
    const history = new RunHistory();
    for (let tries = 0; tries < 7; tries++) history.tryAgain();
    const { promise, resolve } = pending();
    const outcome = suspensions.soonOr(promise, history, of());
    await longEnough();
    assert.equal(suspensions.size, 0);
    resolve(answer);
    assert.equal(await outcome, answer);
  });
});
