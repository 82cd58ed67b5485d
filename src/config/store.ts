/** The config in use: an immutable snapshot that is replaced as a whole. */
import type { PlainObject } from '../base/plain.ts';
import { ok, type Result } from '../base/result.ts';
import type { YamlNode } from '../base/yaml/node.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import { findAssets } from './assets.ts';
import { rootValue } from './edit/edit.ts';
import type { ConfigProblem, ConfigWarning } from './findings.ts';
import {
  type ConfigSource,
  type LoadedConfig,
  loadConfig,
  loadText,
  readSource,
  seedConfig,
} from './load.ts';
import type { ConfigSecrets } from './parse.ts';

/** Holds the config. Take `snapshot` once a request and keep to it. */
export class ConfigStore {
  readonly source: ConfigSource;
  /** True when this start has written the file, because there was none. */
  readonly seeded: boolean;
  private readonly embeddedFile: string;
  private loaded: LoadedConfig;
  private plain: PlainObject | null = null;

  private constructor(source: ConfigSource, seeded: boolean, embeddedFile: string, loaded: LoadedConfig) {
    this.source = source;
    this.seeded = seeded;
    this.embeddedFile = embeddedFile;
    this.loaded = loaded;
  }

  /**
   * Read the config. A file that does not exist is written from the embedded config, its folder made.
   * @param options.configFile   null for the embedded config
   * @param options.embeddedFile the config that ships with the server, unless another is meant
   */
  static async open(options: {
    readonly configFile: string | null;
    readonly embeddedFile?: string;
  }): Promise<Result<ConfigStore, readonly ConfigProblem[]>> {
    const embeddedFile = options.embeddedFile ?? findAssets().configFile;
    const source: ConfigSource =
      options.configFile === null ? { kind: 'embedded' } : { kind: 'file', path: options.configFile };
    const seeded = await seedConfig(source, embeddedFile);
    if (!seeded.ok) return seeded;
    const loaded = loadConfig(source, embeddedFile);
    if (!loaded.ok) return loaded;
    return ok(new ConfigStore(source, seeded.value === 'written', embeddedFile, loaded.value));
  }

  get snapshot(): ConfigSnapshot {
    return this.loaded.snapshot;
  }

  get secrets(): ConfigSecrets {
    return this.loaded.secrets;
  }

  get warnings(): readonly ConfigWarning[] {
    return this.loaded.warnings;
  }

  /** The text that the snapshot was read from. */
  get text(): string {
    return this.loaded.text;
  }

  /** What the text was read into, for edits. */
  get root(): YamlNode {
    return this.loaded.root;
  }

  /** The whole config as plain values, secrets included, aliases and merge keys expanded. */
  get raw(): PlainObject {
    this.plain ??= rootValue(this.loaded.root) ?? {};
    return this.plain;
  }

  /** True while the source says what the snapshot was read from. */
  isCurrent(): boolean {
    const text = readSource(this.source, this.embeddedFile);
    return text.ok && text.value === this.loaded.text;
  }

  /** Take a config into use that has been written to the source. `raw` is what it says. */
  adopt(loaded: LoadedConfig, raw: PlainObject): void {
    this.loaded = loaded;
    this.plain = raw;
  }

  /** Read the source again if it says something else by now. When it cannot be used, the snapshot stays as it is. */
  refresh(): Result<ConfigSnapshot, readonly ConfigProblem[]> {
    const text = readSource(this.source, this.embeddedFile);
    if (!text.ok) return text;
    if (text.value === this.loaded.text) return ok(this.loaded.snapshot);
    return this.use(loadText(text.value, this.source));
  }

  /** Read the source again. When it cannot be used, the snapshot stays as it is. */
  reload(): Result<ConfigSnapshot, readonly ConfigProblem[]> {
    return this.use(loadConfig(this.source, this.embeddedFile));
  }

  private use(
    loaded: Result<LoadedConfig, readonly ConfigProblem[]>,
  ): Result<ConfigSnapshot, readonly ConfigProblem[]> {
    if (!loaded.ok) return loaded;
    this.loaded = loaded.value;
    this.plain = null;
    return ok(this.loaded.snapshot);
  }
}
