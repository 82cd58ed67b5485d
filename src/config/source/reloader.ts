/** Reads again what the server has read at its start, while it serves. */
import type { Logger } from '../../platform/base/logger.ts';
import { err, type Result } from '../../platform/base/result.ts';

/** Something that can be read again. What cannot be used then stays as it was. */
export interface ReloadSource {
  readonly name: string;
  /** Read it, and use what is new. The error is the fields of the log lines that say what is wrong. */
  reload(): Promise<Result<'changed' | 'unchanged', readonly object[]>>;
}

export class Reloader {
  readonly #sources: readonly ReloadSource[];
  readonly #log: Logger;
  readonly #isQuiet: boolean;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** @param options.isQuiet  true where nobody waits for a line that says that nothing has changed */
  constructor(sources: readonly ReloadSource[], log: Logger, { isQuiet = false } = {}) {
    this.#sources = sources;
    this.#log = log;
    this.#isQuiet = isQuiet;
  }

  /**
   * Read everything again, and log what has changed. A run that has begun may have read already what was edited since:
   * all calls that come while it lasts get one more run.
   */
  reload(): Promise<void> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    this.#running = this.#reload().then(() => {
      if (this.#next === null) this.#running = null;
    });
    return this.#running;
  }

  async #reload(): Promise<void> {
    const changed: string[] = [];
    const refused: string[] = [];
    for (const source of this.#sources) {
      const done = await this.#reloadOne(source);
      if (done === 'changed') changed.push(source.name);
      if (done === 'refused') refused.push(source.name);
    }
    if (this.#isQuiet && changed.length + refused.length === 0) return;
    this.#log[refused.length > 0 ? 'warn' : 'info']({ changed, refused }, 'reloaded');
  }

  async #reloadOne({ name, reload }: ReloadSource): Promise<'changed' | 'unchanged' | 'refused'> {
    // An error must not end the server, which goes on with what it has.
    const done = await reload().catch((cause: unknown) => err([{ err: cause }]));
    if (done.ok) return done.value;
    for (const fields of done.error) this.#log.error(fields, `${name} not reloaded`);
    return 'refused';
  }
}
