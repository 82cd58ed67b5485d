/** The config in use: an immutable snapshot that is replaced as a whole. */
import { LIMITS } from '../base/limits.ts';
import type { PlainObject } from '../base/plain.ts';
import { err, ok, type Result } from '../base/result.ts';
import { runInSlices } from '../base/slices.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import { findAssets } from './assets.ts';
import { plainContent } from './edit/content.ts';
import type { ConfigProblem, ConfigWarning } from './findings.ts';
import { type ConfigFileSource, type ConfigSource, labelOf, readConfigText, seedConfig } from './load.ts';
import { type ConfigContent, ConfigParser, type ConfigSecrets, type ParsedConfig } from './parse.ts';
import type { StoredConfig } from './stored-config.ts';

/** Holds the config. Take `snapshot` once per request and use only that. */
export class ConfigStore {
  readonly source: ConfigSource;
  /** True when this start has written the file because there was none. */
  readonly seeded: boolean;
  private readonly embeddedFile: string;
  private readonly parser: ConfigParser;
  private parsed: ParsedConfig;
  private plain: PlainObject | null = null;
  private readonly listeners: (() => void)[] = [];

  private constructor(
    {
      source,
      seeded,
      embeddedFile,
    }: Pick<ConfigStore, 'source' | 'seeded'> & { readonly embeddedFile: string },
    parser: ConfigParser,
    parsed: ParsedConfig,
  ) {
    this.source = source;
    this.seeded = seeded;
    this.embeddedFile = embeddedFile;
    this.parser = parser;
    this.parsed = parsed;
  }

  /**
   * Read the config. A missing file is written from the embedded config, and its folder made.
   * @param options.configFile   null for the embedded config
   * @param options.embeddedFile the config that ships with the server, unless another is meant
   */
  static async open(options: {
    readonly configFile: string | null;
    readonly embeddedFile?: string;
  }): Promise<Result<ConfigStore, readonly ConfigProblem[]>> {
    const embeddedFile = options.embeddedFile ?? findAssets().configFile;
    const source: ConfigFileSource =
      options.configFile === null ? { kind: 'embedded' } : { kind: 'file', path: options.configFile };
    const seeded = await seedConfig(source, embeddedFile);
    if (!seeded.ok) return seeded;
    const text = readConfigText(source, embeddedFile);
    if (!text.ok) return text;
    const parser = new ConfigParser(labelOf(source));
    const parsed = parser.parse(text.value);
    if (!parsed.ok) return parsed;
    return ok(
      new ConfigStore({ source, seeded: seeded.value === 'written', embeddedFile }, parser, parsed.value),
    );
  }

  /** Hold the config that the state store has, or had when it last answered. */
  static ofStored(stored: StoredConfig): Result<ConfigStore, readonly ConfigProblem[]> {
    const source: ConfigSource = { kind: 'store', stored };
    const parser = new ConfigParser(labelOf(source));
    const parsed = parser.parse(stored.text);
    if (!parsed.ok) return parsed;
    return ok(new ConfigStore({ source, seeded: false, embeddedFile: '' }, parser, parsed.value));
  }

  get snapshot(): ConfigSnapshot {
    return this.parsed.snapshot;
  }

  get secrets(): ConfigSecrets {
    return this.parsed.secrets;
  }

  /** How messages name the source. */
  get label(): string {
    return labelOf(this.source);
  }

  get warnings(): readonly ConfigWarning[] {
    return this.parsed.warnings;
  }

  /** The text that the snapshot was read from. */
  get text(): string {
    return this.parsed.content.text;
  }

  /** The whole config as plain values, secrets included, aliases and merge keys expanded. */
  get raw(): PlainObject {
    this.plain ??= plainContent(this.parsed.content) ?? {};
    return this.plain;
  }

  /** The config in use, read. */
  get loaded(): ParsedConfig {
    return this.parsed;
  }

  /** Read a text as if it were the source. The config in use does not change. */
  read(text: string): Result<ConfigContent, readonly ConfigProblem[]> {
    return this.readBy(this.parser, text);
  }

  /** Read the devices of a text in slices, so that `read` is quick when it is read next. */
  async prepare(text: string): Promise<void> {
    if (text !== this.text && Buffer.byteLength(text) <= LIMITS.configFileBytes) {
      await runInSlices(this.parser.prepare(text));
    }
  }

  /** The same for the file as it is now. What is wrong with it is told when it is read. */
  async prepareFile(): Promise<void> {
    if (this.source.kind === 'store') return;
    const text = readConfigText(this.source, this.embeddedFile);
    if (text.ok) await this.prepare(text.value);
  }

  /** The same for a text that has little in common with the source: what is remembered of that stays. */
  readApart(text: string): Result<ConfigContent, readonly ConfigProblem[]> {
    return this.readBy(new ConfigParser(this.label), text);
  }

  private readBy(parser: ConfigParser, text: string): Result<ConfigContent, readonly ConfigProblem[]> {
    if (Buffer.byteLength(text) <= LIMITS.configFileBytes) return parser.read(text);
    const reason = `expected at most ${LIMITS.configFileBytes} bytes, got more`;
    return err([{ file: labelOf(this.source), line: null, column: null, reason }]);
  }

  /** Interpret a text that `read` has read. The config in use does not change. */
  interpret(content: ConfigContent): Result<ParsedConfig, readonly ConfigProblem[]> {
    return this.parser.interpret(content);
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
  adopt(parsed: ParsedConfig): void {
    this.parsed = parsed;
    this.plain = null;
    for (const listener of this.listeners) listener();
  }

  /** Read the file again if it has changed. When it cannot be used, the snapshot stays. What is stored comes by `use`. */
  reload(): Result<ConfigSnapshot, readonly ConfigProblem[]> {
    if (this.source.kind === 'store') return ok(this.snapshot);
    const text = readConfigText(this.source, this.embeddedFile);
    return text.ok ? this.use(text.value) : text;
  }

  /** Use a text that the source has now, if it is another one. When it cannot be used, the snapshot stays. */
  use(text: string): Result<ConfigSnapshot, readonly ConfigProblem[]> {
    if (text === this.text) return ok(this.snapshot);
    const parsed = this.parser.parse(text);
    if (!parsed.ok) return parsed;
    this.adopt(parsed.value);
    return ok(this.snapshot);
  }
}
