/** Thread entry of the compose pool: receives a job, runs it, returns a Result. */
import { MessageChannel, parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { findAssets } from '../src/config/env/assets.ts';
import { BridgeClient } from '../src/engine/jobs/bridge-client.ts';
import { type ComposeTools, compose } from '../src/engine/jobs/compose.ts';
import type { ComposeSetup, TryResult, WorkerMessage } from '../src/engine/jobs/jobs.ts';
import { ComposeReceiver, type PostedCompose } from '../src/engine/jobs/posted-compose.ts';
import { warmUpCompose } from '../src/engine/jobs/warm-up/compose.ts';
import { quietBy } from '../src/engine/jobs/warm-up/rounds.ts';
import { lowerThread, NICENESS } from '../src/platform/base/niceness.ts';
import { recentlyUsed } from '../src/platform/base/recently-used.ts';
import type { Timed } from '../src/platform/base/stages.ts';
import { LuaRuntime } from '../src/screens/script/lua-runtime.ts';
import { TemplateEngine } from '../src/screens/template/engine.ts';

/** Digests of checked SVGs that a worker keeps: 64 bytes each. */
const CHECKED_SVGS = 4096;

function post(message: WorkerMessage, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function start(): Promise<(job: PostedCompose) => Timed<TryResult>> {
  lowerThread(NICENESS.work);
  const { port1, port2 } = new MessageChannel();
  const bridge = new BridgeClient(port1);
  const { fonts, lua, waiting } = workerData as ComposeSetup;
  const tools: ComposeTools = {
    lua: await LuaRuntime.load(lua),
    templates: new TemplateEngine(),
    fonts,
    checked: recentlyUsed(CHECKED_SVGS),
    fetch: (job, question) => bridge.fetch(job, question),
    processImage: (job, question) => bridge.processImage(job, question),
    readData: (job, name) => bridge.readData(job, name),
    log: (job, line) => post({ kind: 'log', jobId: job.jobId, ...line }),
    waitForTurn: (job) => bridge.waitForTurn(job),
    noteOverrun: (job, where) => post({ kind: 'overrun', jobId: job.jobId, where }),
  };
  const rounds = waiting === null ? 0 : await warmUpCompose(tools, findAssets().warmUpDir, quietBy(waiting));
  // Also says that the thread is ready for a job.
  post({ kind: 'bridge', port: port2, rounds }, [port2]);
  const receiver = new ComposeReceiver();
  return (job) => compose(tools, receiver.receive(job));
}

/**
 * A promise of the function: Piscina waits for it. The module itself must not await. Node 20 aborts the whole process
 * when a thread is ended at the moment at which such a module begins to run.
 */
// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default start();
