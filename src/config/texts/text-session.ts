/** What is remembered of texts that were read, from one question to the next. */
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { ConfigProblem } from '../read/findings.ts';
import { type ConfigContent, ConfigParser, type ParsedConfig } from '../read/parse.ts';
import type { LoadedConfig } from './loaded-config.ts';
import { type Marker, MeaningOf } from './meaning.ts';

/** The text in use, one that somebody has edited, and that one with its secrets. */
const KEPT_TEXTS = 3;

/** A text that was read. */
interface KeptText {
  readonly content: ConfigContent;
  parsed: Result<ParsedConfig, readonly ConfigProblem[]> | null;
}

export class TextSession {
  readonly #label: string;
  readonly #parser: ConfigParser;
  readonly #meaning: MeaningOf;
  /** The one that was asked for last is the last. */
  readonly #kept = new Map<string, KeptText>();

  /**
   * @param label the config as messages name it
   * @param options.mark   marks what is sent once, where answers go to another thread
   * @param options.isOnce one text is read, and nothing is remembered for the next
   */
  constructor(label: string, options: { readonly mark?: Marker; readonly isOnce?: boolean } = {}) {
    this.#label = label;
    this.#meaning = new MeaningOf(options.mark ?? ((value) => value));
    this.#parser = new ConfigParser(label, options);
  }

  /**
   * Read a text.
   * @returns else what is wrong with it as YAML
   */
  read(text: string): Result<ConfigContent, readonly ConfigProblem[]> {
    const kept = this.#recall(text);
    if (kept !== null) return ok(kept.content);
    if (Buffer.byteLength(text) > LIMITS.configFileBytes) {
      const reason = `expected at most ${LIMITS.configFileBytes} bytes, got more`;
      return err([{ file: this.#label, line: null, column: null, reason }]);
    }
    const content = this.#parser.read(text);
    if (content.ok) this.#keep(text, { content: content.value, parsed: null });
    return content;
  }

  /** Interpret what `read` has read. */
  interpret(content: ConfigContent): Result<ParsedConfig, readonly ConfigProblem[]> {
    const kept = this.#kept.get(content.text);
    if (kept?.content !== content) return this.#parser.interpret(content);
    kept.parsed ??= this.#parser.interpret(content);
    return kept.parsed;
  }

  /** Read and interpret a text. */
  parse(text: string): Result<ParsedConfig, readonly ConfigProblem[]> {
    const content = this.read(text);
    return content.ok ? this.interpret(content.value) : content;
  }

  /** What a config says, as plain data. */
  loaded(parsed: ParsedConfig): LoadedConfig {
    return this.#meaning.loaded(parsed);
  }

  #recall(text: string): KeptText | null {
    const kept = this.#kept.get(text);
    if (kept === undefined) return null;
    this.#kept.delete(text);
    this.#kept.set(text, kept);
    return kept;
  }

  #keep(text: string, kept: KeptText): void {
    this.#kept.set(text, kept);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT_TEXTS) break;
      this.#kept.delete(oldest);
    }
  }
}
