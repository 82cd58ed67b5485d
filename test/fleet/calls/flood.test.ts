import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { ESTABLISHED_AFTER_MS } from '../../../src/domain/standing.ts';
import { FleetNews } from '../../../src/engine/contents/fleet-news.ts';
import { LastGoodStore } from '../../../src/engine/contents/last-good.ts';
import { authenticate, identify, issueKey, noteReport } from '../../../src/fleet/calls/authentication.ts';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import { openRegistry } from '../../../src/fleet/register/open-registry.ts';
import { AppError } from '../../../src/platform/base/errors.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { macOf } from '../../support/device/mac.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { callerOf, type Gate, ID, openGate, snapshot, tokenOf } from './gate.ts';

const GROUP = snapshot('default_screen: plain\ngroups:\n  all: { match: { model: og }, screen: plain }\n');
const INVENTED = 19_000;

function gateWithRealLimits(logs: LogLines = []): Gate {
  const gate = openGate(GROUP);
  const registry = openRegistry({
    ...{ config: () => GROUP, lastGood: new LastGoodStore(), news: new FleetNews(), shelves: () => [] },
    ...{ log: createLogger('info', logInto(logs)), isPruned: true, onEvict: () => {} },
  });
  return {
    ...gate,
    registry,
    nowMs: () => gate.clockMs,
    set clockMs(nowMs) {
      gate.clockMs = nowMs;
    },
    get clockMs() {
      return gate.clockMs;
    },
  };
}

/** As `GET /api/setup` does it, for invented devices that name the model of the group. */
function invent(gate: Gate, count: number): void {
  for (let number = 0; number < count; number++) {
    const record = newRecord(parseDeviceId(macOf('06', number)) as DeviceId, gate.clockMs);
    issueKey(record, gate.clockMs);
    noteReport(record, { ...NO_REPORT, model: 'og' }, gate.clockMs);
    gate.registry.touch(record);
  }
}

async function call(gate: Gate, token: string): Promise<void> {
  const record = await authenticate(gate, callerOf(GROUP), ID, tokenOf(token));
  noteReport(record, { ...NO_REPORT, model: 'og' }, gate.clockMs);
  record.toldRefreshSeconds = 900;
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid_token';
}

it('a device of a group keeps its token through a flood of invented ones, from its first picture on', async () => {
  const logs: LogLines = [];
  const gate = gateWithRealLimits(logs);
  await call(gate, 'owner');
  invent(gate, INVENTED);
  await assert.rejects(identify(gate, callerOf(GROUP), ID, tokenOf('thief')), isRefused);
  await call(gate, 'owner');
  assert.equal(gate.registry.strangers, 10_000);
  const told = logs.filter((line) => JSON.stringify(line).includes('devices forgotten to make room'));
  assert.equal(told.length, 1, 'one line a minute');
});

it('an established device keeps it through a flood that calls again and again', async () => {
  const gate = gateWithRealLimits();
  await call(gate, 'owner');
  gate.clockMs += ESTABLISHED_AFTER_MS + 1;
  await call(gate, 'owner');
  for (const _ of [1, 2, 3]) {
    gate.clockMs += 3_600_000;
    invent(gate, INVENTED);
  }
  await assert.rejects(identify(gate, callerOf(GROUP), ID, tokenOf('thief')), isRefused);
  await call(gate, 'owner');
});
