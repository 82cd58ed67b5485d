/** Keeps in the state store which params were sensitive once, and learns it from there: after a start, and from other servers. */

import { readSensitive, type SensitiveParam, sensitiveText } from '../../domain/sensitive-param.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { SensitiveMemory } from '../../screens/sources/sensitive-memory.ts';
import type { State } from '../../state/state.ts';

export interface KeptSensitiveOptions {
  readonly memory: SensitiveMemory;
  readonly state: Pick<State, 'sensitive' | 'notices' | 'health'>;
  readonly log: Logger;
}

export class KeptSensitive {
  readonly #options: KeptSensitiveOptions;
  /** What the store does not have yet. */
  readonly #pending = new Map<string, SensitiveParam>();
  readonly #ends: (() => void)[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isLoaded = false;

  constructor(options: KeptSensitiveOptions) {
    this.#options = options;
    options.memory.onChange = (param) => this.#changed(param);
  }

  /** False while nobody has been able to read what was kept: then nobody can say what is no secret. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Read what is kept. Never rejects: a store that is away is read once it is back. */
  async load(): Promise<void> {
    const { memory, state, log } = this.#options;
    try {
      for (const text of (await state.sensitive.all()).values()) {
        const param = readSensitive(text);
        if (param !== null) memory.take(param);
      }
      this.#isLoaded = true;
    } catch (cause) {
      log.warn(
        { err: cause },
        'which params were sensitive could not be read; answers hide all until it can',
      );
    }
  }

  /** Follow the store, and what other servers change. */
  start(): void {
    const { notices, health } = this.#options.state;
    this.#ends.push(
      notices.subscribe((notice) => {
        if (notice.topic === 'sensitive' || notice.topic === 'missed') void this.load();
      }),
      health.onChange((isUp) => {
        if (isUp) void this.load().then(() => this.#write());
      }),
    );
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    await this.#write();
  }

  #changed(param: SensitiveParam): void {
    const name = sha256Hex(`${param.screen}\n${param.param}`);
    const isIdle = this.#pending.size === 0;
    this.#pending.set(name, param);
    // All that one look at the screens has found is written together.
    if (isIdle) setImmediate(() => void this.#write());
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Never rejects: what could not be written is written when the store is back. */
  async #writeAll(): Promise<void> {
    const { state, log } = this.#options;
    const params = [...this.#pending];
    if (params.length === 0) return;
    try {
      for (const [name, param] of params) {
        await state.sensitive.put(name, sensitiveText(param), param.changes);
        if (this.#pending.get(name) === param) this.#pending.delete(name);
      }
      await state.notices.publish('sensitive', '');
    } catch (cause) {
      log.warn({ err: cause }, 'which params are sensitive could not be kept; it is tried again');
    }
  }
}
