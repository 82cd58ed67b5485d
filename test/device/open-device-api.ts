/** What the calls of devices work with: a real engine with screens and config of the test's own, and real stores. */

import { toldContents } from '../../src/app-parts.ts';
import { deadlineIn } from '../../src/base/deadline.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { WarningLog } from '../../src/content/warning-log.ts';
import { createThrottle } from '../../src/device/attempts.ts';
import type { CallContext, DeviceApi } from '../../src/device/device-api.ts';
import { frameLines } from '../../src/device/frame-access.ts';
import { IncompleteSetups } from '../../src/device/incomplete-setups.ts';
import { SignedTimes } from '../../src/device/signed-time.ts';
import { UrlSigner } from '../../src/device/signed-url.ts';
import { UnknownPanels } from '../../src/device/unknown-panels.ts';
import { ownMapping } from '../../src/domain/mapping.ts';
import { type DeviceReport, NO_REPORT } from '../../src/domain/report.ts';
import { memoryHistory } from '../../src/state/memory/memory-history.ts';
import { DeviceEvents } from '../../src/store/device-events.ts';
import { DeviceHistory } from '../../src/store/device-history.ts';
import { NO_KEEPER } from '../../src/store/device-keeper.ts';
import { DeviceLogs } from '../../src/store/device-logs.ts';
import { FleetNews } from '../../src/store/fleet-news.ts';
import { FrameRecords } from '../../src/store/frame-records.ts';
import { NO_SHARE } from '../../src/store/picture-share.ts';
import { Registry } from '../../src/store/registry.ts';
import { Trail } from '../../src/store/trail.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
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
  const api = {
    config: () => engine.config.snapshot,
    nowMs: () => clock.nowMs,
    registry: new Registry({
      maxStrangers: 100,
      isMapped: ({ id, registrationCode }) =>
        ownMapping(engine.config.snapshot, id, registrationCode) !== null,
    }),
    keeper: NO_KEEPER,
    events: new DeviceEvents(),
    history: new DeviceHistory(memoryHistory()),
    trail: new Trail(null),
    throttle: createThrottle(),
    signedTimes: new SignedTimes(),
    unknownPanels: new UnknownPanels(),
    sparing: new WarningLog(),
    incompleteSetups: new IncompleteSetups(),
    logs: new DeviceLogs(),
    shared: NO_SHARE,
    told: toldContents(engine, null),
    store: engine.store,
    frames: new FrameRecords(),
    frameLines: frameLines(),
    contents: engine.deviceContents,
    screens: engine.screens,
    pictures: engine.pictures,
    ...{ substitutes: engine.substitutes, renditions: engine.renditions },
    signer: new UrlSigner(null),
    news: new FleetNews(),
    observer: engine.observer,
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
