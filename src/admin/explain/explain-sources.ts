/** What the server knows beside the record of a device: its schedule, the repo of its screen, addresses that are nearly its own. */

import { ownMapping } from '../../domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { RepoFacts, ScheduledFacts } from '../../domain/explain/facts.ts';
import { FirmwareCensus } from '../../domain/firmware-census.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { DeviceReport } from '../../domain/report.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { scheduledAt, screenNow, timetableOf } from '../../engine/contents/scheduled-contents.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { fleetDeviceOf } from '../fleet/fleet-devices.ts';

/** What the schedule of a mapping says of a moment. @param pollMs  time of the last poll under the same entry */
export function scheduledFacts(
  mapping: Mapping | null,
  nowMs: number,
  pollMs: number | null,
): ScheduledFacts | null {
  if (mapping?.schedule === undefined) return null;
  const { showing, asleepUntil } = timetableOf(mapping.schedule).at(nowMs / 1000);
  const { pin } = mapping.schedule;
  const isPinned = showing.by === 'pin' && pin !== null;
  return {
    pinnedUntilMs: isPinned ? pin.until * 1000 : null,
    asleepUntilMs: asleepUntil === null ? null : asleepUntil * 1000,
    screen: screenNow(mapping, nowMs),
    screenAtPoll: pollMs === null ? null : scheduledAt(mapping, pollMs).mapping.screen,
  };
}

/** The repo of a screen, where its last fetch failed. */
export function repoFacts({ repos }: Pick<AdminApi, 'repos'>, screen: string | null): RepoFacts | null {
  const handle = screen === null ? null : (parseScreenRef(screen)?.handle ?? null);
  const info = handle === null ? undefined : repos.list().find((one) => one.handle === handle);
  if (handle === null || info === undefined || (info.status !== 'offline' && info.status !== 'error'))
    return null;
  const { error, lastFetched } = info;
  return { handle, error: error ?? info.status, lastFetched };
}

/** The firmware that known devices of a model run by now, where that of a device is older; null else. */
export function* newerFirmware(
  { registry, config }: Pick<AdminApi, 'registry' | 'config'>,
  { model, firmwareVersion }: Pick<DeviceReport, 'model' | 'firmwareVersion'>,
): Slices<string | null> {
  if (model === null || firmwareVersion === null) return null;
  const firmware = new FirmwareCensus();
  const moment = { config: config(), firmware, nowMs: Date.now() };
  for (const record of registry.each()) {
    // A stranger may say anything of itself.
    if (record.report.model === model && fleetDeviceOf(record, moment).isKnown) firmware.add(record.report);
    // One takes a millisecond where groups have many patterns.
    yield;
  }
  return firmware.isStale({ model, firmwareVersion }) ? firmware.currentOf(model) : null;
}

const HEX = '0123456789ABCDEF';

/** A device that waits for an entry, whose address differs in one place, or in two neighbours that are swapped. */
export function neighbourOf(
  { registry, config }: Pick<AdminApi, 'registry' | 'config'>,
  key: string,
): string | null {
  const id = parseDeviceId(key);
  if (id === null) return null;
  const snapshot = config();
  for (const near of nearIds(id)) {
    const record = registry.peek(near);
    if (record !== null && ownMapping(snapshot, near, record.registrationCode) === null) return near;
  }
  return null;
}

function* nearIds(id: DeviceId): Generator<DeviceId> {
  const digits = id.replaceAll(':', '');
  for (let place = 0; place < digits.length; place++) {
    const [before, digit, after] = [digits.slice(0, place), digits.charAt(place), digits.slice(place + 1)];
    for (const other of HEX) if (other !== digit) yield spelled(before + other + after);
    if (after !== '' && after.charAt(0) !== digit)
      yield spelled(before + after.charAt(0) + digit + after.slice(1));
  }
}

function spelled(digits: string): DeviceId {
  return digits.replaceAll(/..(?=.)/g, '$&:') as DeviceId;
}
