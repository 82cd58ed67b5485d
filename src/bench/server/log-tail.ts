/** The log of a server that runs beside the bench: its last lines, and what they say. */
import type { Readable } from 'node:stream';
import { REFUSED_HOST } from '../../domain/host-list.ts';
import { oneLine } from '../../platform/base/one-line.ts';

/** Lines that are kept, and characters of each: enough to tell why a server has ended. */
const LINES = 100;
const LINE_CHARACTERS = 2_000;

/** Hosts that are remembered, for a message. */
const HOSTS = 100;

const LAST_WORDS_CHARACTERS = 300;

/** Lines that say why a program ends, among a stack trace and the like. */
const REASON = /^stipple: |FATAL ERROR|^\w*Error\b|"level":"(?:error|fatal)"/;

/** A line of the server's log, as far as it is read here. */
interface LogLine {
  readonly msg?: unknown;
  readonly host?: unknown;
  readonly err?: { readonly message?: unknown };
}

export class LogTail {
  readonly #lines: string[] = [];
  readonly #refusedHosts = new Set<string>();
  /** The line of each stream that has not ended yet. */
  readonly #begun: string[] = [];

  /** Follow a stream of the server. */
  follow(stream: Readable): void {
    const own = this.#begun.push('') - 1;
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const [first = '', ...more] = text.split('\n');
      let line = (this.#begun[own] + first).slice(0, LINE_CHARACTERS);
      for (const next of more) {
        this.#take(line);
        line = next.slice(0, LINE_CHARACTERS);
      }
      this.#begun[own] = line;
    });
  }

  /** Why the server has ended, in one line; empty when it said nothing. */
  lastWords(): string {
    const lines = [...this.#lines, ...this.#begun].filter((line) => line.trim() !== '');
    const line = lines.findLast((one) => REASON.test(one)) ?? lines.at(-1) ?? '';
    return oneLine(spoken(line), LAST_WORDS_CHARACTERS);
  }

  /** Hosts that scripts asked and were not allowed to, in the order in which they were noticed. */
  refusedHosts(): readonly string[] {
    return [...this.#refusedHosts];
  }

  #take(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES) this.#lines.shift();
    const said = line.includes(REFUSED_HOST) ? parseLine(line) : null;
    if (typeof said?.host === 'string' && this.#refusedHosts.size < HOSTS) this.#refusedHosts.add(said.host);
  }
}

/** A line as a person would say it. */
function spoken(line: string): string {
  const said = parseLine(line);
  if (typeof said?.msg !== 'string') return line.replace(/^stipple: /, '');
  const cause = said.err?.message;
  return typeof cause === 'string' ? `${said.msg}: ${cause}` : said.msg;
}

function parseLine(line: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
