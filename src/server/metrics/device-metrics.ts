/** How the fleet does: devices by state, failing screens, calls that did not come. */

import type { RenderEngine } from '../../engine/render-engine.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { CENSUS_STATES, type DeviceCensus } from './device-census.ts';
import { type Instruments, samplesBy } from './instruments.ts';

/**
 * Register what is counted of devices, and what is read from the registry at each scrape.
 * @param census  as it was taken for this scrape
 */
export function deviceMetrics(
  instruments: Instruments,
  { deviceContents, events }: RenderEngine,
  devices: Registry,
  census: () => DeviceCensus,
): void {
  instruments.readGauge(
    'devices',
    'Devices, by whether they call when they were told to, and whether the config has an entry for them',
    ['state', 'configured'],
    () => {
      const counted = census().configured;
      return (['yes', 'no'] as const).flatMap((configured) =>
        CENSUS_STATES.map((state) => ({ labels: { state, configured }, value: counted[configured][state] })),
      );
    },
  );
  instruments.readGauge(
    'devices_failing',
    'Devices whose screen failed at their last call, by what they show',
    ['shown'],
    () => samplesBy('shown', census().failing),
  );
  instruments.readGauge(
    'devices_without_screen',
    'Devices to which neither an entry, nor a group, nor the default gives a screen',
    [],
    () => [{ labels: {}, value: census().withoutScreen }],
  );
  instruments.readGauge(
    'strangers',
    'Devices without an entry in the config that are not established',
    [],
    () => [{ labels: {}, value: devices.strangers }],
  );
  instruments.readCounter(
    'strangers_forgotten_total',
    'Devices without an entry that were forgotten to make room for new ones',
    [],
    () => [{ labels: {}, value: devices.evicted }],
  );
  instruments.readCounter(
    'failed_tries_total',
    'Calls of devices whose screen failed, by what they were shown',
    ['shown'],
    () => samplesBy('shown', deviceContents.failedTries),
  );
  const missed = instruments.counter(
    'missed_polls_total',
    'Calls of devices that did not come when they were due',
  );
  events.on('missedPolls', (count) => missed.inc(count));
}
