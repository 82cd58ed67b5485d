/** All that a server has to do with its state, as one object with start and stop. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { ContentShare, type PictureShare, sharePictures } from '../../engine/contents/content-share.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { SensitiveMemory } from '../../screens/sources/sensitive-memory.ts';
import { memoryState } from '../../state/memory/memory-backing.ts';
import type { State } from '../../state/state.ts';
import { StateStats } from '../../state/watch.ts';
import { DeviceEvents } from './device-events.ts';
import { DeviceLogs } from './device-logs.ts';
import { type EventShelf, KeptEvents } from './kept-events.ts';
import { KeptSensitive } from './kept-sensitive.ts';
import { Presence, type ServerFacts } from './presence.ts';
import { Pruning } from './pruning.ts';
import type { Registry } from './registry.ts';
import { StateKeeper } from './state-keeper.ts';
import { Trail } from './trail.ts';
import { sayDamaged } from './unreadable-records.ts';

/** A store that is open. */
export interface OpenStore {
  readonly state: State;
  readonly stats: StateStats;
}

/** The store of a server that keeps nothing beyond its process. */
export function memoryStore(): OpenStore {
  return { state: memoryState(), stats: new StateStats() };
}

export interface LastingStateOptions extends OpenStore {
  readonly registry: Registry;
  /** Which params were sensitive once. */
  readonly sensitive: SensitiveMemory;
  readonly log: Logger;
  /** The config as it is at this moment. */
  config(): ConfigSnapshot;
  /** What this server says of itself to others. */
  facts(): ServerFacts;
}

export class LastingState {
  readonly state: State;
  readonly stats: StateStats;
  readonly keeper: StateKeeper;
  readonly pictures: PictureShare;
  readonly contents: ContentShare;
  /** What image calls have found in the store since the start, for metrics. */
  readonly found: Record<'pictures' | 'contents', number> = { pictures: 0, contents: 0 };
  readonly logs: DeviceLogs;
  readonly events: EventShelf;
  readonly trail: Trail;
  readonly sensitive: KeptSensitive;
  readonly presence: Presence;
  readonly #pruning: Pruning;

  constructor({ state, stats, registry, sensitive, log, config, facts }: LastingStateOptions) {
    this.state = state;
    this.stats = stats;
    const { isLasting } = state;
    sayDamaged(log, state);
    this.keeper = new StateKeeper({ state, registry, log });
    this.pictures = sharePictures(isLasting ? state.pictures : null, () => {
      this.found.pictures += 1;
    });
    this.contents = new ContentShare(isLasting ? state.contents : null, () => {
      this.found.contents += 1;
    });
    this.logs = new DeviceLogs(isLasting ? state.logs : null);
    this.events = isLasting ? new KeptEvents(state) : new DeviceEvents();
    this.trail = new Trail(isLasting ? state.trail : null);
    this.sensitive = new KeptSensitive({ memory: sensitive, state, log });
    this.presence = new Presence({ state, log, facts, onForgotten: () => void this.keeper.load() });
    this.#pruning = new Pruning({ state, log, config, holder: this.presence.id });
  }

  /** Learn what the first answers need. */
  async reach(): Promise<void> {
    await Promise.all([this.keeper.reach(), this.sensitive.load()]);
  }

  /** How many servers share the state, this one included. */
  get servers(): number {
    return Math.max(1, this.presence.servers.size);
  }

  /** Begin what is done every now and then. In memory there are no others, and the registry forgets devices by itself. */
  start(): void {
    if (!this.state.isLasting) return;
    this.presence.start();
    this.sensitive.start();
    this.#pruning.start();
  }

  /** Write what is left to write, and close the store. */
  async close(): Promise<void> {
    this.#pruning.stop();
    await this.presence.stop();
    await this.keeper.close();
    await this.logs.close();
    await this.events.close?.();
    await this.trail.close();
    await this.sensitive.close();
    await this.state.close();
  }
}
