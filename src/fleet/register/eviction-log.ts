/** Says in the log that devices had to go, the first time at once and then no more than once a minute. */
import type { Logger } from '../../platform/base/logger.ts';
import { REGISTRY_LIMITS } from './registry-limits.ts';

export class EvictionLog {
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
