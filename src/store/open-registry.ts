/** Opens the registry of a server, which follows the config. */
import { LIMITS } from '../base/limits.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, mappingByCode } from '../domain/mapping.ts';
import type { FleetNews } from './fleet-news.ts';
import type { LastGoodStore } from './last-good.ts';
import { type DeviceRecord, Registry } from './registry.ts';

export interface RegistryParts {
  /** The config as it is at this moment. */
  config(): ConfigSnapshot;
  readonly lastGood: LastGoodStore;
  readonly news: FleetNews;
  /** What else has something of a device in memory; asked for when the first device goes. */
  shelves(): readonly { forget(id: DeviceId): void }[];
  /** Called for a device that has to go because there are too many. */
  onEvict(record: DeviceRecord): void;
}

/** Open a registry whose devices take their events, logs, trails and last good pictures along when they go. */
export function openRegistry({ config, lastGood, news, shelves, onEvict }: RegistryParts): Registry {
  return new Registry({
    maxUnmapped: LIMITS.unmappedDevices,
    revision: config,
    isMapped: ({ id, registrationCode }, holdsCode) =>
      config().devices.has(id) || (holdsCode && mappingByCode(config(), registrationCode) !== null),
    onTouch: (id) => news.device(id, 'seen'),
    onEvict,
    onForget: (id) => {
      news.device(id, 'gone');
      lastGood.forget(id);
      for (const shelf of shelves()) shelf.forget(id);
    },
  });
}
