import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { RasterPool } from '../../../src/engine/pool/raster-pool.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';
import { childrenOf, cpuTicks, isAlive, isConfined } from '../../support/processes/processes.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { listEvents } from '../../support/told-events.ts';
import { until } from '../../support/waiting.ts';

const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
const logs: LogLines = [];
const log = createLogger('error', logInto(logs));
const { events, told } = listEvents();
const pool = new RasterPool({
  log,
  fonts: bundledBook(),
  scratchDir,
  threads: 1,
  events,
});
after(async () => {
  await pool.stop(0);
  rmSync(scratchDir, { recursive: true, force: true });
});

const ASSETS = { roots: [], dir: '' };
const QUICK = { svg: '<svg viewBox="0 0 8 4"><rect width="4" height="4"/></svg>', name: 'quick.svg' };
const SLOW = {
  svg: '<svg viewBox="0 0 8 4"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="8" height="4" fill="url(#g)"/></svg>',
  name: 'slow.svg',
};

async function draw(picture: typeof QUICK, widthPx: number, heightPx: number): Promise<void> {
  const job = { ...picture, assets: ASSETS, spec: renderSpec({ widthPx, heightPx }) };
  const drawn = await pool.run(job, deadlineIn(30_000));
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.error.message);
}

test('a quick picture does not wait behind slow ones that wait too', async () => {
  // The pool has to have seen how long each takes.
  for (let turn = 0; turn < 3; turn += 1) await draw(SLOW, 1872, 1404);
  for (let turn = 0; turn < 3; turn += 1) await draw(QUICK, 80, 48);
  const order: string[] = [];
  const slow = [1, 2, 3].map((number) => draw(SLOW, 1872, 1404).then(() => order.push(`slow ${number}`)));
  const quick = draw(QUICK, 80, 48).then(() => order.push('quick'));
  assert.equal(pool.queued, 3);
  await Promise.all([...slow, quick]);
  assert.deepEqual(order, ['slow 1', 'quick', 'slow 2', 'slow 3']);
  assert.equal(pool.queued, 0);
});

test('a picture whose time is up is given up, and is not to blame where it had little of it', async () => {
  const spec = renderSpec({ widthPx: 4096, heightPx: 4096 });
  const job = { ...SLOW, name: 'large.svg', assets: ASSETS, spec };
  const running = pool.run(job, deadlineIn(200));
  const waiting = pool.run({ ...job, name: 'other.svg' }, deadlineIn(50));
  const measured = [];
  for (const result of [await waiting, await running]) {
    const { stagesMs, ...rest } = result;
    assert.deepEqual(rest, { ok: false, error: { code: 'overloaded', message: 'the server is busy' } });
    measured.push(Object.keys(stagesMs));
  }
  const lost = told.filter(([method]) => method === 'workerLost');
  assert.deepEqual(lost, [['workerLost', 'raster', 'deadline']]);
  assert.deepEqual(measured, [['queue'], ['queue', 'draw']], 'a worker that was killed has drawn');
  await draw(QUICK, 80, 48);
  assert.equal(pool.queued, 0);
});

test('other fonts take over once they have drawn a picture, and nothing of the former ones stays', async () => {
  const text = {
    svg: '<svg viewBox="0 0 80 40"><text y="30" font-family="Silkscreen">Ag</text></svg>',
    ...{ name: 'text.svg', assets: ASSETS, spec: renderSpec({ widthPx: 80, heightPx: 40 }) },
  };
  const drawText = async (): Promise<Buffer> => {
    const drawn = await pool.run(text, deadlineIn(30_000));
    assert.ok(drawn.ok, JSON.stringify(drawn));
    return Buffer.from(drawn.value.png);
  };
  const before = await drawText();
  const folders = readdirSync(scratchDir);
  const book = bundledBook();
  const others = { ...book, faces: book.faces.filter(({ families }) => !families.includes('Silkscreen')) };
  const prepared = await pool.prepare(others, text, new AbortController().signal);
  assert.ok(prepared.ok, JSON.stringify(prepared));
  assert.deepEqual(await drawText(), before);
  const retired = prepared.value.takeOver();
  assert.notDeepEqual(await drawText(), before);
  await retired;
  assert.equal(pool.threads, 1);
  assert.equal(readdirSync(scratchDir).length, 1);
  assert.notDeepEqual(readdirSync(scratchDir), folders);
});

test('fonts that cannot draw their first picture do not take over', async () => {
  const svg = '<svg viewBox="0 0 8 4"><image href="gone.png" width="8" height="4"/></svg>';
  const picture = { ...QUICK, svg, assets: ASSETS, spec: renderSpec({ widthPx: 80, heightPx: 48 }) };
  const prepared = await pool.prepare(bundledBook(), picture, new AbortController().signal);
  assert.ok(!prepared.ok && prepared.error.code === 'asset_missing', JSON.stringify(prepared));
  await draw(QUICK, 80, 48);
  assert.equal(readdirSync(scratchDir).length, 1);
});

test('a picture that fails has the times of its stages up to there', async () => {
  const spec = renderSpec({ widthPx: 80, heightPx: 48 });
  const torn = { ...QUICK, svg: '<svg><rect', assets: ASSETS, spec };
  const unparsed = await pool.run(torn, deadlineIn(30_000));
  assert.ok(!unparsed.ok);
  assert.deepEqual(Object.keys(unparsed.stagesMs), ['queue', 'svg']);
  const image = '<svg viewBox="0 0 8 4"><image href="gone.png" width="4" height="4"/></svg>';
  const incomplete = await pool.run({ ...torn, svg: image }, deadlineIn(30_000));
  assert.ok(!incomplete.ok && incomplete.error.code === 'asset_missing');
  assert.deepEqual(Object.keys(incomplete.stagesMs).at(-1), 'images');
});

test('a lost worker is reported in the log of the call that wanted the picture', async () => {
  const spec = renderSpec({ widthPx: 4096, heightPx: 4096 });
  const doomed = new RasterPool({ log, fonts: bundledBook(), scratchDir, threads: 1, isolation: 'thread' });
  await doomed.start();
  logs.length = 0;
  const call = log.child({ requestId: 'abc' });
  const running = doomed.run({ ...SLOW, assets: ASSETS, spec }, deadlineIn(30_000), call);
  await doomed.stop(0);
  const lost = await running;
  assert.ok(!lost.ok && lost.error.code === 'worker_lost', JSON.stringify(lost));
  assert.deepEqual(Object.keys(lost.stagesMs), ['queue', 'draw']);
  assert.deepEqual(
    logs.map(({ msg, requestId }) => [msg, requestId]),
    [['a worker thread was lost', 'abc']],
  );
});

describe('a picture whose process dies', () => {
  const jobOf = (widthPx: number, heightPx: number) => {
    return { ...SLOW, assets: ASSETS, spec: renderSpec({ widthPx, heightPx }) };
  };
  const list = listEvents();
  let others: readonly number[] = [];
  let fragile: RasterPool;
  before(async () => {
    others = childrenOf(process.pid);
    const options = { log, fonts: bundledBook(), scratchDir, threads: 1, events: list.events };
    fragile = new RasterPool(options);
    await fragile.start();
  });
  after(() => fragile.stop(0));

  /** Kill the process of the pool while it draws: it is confined, and works. */
  async function killDrawing(): Promise<void> {
    const idleTicks = new Map<number, number>();
    const findDrawing = () =>
      childrenOf(process.pid).find((pid) => {
        if (others.includes(pid) || !isConfined(pid) || !isAlive(pid)) return false;
        const ticks = cpuTicks(pid);
        if (!idleTicks.has(pid)) idleTicks.set(pid, ticks);
        return ticks > (idleTicks.get(pid) ?? 0) + 4;
      });
    const pid = await until(findDrawing, 'a process draws');
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), 'the process has ended');
  }

  it('is drawn again in another one', async () => {
    const running = fragile.run(jobOf(3000, 3000), deadlineIn(60_000));
    await killDrawing();
    assert.equal(outcome(await running), 'drawn');
    assert.deepEqual(list.told, [['workerLost', 'raster', 'crash']]);
  });

  it('is an error when it has ended two, and gets no second try then, in other sizes neither', async () => {
    const ends = async (sizePx: number, kills: number): Promise<void> => {
      const before = list.told.length;
      const running = fragile.run(jobOf(sizePx, 4096), deadlineIn(60_000));
      for (let count = 0; count < kills; count += 1) await killDrawing();
      assert.equal(outcome(await running), 'worker_lost');
      assert.deepEqual(list.told.slice(before), Array(kills).fill(['workerLost', 'raster', 'crash']));
    };
    await ends(4096, 2);
    await ends(4096, 1);
    await ends(4000, 1);
    assert.equal(outcome(await fragile.run({ ...jobOf(80, 48), ...QUICK }, deadlineIn(60_000))), 'drawn');
  });
});

function outcome(result: Awaited<ReturnType<RasterPool['run']>>): string {
  return result.ok ? 'drawn' : result.error.code;
}
