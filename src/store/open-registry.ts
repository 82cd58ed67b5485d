/** Opens the registry of a server, which follows the config. */
import { LIMITS } from '../base/limits.ts';
import { type ConfigSnapshot, mappingByCode } from '../domain/mapping.ts';
import type { DeviceLogs } from './device-logs.ts';
import type { FleetNews } from './fleet-news.ts';
import type { EventShelf } from './kept-events.ts';
import type { LastGoodStore } from './last-good.ts';
import { type DeviceRecord, Registry } from './registry.ts';

export interface RegistryParts {
  /** The config as it is at this moment. */
  config(): ConfigSnapshot;
  readonly events: Pick<EventShelf, 'forget'>;
  readonly lastGood: LastGoodStore;
  readonly logs: Pick<DeviceLogs, 'forget'>;
  readonly news: FleetNews;
  /** Called for a device that has to go because there are too many. */
  onEvict(record: DeviceRecord): void;
}

/** Open a registry whose devices take their events, logs and last good pictures along when they go. */
export function openRegistry({ config, events, lastGood, logs, news, onEvict }: RegistryParts): Registry {
  return new Registry({
    maxUnmapped: LIMITS.unmappedDevices,
    revision: config,
    isMapped: ({ id, registrationCode }, holdsCode) =>
      config().devices.has(id) || (holdsCode && mappingByCode(config(), registrationCode) !== null),
    onTouch: (id) => news.device(id, 'seen'),
    onEvict,
    onForget: (id) => {
      news.device(id, 'gone');
      events.forget(id);
      lastGood.forget(id);
      logs.forget(id);
    },
  });
}
