/** Opens the registry of a server, which follows the config. */

import { type ConfigSnapshot, mappingByCode } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { groupsOf } from '../../domain/resolve-mapping.ts';
import type { FleetNews } from '../../engine/contents/fleet-news.ts';
import type { LastGoodStore } from '../../engine/contents/last-good.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceRecord } from './device-record.ts';
import { Registry } from './registry.ts';
import { REGISTRY_LIMITS } from './registry-limits.ts';

export interface RegistryParts {
  /** The config as it is at this moment. */
  config(): ConfigSnapshot;
  readonly lastGood: LastGoodStore;
  readonly news: FleetNews;
  readonly log: Logger;
  /** What else has something of a device in memory; asked for when the first device goes. */
  shelves(): readonly { forget(id: DeviceId): void }[];
  /** Whether a state store forgets the devices that are silent for long. */
  readonly isPruned: boolean;
  /** Called for a device that has to go because there are too many. */
  onEvict(record: DeviceRecord): void;
}

/** Open a registry whose devices take their events, logs, trails and last good pictures along when they go. */
export function openRegistry({
  config,
  lastGood,
  news,
  log,
  shelves,
  isPruned,
  onEvict,
}: RegistryParts): Registry {
  const evictions = new EvictionLog(log, REGISTRY_LIMITS.strangers);
  return new Registry({
    maxStrangers: REGISTRY_LIMITS.strangers,
    ...(isPruned ? {} : { silentMs: REGISTRY_LIMITS.silentMs }),
    isAssigned: ({ id, registrationCode }, holdsCode) =>
      config().devices.has(id) || (holdsCode && mappingByCode(config(), registrationCode) !== null),
    isInGroup: (record) => groupsOf(config(), record, null).length > 0,
    onTouch: (id) => news.device(id, 'seen'),
    onEvict: (record) => {
      evictions.note();
      onEvict(record);
    },
    onForget: (id) => {
      news.device(id, 'gone');
      lastGood.forget(id);
      for (const shelf of shelves()) shelf.forget(id);
    },
  });
}

class EvictionLog {
  readonly #log: Logger;
  readonly #limit: number;
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param limit  of devices that nobody knows */
  constructor(log: Logger, limit: number) {
    this.#log = log;
    this.#limit = limit;
  }

  note(): void {
    this.#count++;
    if (this.#timer === null) this.#tell();
  }

  #tell(): void {
    this.#timer = null;
    if (this.#count === 0) return;
    this.#log.warn(
      { count: this.#count, limit: this.#limit },
      'devices forgotten to make room for new ones: too many call that have no entry and are not established',
    );
    this.#count = 0;
    this.#timer = setTimeout(() => this.#tell(), REGISTRY_LIMITS.evictionLogMs).unref();
  }
}
