/** What authentication works with, with real stores, and devices to put into them. */

import { type ConfigSnapshot, ownMapping } from '../../../src/domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { EngineEvents } from '../../../src/domain/engine-events.ts';
import { longCode, shortCode } from '../../../src/domain/registration-code.ts';
import { createThrottle } from '../../../src/fleet/calls/attempts.ts';
import type { DeviceCall, Gatekeeper } from '../../../src/fleet/calls/authentication.ts';
import { type Credential, proofOf } from '../../../src/fleet/calls/credential.ts';
import { SignedTimes } from '../../../src/fleet/calls/signed-time.ts';
import { DeviceEvents } from '../../../src/fleet/register/device-events.ts';
import { DeviceHistory } from '../../../src/fleet/register/device-history.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { StateKeeper } from '../../../src/fleet/register/state-keeper.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { memoryState } from '../../../src/state/memory/memory-backing.ts';
import { accepted } from '../../support/config/read-config.ts';
import { logInto } from '../../support/server/log-lines.ts';

export const NOW = 1_771_678_564_000;
export const MAC = 'AA:BB:CC:DD:EE:01';
export const ID: DeviceId = parseDeviceId(MAC) as DeviceId;

/** The snapshot of a config text. */
export function snapshot(text = 'default_screen: plain\n'): ConfigSnapshot {
  return accepted(text).snapshot;
}

/** A config with an entry for the device of a token, by its short code. */
export function namingToken(token: string, more = ''): string {
  return `${more}devices:\n  ${shortCode(longCode(token) ?? '')}: { screen: plain }\n`;
}

export function tokenOf(token: string): Credential {
  return { kind: 'token', token };
}

/** A record of a device that is known by some tokens that it brought. */
export function recordWith(...tokens: readonly string[]): DeviceRecord {
  const tokenDigests = tokens.map((token) => proofOf(tokenOf(token)).value);
  return { ...newRecord(ID, NOW), tokenDigests, registrationCode: longCode(tokens.at(-1) ?? '') };
}

export interface Gate extends Gatekeeper {
  /** The time that the gate goes by. */
  clockMs: number;
  readonly events: DeviceEvents;
  readonly engineEvents: EngineEvents;
}

export function openGate(config: ConfigSnapshot = snapshot()): Gate {
  const state = memoryState();
  const registry = new Registry({
    maxStrangers: 100,
    isAssigned: ({ id, registrationCode }) => ownMapping(config, id, registrationCode) !== null,
  });
  const gate: Gate = {
    clockMs: NOW,
    nowMs: () => gate.clockMs,
    registry,
    keeper: new StateKeeper({ state, registry, log: createLogger('info', logInto([])) }),
    events: new DeviceEvents(),
    history: new DeviceHistory(state.history),
    throttle: createThrottle(),
    signedTimes: new SignedTimes(),
    engineEvents: new EngineEvents(),
  };
  return gate;
}

export function callerOf(config: ConfigSnapshot, address = '192.0.2.1'): DeviceCall {
  return { config, address, requestId: 'test-call', log: createLogger('info', logInto([])) };
}

/** Kinds of the events of the device, the oldest first. */
export function kindsOf({ events }: { readonly events: DeviceEvents }): readonly string[] {
  return events.list(ID, NOW).map(({ kind }) => kind);
}
