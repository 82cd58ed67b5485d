/** A fleet for tests of alerts: records of devices, a config, and servers that look at them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import type { AlertSources } from '../../../src/fleet/alerts/alert-desk.ts';
import { AlertRunner } from '../../../src/fleet/alerts/alert-runner.ts';
import type { DeviceHour } from '../../../src/fleet/register/device-history.ts';
import { type DeviceRecord, emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { State } from '../../../src/state/state.ts';
import { accepted } from '../config/read-config.ts';
import { type LogLines, logInto } from '../server/log-lines.ts';

/** 21 February 2026, in the morning. */
export const NOW = 1_771_664_400_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The MAC address of a device by its number. */
export function macOf(number: number): string {
  const hex = number.toString(16).toUpperCase().padStart(6, '0');
  return `AA:BB:CC:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4)}`;
}

/** A device that called a moment ago and was told to come back in 15 minutes. */
export function deviceRecord(number: number, more: Partial<DeviceRecord> = {}): DeviceRecord {
  const id = parseDeviceId(macOf(number));
  assert.ok(id !== null);
  return { ...emptyRecord(id, 'f00', NOW), toldRefreshSeconds: 900, ...more };
}

/** What a config has, with entries for devices of these numbers. */
export function alertConfig(alerts: string, devices: readonly string[], more = ''): string {
  const entries = devices.map((entry, index) => `  "${macOf(index)}": ${entry}\n`).join('');
  return `alerts:\n${alerts.replace(/^/gm, '  ')}\ndevices:\n${entries}${more}`;
}

export interface AlertFleet extends AlertSources {
  readonly devices: DeviceRecord[];
  /** Use another config. */
  use(text: string): void;
  /** The history of each device, by its MAC address. */
  readonly hours: Map<string, readonly DeviceHour[]>;
  /** Errors of screen repos, by handle. */
  readonly errors: Map<string, string | null>;
}

export function alertFleet(text: string, devices: DeviceRecord[]): AlertFleet {
  let parsed = accepted(text);
  const hours = new Map<string, readonly DeviceHour[]>();
  const errors = new Map<string, string | null>();
  return {
    ...{ devices, hours, errors },
    use: (other) => {
      parsed = accepted(other);
    },
    config: {
      get snapshot() {
        return parsed.snapshot;
      },
      get secrets() {
        return parsed.secrets;
      },
    },
    records: () => devices,
    repos: () => [...errors].map(([handle, error]) => ({ handle, error })),
    history: {
      list: async ({ id }, fromMs, toMs) =>
        (hours.get(id) ?? []).filter(({ hourMs }) => hourMs >= fromMs && hourMs <= toMs),
    },
  };
}

export interface AlertServer {
  readonly runner: AlertRunner;
  readonly logs: LogLines;
  readonly outcomes: string[];
  /** Do what is due, and wait until all calls have ended. */
  step(nowMs: number): Promise<void>;
}

/** A server that looks at a fleet when a test tells it. */
export function alertServer(
  t: TestContext,
  sources: AlertSources,
  state: Pick<State, 'alerts' | 'leases'>,
  leaseMs?: number,
): AlertServer {
  const logs: LogLines = [];
  const outcomes: string[] = [];
  const runner = new AlertRunner({
    ...{ sources, state, log: createLogger('debug', logInto(logs)), holder: `server ${Math.random()}` },
    ended: (outcome) => outcomes.push(outcome),
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
  t.after(() => runner.stop());
  return {
    ...{ runner, logs, outcomes },
    step: async (nowMs) => {
      await runner.step(nowMs);
      await runner.settled();
      // What came of the calls is kept.
      await runner.step(nowMs);
    },
  };
}
