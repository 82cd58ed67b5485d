/** What the calls of devices work with: a real engine with screens and config of the test's own, and real stores. */

import { type DeviceReport, NO_REPORT } from '../../../src/domain/report.ts';
import type { CallContext, DeviceApi } from '../../../src/fleet/calls/device-api.ts';
import type { DeviceEvents } from '../../../src/fleet/register/device-events.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { stayAlive } from '../../support/engine.ts';
import { addFiles } from '../../support/files/temp-tree.ts';
import { openTestServer, type UnstartedServer } from '../../support/server/server.ts';
import { NOW } from './gate.ts';

export interface TestDeviceApi extends UnstartedServer {
  readonly api: DeviceApi & { readonly events: DeviceEvents };
  /** Add files of screens, or write them anew. */
  write(files: Files): void;
  /** The time that all calls go by. */
  readonly clock: { nowMs: number };
  /** A call that comes now. */
  call(): CallContext;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What a device says of itself, unless the test is about that. */
export const REPORT: DeviceReport = { ...NO_REPORT, model: 'og', firmwareVersion: '1.8.15' };

/**
 * Open the server that ships, without its HTTP. Stop its engine in the test's `after`.
 * @param screens files by their path inside the screens directory
 * @param config  text of the config file
 */
export async function openDeviceApi(folder: string, screens: Files, config: string): Promise<TestDeviceApi> {
  const opened = await openTestServer(folder, {
    screens,
    config,
    composeThreads: 1,
    rasterIsolation: 'thread',
  });
  const { app, engine, log, screensDir } = opened;
  stayAlive(engine);
  const clock = { nowMs: NOW };
  // Without a state store they are in memory.
  const events = app.device.events as DeviceEvents;
  const api = { ...app.device, events, nowMs: () => clock.nowMs };
  const call = (): CallContext => ({
    config: api.config(),
    baseUrl: 'http://stipple.example',
    called: { base: 'http://stipple.example', forwarded: null },
    requestId: 'test-call',
    address: '192.0.2.1',
    deadline: deadlineIn(LIMITS.deviceCallMs),
    log,
  });
  return { ...opened, api, clock, call, write: (files) => addFiles(screensDir, files) };
}
