/** Tells the operator what is probably not meant in the config in use: each thing once, however often it is read. */
import type { Logger } from '../base/logger.ts';
import type { ConfigWarning } from '../config/findings.ts';
import type { ConfigStore } from '../config/store.ts';
import type { ScreenCatalogue } from '../screens/catalogue.ts';
import { checkMappings } from './mapping-check.ts';

export class ConfigAdvice {
  readonly #config: ConfigStore;
  readonly #catalogue: ScreenCatalogue;
  readonly #log: Logger;
  /** What was wrong at the last look. Lines move with every edit, so it is the messages that count. */
  #told: ReadonlySet<string>;
  #isDue = false;

  /** What the config itself was warned about when it was read counts as told. */
  constructor(config: ConfigStore, catalogue: ScreenCatalogue, log: Logger) {
    this.#config = config;
    this.#catalogue = catalogue;
    this.#log = log;
    this.#told = new Set(config.warnings.map(({ message }) => message));
  }

  /** Tell what is wrong now, and from now on what comes with a change. */
  start(): void {
    this.#tell();
    this.#config.onChange(() => {
      if (this.#isDue) return;
      this.#isDue = true;
      // Whoever has changed the config gets an answer first.
      setImmediate(() => this.#tell());
    });
  }

  #tell(): void {
    this.#isDue = false;
    const { loaded, label } = this.#config;
    const warnings: readonly ConfigWarning[] = [
      ...loaded.warnings,
      ...checkMappings(loaded, this.#catalogue),
    ];
    for (const { line, column, message } of warnings) {
      if (!this.#told.has(message)) {
        this.#log.warn({ config: { file: label, line, column, message } }, 'config');
      }
    }
    this.#told = new Set(warnings.map(({ message }) => message));
  }
}
