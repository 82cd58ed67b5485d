/**
 * A program that draws one picture after the other, as the server does: in a thread with the stack that threads have,
 * with the real raster job. It says how each went, and how much memory it took at most.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { raster } from '../../../../src/engine/jobs/raster.ts';
import { RasterTools } from '../../../../src/engine/jobs/raster-tools.ts';
import { describeFailure } from '../../../../src/platform/base/failure.ts';
import { bundledBook } from '../../../support/fonts/bundled.ts';
import { renderSpec } from '../../../support/pictures/render-spec.ts';
import type { DrawOrder, DrawReport } from './drawing-process.ts';

const HEAP_MB = 512;

if (isMainThread) await runProgram();
else await runThread();

async function runProgram(): Promise<void> {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  const thread = new Worker(new URL(import.meta.url), {
    workerData: scratchDir,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const leave = (): never => {
    rmSync(scratchDir, { recursive: true, force: true });
    process.exit();
  };
  thread.on('message', (report: DrawReport) => process.send?.(report));
  thread.on('error', (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
    leave();
  });
  process.on('message', (order: DrawOrder) => thread.postMessage(order));
  process.on('disconnect', leave);
}

async function runThread(): Promise<void> {
  const tools = new RasterTools({
    fonts: bundledBook(),
    scratchDir: String(workerData),
  });
  parentPort?.on('message', async (order: DrawOrder) => {
    await setImmediate();
    forgetPeak();
    const start = performance.now();
    const { widthPx, heightPx, text } = order;
    const result = await raster(tools, {
      svg: order.svg,
      name: 'random.svg',
      assets: { roots: [], dir: '' },
      // Pictures that are too large are made again and again, which is not what is looked at here.
      spec: renderSpec({ widthPx, heightPx, text, maxPngBytes: Number.MAX_SAFE_INTEGER }),
      output: order.output,
    });
    const report: DrawReport = {
      outcome: result.ok ? 'drawn' : result.error.code,
      message: result.ok ? '' : result.error.message,
      warnings: result.ok ? result.value.warnings.map(describeFailure) : [],
      ms: performance.now() - start,
      peakMb: peakMb(),
    };
    parentPort?.postMessage(report);
  });
}

/** Have the system measure the largest memory from now on, where it can. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Then it is the largest since the start.
  }
}

function peakMb(): number {
  try {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kb !== undefined) return Number(kb) / 1024;
  } catch {
    // No Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}
