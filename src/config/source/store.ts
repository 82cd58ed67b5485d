/** The config in use: an immutable snapshot that is replaced as a whole. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { Position } from '../../platform/base/position.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import type { ConfigEdit, EditFailure } from '../edit/model.ts';
import { findAssets } from '../env/assets.ts';
import type { ConfigProblem, ConfigWarning } from '../read/findings.ts';
import type { ConfigSecrets } from '../read/parse.ts';
import { editConfig, locateInConfig, readConfig, replaceConfig } from '../texts/config-ops.ts';
import { type LoadedConfig, withSameParts } from '../texts/loaded-config.ts';
import { TextGivenUpError, type TextOp, type Texts } from '../texts/text-op.ts';
import { TextSession } from '../texts/text-session.ts';
import { textsAtOnce } from '../texts/texts.ts';
import { type ConfigFileSource, type ConfigSource, labelOf, readConfigText, seedConfig } from './load.ts';
import type { StoredConfig } from './stored-config.ts';

type Problems = readonly ConfigProblem[];

/** Opens what answers questions about the texts of a config that messages name so. */
export type OpenTexts = (label: string) => Texts;

/** What a new text says, and the edits that would make it of the one before. */
export interface ReplacedConfig {
  readonly config: LoadedConfig;
  readonly edits: readonly ConfigEdit[];
}

/** Holds the config. Take `snapshot` once per request and use only that. */
export class ConfigStore {
  readonly source: ConfigSource;
  /** True when this start has written the file because there was none. */
  readonly seeded: boolean;
  private readonly embeddedFile: string;
  private current: LoadedConfig;
  private readonly texts: Texts;
  private digested = { text: '', digest: '' };
  private readonly listeners: (() => void)[] = [];

  private constructor(
    {
      source,
      seeded,
      embeddedFile,
    }: Pick<ConfigStore, 'source' | 'seeded'> & { readonly embeddedFile: string },
    loaded: LoadedConfig,
    openTexts: OpenTexts = textsAtOnce,
  ) {
    this.source = source;
    this.seeded = seeded;
    this.embeddedFile = embeddedFile;
    this.current = loaded;
    this.texts = openTexts(labelOf(source));
  }

  /**
   * Read the config. A missing file is written from the embedded config, and its folder made.
   * @param options.configFile   null for the embedded config
   * @param options.embeddedFile the config that ships with the server, unless another is meant
   * @param options.openTexts    opens what reads and edits texts; by default they are read at once
   */
  static async open(options: {
    readonly configFile: string | null;
    readonly embeddedFile?: string;
    readonly openTexts?: OpenTexts | undefined;
  }): Promise<Result<ConfigStore, Problems>> {
    const embeddedFile = options.embeddedFile ?? findAssets().configFile;
    const source: ConfigFileSource =
      options.configFile === null ? { kind: 'embedded' } : { kind: 'file', path: options.configFile };
    const seeded = await seedConfig(source, embeddedFile);
    if (!seeded.ok) return seeded;
    const text = readConfigText(source, embeddedFile);
    if (!text.ok) return text;
    const loaded = readFirst(text.value, source);
    if (!loaded.ok) return loaded;
    const facts = { source, seeded: seeded.value === 'written', embeddedFile };
    return ok(new ConfigStore(facts, loaded.value, options.openTexts));
  }

  /** Hold the config that the state store has, or had when it last answered. */
  static ofStored(stored: StoredConfig, openTexts?: OpenTexts): Result<ConfigStore, Problems> {
    const source: ConfigSource = { kind: 'store', stored };
    const loaded = readFirst(stored.text, source);
    if (!loaded.ok) return loaded;
    return ok(new ConfigStore({ source, seeded: false, embeddedFile: '' }, loaded.value, openTexts));
  }

  /** Give up what is still read. */
  stop(): Promise<void> {
    return this.texts.stop();
  }

  get snapshot(): ConfigSnapshot {
    return this.current.snapshot;
  }

  get secrets(): ConfigSecrets {
    return this.current.secrets;
  }

  /** How messages name the source. */
  get label(): string {
    return labelOf(this.source);
  }

  get warnings(): readonly ConfigWarning[] {
    return this.current.warnings;
  }

  /** The text that the snapshot was read from. */
  get text(): string {
    return this.current.text;
  }

  /** Names the text. Asked every few seconds, of one that seldom changes and may be large. */
  get digest(): string {
    const { text } = this.current;
    if (this.digested.text !== text) this.digested = { text, digest: sha256Hex(text).slice(0, 12) };
    return this.digested.digest;
  }

  /** The whole config as plain values, secrets included, aliases and merge keys expanded. */
  get raw(): PlainObject {
    return this.current.plain;
  }

  /** The config in use. */
  get loaded(): LoadedConfig {
    return this.current;
  }

  /**
   * Ask something about texts. The config in use does not change.
   * @throws {TextGivenUpError} | {AppError} overloaded
   */
  ask<Question, Answer>(op: TextOp<Question, Answer>, question: Question): Promise<Answer> {
    return this.texts.ask(op, question);
  }

  /** What a config says after edits; null when they change nothing. */
  async edit(
    { text }: LoadedConfig,
    edits: readonly ConfigEdit[],
  ): Promise<Result<LoadedConfig | null, EditFailure | Problems>> {
    return this.#orGivenUp(this.ask(editConfig, { text, edits }));
  }

  /** What another text says, and the edits that would make it of a config. */
  async replace({ text: before }: LoadedConfig, text: string): Promise<Result<ReplacedConfig, Problems>> {
    return this.#orGivenUp(this.ask(replaceConfig, { before, text }));
  }

  /** Where the values at some keys stand in a text that is or was in use. */
  async locate(text: string, places: readonly (readonly string[])[]): Promise<readonly Position[]> {
    try {
      return await this.ask(locateInConfig, { text, places });
    } catch (error) {
      if (!(error instanceof TextGivenUpError)) throw error;
      return [];
    }
  }

  /** True while the file still has this text. */
  saysStill(expected: string): boolean {
    if (this.source.kind === 'store') return false;
    const text = readConfigText(this.source, this.embeddedFile);
    return text.ok && text.value === expected;
  }

  /** Register a function that is called after another config has come into use. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Use a config that has been written to the source. */
  async adopt(config: LoadedConfig): Promise<void> {
    const loaded = await mainTurns.do('config', withSameParts(this.current, config));
    this.current = loaded;
    for (const listener of this.listeners) listener();
  }

  /** Read the file again if it has changed. When it cannot be used, the snapshot stays. What is stored comes by `use`. */
  async reload(): Promise<Result<ConfigSnapshot, Problems>> {
    if (this.source.kind === 'store') return ok(this.snapshot);
    const text = readConfigText(this.source, this.embeddedFile);
    return text.ok ? this.use(text.value) : text;
  }

  /** Use a text that the source has now, if it is another one. When it cannot be used, the snapshot stays. */
  async use(text: string): Promise<Result<ConfigSnapshot, Problems>> {
    if (text === this.text) return ok(this.snapshot);
    const loaded = await this.#orGivenUp(this.ask(readConfig, { text }));
    if (!loaded.ok) return loaded;
    await this.adopt(loaded.value);
    return ok(this.snapshot);
  }

  async #orGivenUp<T, E>(answer: Promise<Result<T, E>>): Promise<Result<T, E | Problems>> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof TextGivenUpError)) throw error;
      const reason = `reading the text was given up: ${error.message}`;
      return err([{ file: this.label, line: null, column: null, reason }]);
    }
  }
}

/** At the start nobody is served yet, and the tree of the text need not be remembered. */
function readFirst(text: string, source: ConfigSource): Result<LoadedConfig, Problems> {
  return readConfig.run(new TextSession(labelOf(source), { isOnce: true }), { text });
}
