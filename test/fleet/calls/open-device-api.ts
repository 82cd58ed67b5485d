/** What the calls of devices work with: a real engine with screens and config of the test's own, and real stores. */

import { ownMapping } from '../../../src/domain/config-snapshot.ts';
import { type DeviceReport, NO_REPORT } from '../../../src/domain/report.ts';
import { ContentShare } from '../../../src/engine/contents/content-share.ts';
import { FleetNews } from '../../../src/engine/contents/fleet-news.ts';
import { sharePictures } from '../../../src/engine/contents/picture-share.ts';
import { WarningLog } from '../../../src/engine/contents/warning-log.ts';
import { createThrottle } from '../../../src/fleet/calls/attempts.ts';
import type { CallContext, DeviceApi } from '../../../src/fleet/calls/device-api.ts';
import { frameLines } from '../../../src/fleet/calls/frame-access.ts';
import { IncompleteSetups } from '../../../src/fleet/calls/incomplete-setups.ts';
import { SignedTimes } from '../../../src/fleet/calls/signed-time.ts';
import { UrlSigner } from '../../../src/fleet/calls/signed-url.ts';
import { UnknownPanels } from '../../../src/fleet/calls/unknown-panels.ts';
import { DeviceEvents } from '../../../src/fleet/register/device-events.ts';
import { DeviceHistory } from '../../../src/fleet/register/device-history.ts';
import { DeviceLogs } from '../../../src/fleet/register/device-logs.ts';
import { FrameRecords } from '../../../src/fleet/register/frame-records.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { StateKeeper } from '../../../src/fleet/register/state-keeper.ts';
import { Trail } from '../../../src/fleet/register/trail.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { toldContents } from '../../../src/server/app-parts.ts';
import { memoryState } from '../../../src/state/memory/memory-state.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { NOW } from './gate.ts';

export interface TestDeviceApi extends TestEngine {
  readonly api: DeviceApi & { readonly events: DeviceEvents };
  /** The time that all calls go by. */
  readonly clock: { nowMs: number };
  /** A call that comes now. */
  call(): CallContext;
}

/** What a device says of itself, unless the test is about that. */
export const REPORT: DeviceReport = { ...NO_REPORT, model: 'og', firmwareVersion: '1.8.15' };

/** Open it. Stop the engine in the test's `after`. */
export async function openDeviceApi(...options: Parameters<typeof openEngine>): Promise<TestDeviceApi> {
  const opened = await openEngine(...options);
  const { engine, log } = opened;
  const clock = { nowMs: NOW };
  const state = memoryState();
  const registry = new Registry({
    maxStrangers: 100,
    isMapped: ({ id, registrationCode }) => ownMapping(engine.config.snapshot, id, registrationCode) !== null,
  });
  const api = {
    config: () => engine.config.snapshot,
    nowMs: () => clock.nowMs,
    registry,
    keeper: new StateKeeper({ state, registry, log, isLasting: false }),
    events: new DeviceEvents(),
    history: new DeviceHistory(state.history),
    trail: new Trail(null),
    throttle: createThrottle(),
    signedTimes: new SignedTimes(),
    unknownPanels: new UnknownPanels(),
    sparing: new WarningLog(),
    incompleteSetups: new IncompleteSetups(),
    logs: new DeviceLogs(null),
    shared: sharePictures(null, () => {}),
    told: toldContents(engine, { contents: new ContentShare(null, () => {}) }),
    store: engine.store,
    frames: new FrameRecords(),
    frameLines: frameLines(),
    contents: engine.deviceContents,
    screens: engine.screens,
    pictures: engine.pictures,
    ...{ substitutes: engine.substitutes, renditions: engine.renditions },
    signer: new UrlSigner(null),
    news: new FleetNews(),
    engineEvents: engine.events,
  };
  const call = (): CallContext => ({
    config: api.config(),
    baseUrl: 'http://stipple.example',
    called: { base: 'http://stipple.example', forwarded: null },
    requestId: 'test-call',
    address: '192.0.2.1',
    deadline: deadlineIn(LIMITS.deviceCallMs),
    log,
  });
  return { ...opened, api, clock, call };
}
