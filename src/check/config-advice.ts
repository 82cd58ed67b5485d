/** Warns the operator of probable mistakes in the config in use: once each, however often the config is read. */
import type { Logger } from '../base/logger.ts';
import type { ConfigStore } from '../config/store.ts';
import type { ScreenCatalogue } from '../screens/catalogue.ts';
import { configWarnings } from './config-warnings.ts';
import type { Precedence } from './idle-settings.ts';

export class ConfigAdvice {
  readonly #config: ConfigStore;
  readonly #catalogue: ScreenCatalogue;
  readonly #precedence: Precedence;
  readonly #log: Logger;
  /** The problems at the last look. Lines move with every edit, so messages are compared. */
  #told: ReadonlySet<string>;
  #isDue = false;

  /** Warnings that were given when the config was read are not repeated. */
  constructor(config: ConfigStore, catalogue: ScreenCatalogue, precedence: Precedence, log: Logger) {
    this.#config = config;
    this.#catalogue = catalogue;
    this.#precedence = precedence;
    this.#log = log;
    this.#told = new Set(config.warnings.map(({ message }) => message));
  }

  /** Report the problems now, and new ones after each change. */
  start(): void {
    this.#tell();
    this.#config.onChange(() => {
      if (this.#isDue) return;
      this.#isDue = true;
      // The caller that has changed the config gets its answer first.
      setImmediate(() => this.#tell());
    });
  }

  /** How many problems the last look found. */
  get count(): number {
    return this.#told.size;
  }

  #tell(): void {
    this.#isDue = false;
    const { loaded, label } = this.#config;
    const warnings = configWarnings(loaded, this.#catalogue, this.#precedence);
    for (const { line, column, message } of warnings) {
      if (!this.#told.has(message)) {
        this.#log.warn({ config: { file: label, line, column, message } }, 'config');
      }
    }
    this.#told = new Set(warnings.map(({ message }) => message));
  }
}
