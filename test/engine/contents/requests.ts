/** Requests for contents, of a device that shows a screen. */

import { deviceFacts } from '../../../src/domain/device-facts.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import type { Mapping } from '../../../src/domain/mapping.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { ContentRequest } from '../../../src/engine/contents/content-maker.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import type { TestEngine } from '../../support/engine.ts';

export const ID: DeviceId = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;

/** The request of a device that has an entry for a screen. */
export function requestFor(
  { engine, log }: TestEngine,
  screen: string,
  changes: Partial<ContentRequest> = {},
): ContentRequest {
  const mapping: Mapping = { key: ID, screen, params: {}, tuning: {}, name: 'Kitchen' };
  const identity = { id: ID, friendlyId: null, registrationCode: null };
  const device = deviceFacts(identity, { ...NO_REPORT, model: 'og' }, { mapping, own: true });
  const { snapshot: config } = engine.config;
  return {
    config,
    mapping,
    mapped: true,
    party: 'entry',
    device,
    hasPrevious: false,
    deadline: deadlineIn(LIMITS.renderMs),
    log,
    ...changes,
  };
}
