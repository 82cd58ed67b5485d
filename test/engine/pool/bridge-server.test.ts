import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { NO_DATA } from '../../../src/domain/pushed-data.ts';
import type { BridgeAnswer, BridgeRequest } from '../../../src/engine/jobs/bridge-messages.ts';
import { BridgeServer, HTTP_REQUESTS_PER_RUN } from '../../../src/engine/pool/bridge-server.ts';
import { ImagePool } from '../../../src/engine/pool/image-pool.ts';
import { RunHistory } from '../../../src/engine/pool/run-history.ts';
import type { RunningCompose } from '../../../src/engine/pool/running-compose.ts';
import { ComposeScheduler } from '../../../src/engine/scheduling/compose-scheduler.ts';
import { Slot } from '../../../src/engine/scheduling/slot.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { ok } from '../../../src/platform/base/result.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

const SCREEN: Screen = {
  ...{ ref: 'local/clock', handle: 'local', title: 'Clock', roots: [], dir: '', metaFile: null, params: [] },
  ...{ scriptFile: 'clock.lua', templateFile: 'clock.svg', defaultRefreshSeconds: null, text: null },
  ...{ service: null, allowPrivateNetwork: false, trustsAuthors: false },
};
const QUESTION: FetchRequest = {
  ...{
    method: 'GET',
    url: 'http://upstream:81/a?key=very-secret',
    headers: [],
    body: null,
    timeoutMs: 1_000,
  },
  ...{ followRedirects: true, maxRedirects: 5, cacheTtlSeconds: 0 },
};

describe('the bridge on the main thread', () => {
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  const jobs = new Map<number, RunningCompose>();
  const scheduler = new ComposeScheduler({ threads: { front: 2, back: 2 }, cores: 2 });
  const images = new ImagePool(log);
  const signals: (AbortSignal | undefined)[] = [];
  const http = {
    fetch: (request: FetchRequest, _: unknown, signal?: AbortSignal): Promise<FetchAnswer> => {
      signals.push(signal);
      return Promise.resolve({ ok: false, error: `no answer from ${request.url}` });
    },
  };
  const services = { http: () => Promise.resolve(http), images, data: () => NO_DATA };
  const bridge = new BridgeServer(services, (jobId) => jobs.get(jobId));
  const { port1, port2 } = new MessageChannel();
  bridge.serve(port1);
  after(async () => {
    bridge.stop();
    port2.close();
    await images.stop(0);
  });

  async function start(jobId: number): Promise<RunningCompose> {
    const slot = await scheduler.acquire(SCREEN.ref, deadlineIn(30_000), log);
    assert.ok(slot instanceof Slot);
    const job = {
      ...{ jobId, screen: SCREEN, params: {}, device: {}, layout: {}, hasPrevious: false },
      ...{ askedMs: slot.startedMs, placeMs: 0, deadline: deadlineIn(30_000), clock: slot.clock.memory },
    };
    const running = {
      answer: Promise.resolve(
        ok({ kind: 'skipped', refreshSeconds: null, refreshAt: null, reads: '' } as const),
      ),
      cancel: () => {},
    };
    const compose: RunningCompose = {
      ...{ job, running, slot, log, secrets: ['very-secret'], history: new RunHistory() },
      ...{ questions: 0, requests: 0, lines: 0, suspension: null, watch: null, overrunAt: null },
    };
    jobs.set(jobId, compose);
    return compose;
  }

  function ask(request: BridgeRequest): Promise<BridgeAnswer> {
    const answer = new Promise<BridgeAnswer>((resolve) => port2.once('message', resolve));
    port2.postMessage(request);
    return answer;
  }

  it('answers a request under the number that it came with, with a signal that ends it', async () => {
    const compose = await start(1);
    const answer = await ask({
      jobId: 1,
      requestId: 7,
      kind: 'http',
      question: { request: QUESTION, isRepeatable: false },
    });
    assert.deepEqual(answer, {
      requestId: 7,
      answer: { ok: false, error: `no answer from ${QUESTION.url}` },
    });
    assert.deepEqual([...compose.slot.usage.hosts], ['upstream:81']);
    compose.history.end();
    assert.equal(signals.at(-1)?.aborted, true);
    const line = logs.find(({ msg }) => msg === 'script called');
    assert.equal(line?.['url'], 'http://upstream:81/a');
    compose.slot.release('done');
  });

  it('refuses more requests than a run may make', async () => {
    const compose = await start(2);
    compose.requests = HTTP_REQUESTS_PER_RUN;
    const { answer } = await ask({
      jobId: 2,
      requestId: 1,
      kind: 'http',
      question: { request: QUESTION, isRepeatable: false },
    });
    assert.match(JSON.stringify(answer), /at most 50 HTTP requests/);
    compose.slot.release('done');
  });

  it('gives a turn to a job that asks for one, and ends one that has lost its thread', async () => {
    const compose = await start(3);
    const turn = { jobId: 3, kind: 'turn', question: null } as const;
    assert.deepEqual(await ask({ ...turn, requestId: 1 }), { requestId: 1, answer: 'go on' });
    compose.slot.release('done');
    assert.deepEqual(await ask({ ...turn, requestId: 2 }), { requestId: 2, answer: null });
  });
});
