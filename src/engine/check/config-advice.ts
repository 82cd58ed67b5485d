/** Warns the operator of probable mistakes in the config in use: once each, however often the config is read. */

import type { ConfigWarning } from '../../config/read/findings.ts';
import type { ConfigStore } from '../../config/source/store.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { byPosition, type Position } from '../../platform/base/position.ts';
import { inTurns, mainTurns } from '../../platform/base/turns.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { mappingWarnings, type Precedence } from './config-warnings.ts';

export class ConfigAdvice {
  readonly #config: ConfigStore;
  readonly #catalogue: ScreenCatalogue;
  readonly #precedence: Precedence;
  readonly #log: Logger;
  /** The problems at the last look. Lines move with every edit, so messages are compared. */
  #reported: ReadonlySet<string>;
  #isDue = false;
  #looking: Promise<void> = Promise.resolve();

  /** Warnings that were given when the config was read are not repeated. */
  constructor(config: ConfigStore, catalogue: ScreenCatalogue, precedence: Precedence, log: Logger) {
    this.#config = config;
    this.#catalogue = catalogue;
    this.#precedence = precedence;
    this.#log = log;
    this.#reported = new Set(config.warnings.map(({ message }) => message));
  }

  /** Report the problems now, and new ones after each change. Resolves after the first look. */
  async start(): Promise<void> {
    this.#config.onChange(() => {
      if (this.#isDue) return;
      this.#isDue = true;
      // The caller that has changed the config gets its answer first.
      setImmediate(() => void this.#look());
    });
    await this.#look();
  }

  /** How many problems the last look found. */
  get count(): number {
    return this.#reported.size;
  }

  /** One look after the other, so that nothing is reported twice. */
  async #look(): Promise<void> {
    this.#isDue = false;
    this.#looking = this.#looking.then(() => this.#tell());
    try {
      await this.#looking;
    } catch (error) {
      this.#looking = Promise.resolve();
      this.#log.error({ err: error }, 'the config was not looked at');
    }
  }

  async #tell(): Promise<void> {
    const { loaded, label } = this.#config;
    const turns = mainTurns.begin('config');
    const findings = await inTurns(turns, mappingWarnings(loaded, this.#catalogue, this.#precedence));
    const all = new Set([...loaded.warnings, ...findings].map(({ message }) => message));
    const isNew = ({ message }: { readonly message: string }): boolean => !this.#reported.has(message);
    const newFindings = findings.filter(isNew);
    const places = await this.#placesOf(
      loaded.text,
      newFindings.map(({ keys }) => keys),
    );
    const placed = newFindings.map(
      ({ message }, at): ConfigWarning => ({ ...(places[at] ?? { line: 1, column: 1 }), message }),
    );
    const told = [...loaded.warnings.filter(isNew), ...placed].toSorted(byPosition);
    for (const { line, column, message } of told) {
      if (turns.isOver) await turns.next();
      this.#log.warn({ config: { file: label, line, column, message } }, 'config');
    }
    this.#reported = all;
  }

  async #placesOf(
    text: string,
    places: readonly (readonly string[])[],
  ): Promise<readonly (Position | undefined)[]> {
    if (places.length === 0) return [];
    return this.#config.locate(text, places);
  }
}
