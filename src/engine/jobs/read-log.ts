/** Notes what a run of a screen reads. */

import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { FactTable, LoggedLine, Read, RunReads } from '../../domain/reads.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import type { Unrepeatable } from '../../platform/base/unrepeatable.ts';
import type { ClockWindow } from '../../platform/time/clock-window.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import type { OnSeenFile } from '../../screens/sources/files.ts';

/** What is noted of a run, so that its result can be used again; more fields of a table count as all. Screens read some dozens. */
const READS_PER_RUN = 256;
const READ_FIELDS = 64;
/** Text that a script may log if its result is to be used again: it is logged again each time. */
const READ_LOG_LINE_BYTES = 4 * 1024;

/** Longer names are noted as a read of the whole table: no field has one. */
const MAX_NAME = 128;

/** The reads of one run. It forgets nothing and asks nothing twice: each thing is noted at the first look. */
export class ReadLog {
  readonly #reads: Read[] = [];
  readonly #known = new Set<string>();
  /** Fields that were read of each table; all of it where it is missing here and known. */
  readonly #fields = new Map<FactTable, number>();
  readonly #lines: LoggedLine[] = [];
  #lineBytes = 0;
  #unrepeatable: Unrepeatable | null = null;

  /** A table that notes which of its fields are looked at. Values below the fields are noted with their field. */
  table(name: FactTable, fields: PlainObject): PlainObject {
    return new Proxy(fields, {
      get: (target, key) => {
        if (typeof key === 'string') this.#field(name, key);
        return Reflect.get(target, key) as PlainValue;
      },
      has: (target, key) => {
        if (typeof key === 'string') this.#field(name, key);
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor: (target, key) => {
        if (typeof key === 'string') this.#field(name, key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys: (target) => {
        this.#all(name);
        return Reflect.ownKeys(target);
      },
    });
  }

  /** The list of fonts, which notes when it is looked at. */
  fonts(list: PlainValue): PlainValue {
    if (!Array.isArray(list)) return list;
    return new Proxy(list as PlainValue[], {
      get: (target, key) => {
        this.#note('fonts', ['fonts']);
        return Reflect.get(target, key) as unknown;
      },
    });
  }

  #field(table: FactTable, name: string): void {
    if (this.#known.has(table) || this.#known.has(`${table}.${name}`)) return;
    const count = (this.#fields.get(table) ?? 0) + 1;
    this.#fields.set(table, count);
    // All of it says more than its fields, and is one read.
    if (count > READ_FIELDS || name.length > MAX_NAME) this.#all(table);
    else this.#note(`${table}.${name}`, ['field', table, name]);
  }

  #all(table: FactTable): void {
    this.#note(table, ['all', table]);
  }

  /** The run has looked whether there is a picture that may be left in place. */
  previous(): void {
    this.#note('previous', ['previous']);
  }

  /** The run has looked whether there is another screen to show. */
  alternative(): void {
    this.#note('alternative', ['alternative']);
  }

  /** What was read of the clock stays the same for so long; in seconds. */
  clock({ from, until }: ClockWindow): void {
    this.#note(`clock ${from} ${until}`, ['clock', from * 1000, until * 1000]);
  }

  /** A file was looked for, and read where it was found. */
  readonly file: OnSeenFile = ({ path, state }) => {
    if (state === 'new') this.unrepeatable('new_file');
    else this.#note(`file ${path} ${state}`, ['file', path, state]);
  };

  /** Pushed data were looked for, and read where there are some. */
  data(name: string, answer: DataAnswer): void {
    const version = answer.ok ? answer.version : null;
    this.#note(`data ${name} ${version}`, ['data', name, version]);
  }

  /** A request was answered. */
  http(request: FetchRequest, answer: FetchAnswer): void {
    if (!answer.ok) this.unrepeatable('failed_read');
    else if (answer.cacheEntry === undefined || request.cacheTtlSeconds <= 0)
      this.unrepeatable('uncached_http');
    else {
      const { cacheTtlSeconds: ttl } = request;
      this.#note(`http ${answer.cacheEntry} ${ttl}`, ['http', answer.cacheEntry, ttl]);
    }
  }

  /** Keep a line that the script logs, for later uses of the result. */
  line(line: LoggedLine): void {
    this.#lineBytes += line.message.length;
    if (this.#lineBytes > READ_LOG_LINE_BYTES) this.unrepeatable('too_much');
    else this.#lines.push(line);
  }

  /** Note why the result cannot be used again. The first reason counts; that a file is new passes by itself. */
  unrepeatable(why: Unrepeatable): void {
    if (this.#unrepeatable === null || this.#unrepeatable === 'new_file') this.#unrepeatable = why;
  }

  #note(key: string, read: Read): void {
    if (this.#known.has(key)) return;
    if (this.#reads.length >= READS_PER_RUN) {
      this.unrepeatable('too_much');
      return;
    }
    this.#known.add(key);
    this.#reads.push(read);
  }

  /** Everything so far, as JSON of a `RunReads`: a text crosses to another thread faster than objects. */
  text(): string {
    const unrepeatable = this.#unrepeatable;
    const all: RunReads = {
      reads: this.#reads,
      unrepeatable,
      lines: unrepeatable === null ? this.#lines : [],
    };
    return JSON.stringify(all);
  }
}
