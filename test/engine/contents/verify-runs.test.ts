/** What comes of a new run that is compared with a result in use. The runs are made up: honest ones are all alike. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Composer, type DeviceJob } from '../../../src/engine/contents/composer.ts';
import type { ComposeResult } from '../../../src/engine/jobs/jobs.ts';
import type { ComposePool } from '../../../src/engine/pool/compose-pool.ts';
import { ComposedStore } from '../../../src/engine/reuse/composed-store.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { err, ok } from '../../../src/platform/base/result.ts';
import type { Timed } from '../../../src/platform/base/stages.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { argumentsOf, listEvents } from '../../support/told-events.ts';

const JOB = {
  screen: { ref: 'local/a', roots: ['/none'], dir: '', scriptFile: 'a.lua', templateFile: 'a.svg' },
  params: {},
  device: {},
  layout: {},
  hasPrevious: true,
  nowMs: 1_000,
} as unknown as DeviceJob;

const WORLD = { fileState: () => null, isCurrent: () => false, dataVersion: () => null };

const READS = JSON.stringify({ reads: [], unrepeatable: null, lines: [] });
const KEPT: Timed<ComposeResult> = {
  ...ok({ kind: 'skipped', refreshSeconds: 60, refreshAt: null, reads: READS }),
  stagesMs: {},
};

/** Two calls, of which the second finds the result of the first. @returns what was told and logged of the second */
async function verify(second: Timed<ComposeResult>): Promise<{ verified: unknown[][]; logs: LogLines }> {
  const logs: LogLines = [];
  const { events, told } = listEvents();
  const runs = [KEPT, second];
  const composer = new Composer({
    pool: { run: async () => runs.shift() } as unknown as ComposePool,
    store: new ComposedStore(WORLD),
    strangersStore: new ComposedStore(WORLD),
    environment: { digest: 'fonts' },
    events,
    verifyShare: 1,
  });
  const options = {
    deadline: deadlineIn(10_000),
    log: createLogger('info', logInto(logs)),
    secrets: ['hunter22'],
  };
  await composer.compose(JOB, options);
  const composed = await composer.compose(JOB, options);
  assert.deepEqual(composed, second, 'the device gets what the new run has made');
  return { verified: argumentsOf(told, 'reuseVerified'), logs };
}

it('is counted where it is the same, and nothing is logged', async () => {
  assert.deepEqual(await verify(KEPT), { verified: [['local/a', true]], logs: [] });
});

it('is logged and counted where it differs', async () => {
  const { verified, logs } = await verify({
    ...ok({ kind: 'skipped', refreshSeconds: 61, refreshAt: null, reads: READS }),
    stagesMs: {},
  });
  assert.deepEqual(verified, [['local/a', false]]);
  assert.deepEqual(
    logs.map(({ level, screen, difference }) => ({ level, screen, difference })),
    [{ level: 'error', screen: 'local/a', difference: 'refresh_rate' }],
  );
});

it('is logged without secrets where it failed', async () => {
  const failure = err({ code: 'script_error', message: 'no answer for hunter22' } as const);
  const { verified, logs } = await verify({ ...failure, stagesMs: {} });
  assert.deepEqual(verified, [['local/a', false]]);
  assert.match(String(logs[0]?.['difference']), /the new run failed: .*no answer for \[redacted\]/);
});

it('says nothing where the server is busy', async () => {
  const busy = err({ code: 'overloaded', message: 'busy' } as const);
  assert.deepEqual(await verify({ ...busy, stagesMs: {} }), { verified: [], logs: [] });
});
