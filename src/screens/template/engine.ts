/** Renders templates. Other folders use this one through this file. */
import { LRUCache } from 'lru-cache';
import { describeFailure, type Failure, type Problem } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { Position } from '../../platform/base/position.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { compileProgram } from './compile/program.ts';
import { type Origins, packOrigins } from './origins.ts';
import { excerptOf } from './parse/excerpt.ts';
import { parseTemplate } from './parse/parse.ts';
import { Context, type LoadTemplate, type Program, type Template } from './run/frame.ts';
import { marksBehind } from './run/marks.ts';
import { Run } from './run/run.ts';
import { runTemplate } from './run/templates.ts';
import { dataError, limitError, TemplateError } from './template-error.ts';

/** Parsed templates that a worker keeps. */
const TEMPLATE_CACHE_BYTES = 16 * 1024 * 1024;

/** One template to render, with everything that it may see. */
interface TemplateJob {
  /** Name of the template as its author knows it. */
  readonly name: string;
  readonly source: string;
  /** The names that the template sees: `data`, `device`, `params`, `layout`. */
  readonly context: PlainObject;
  /**
   * Loads a file that `include`, `extends` or `import` names; its result has the file's name as authors know it.
   * Fails with `asset_missing` when there is no such file, and with other codes for files that are not allowed.
   */
  load(name: string): Result<{ readonly name: string; readonly source: string }>;
  /** Called every few milliseconds while rendering. It may block; what it throws ends the rendering. */
  pause?(): void;
}

/** The result of a template. */
export interface Rendered {
  readonly text: string;
  /** Where in the templates the pieces of the text stand. */
  readonly origins: Origins;
  readonly warnings: readonly Problem[];
}

/** Memory of a compiled template for each node and each character, measured on departure boards and on dense expressions. */
const BYTES_PER_NODE = 600;
const BYTES_PER_CHARACTER = 2;
/** Characters at the start of the text in which an XML declaration is searched. */
const MAX_BEFORE_DECLARATION = 4096;

/** Compiles each template once and renders it any number of times. Keeps no data of a rendering. */
export class TemplateEngine {
  readonly #cacheBytes: number;
  #programs: LRUCache<string, Program>;

  /** @param options.cacheBytes  memory for compiled templates */
  constructor(options: { readonly cacheBytes?: number } = {}) {
    this.#cacheBytes = options.cacheBytes ?? TEMPLATE_CACHE_BYTES;
    this.#programs = newCache(this.#cacheBytes);
  }

  /**
   * Render a template. Fails with `template_syntax`, `template_error` or `template_limit` at a place in a file.
   * @throws what `pause` throws
   */
  render(job: TemplateJob): Result<Rendered> {
    const run = new Run(job.name, job.pause);
    const sources = new Map([[job.name, job.source]]);
    try {
      const template = this.#compiled(job.name, job.source);
      const load = this.#loader(job, sources);
      runTemplate(template, { run, load }, new Context(job.context));
      return ok(rendered(run));
    } catch (error) {
      // When the stack overflows inside the cache, the cache may be left in an inconsistent state.
      if (error instanceof RangeError) this.#programs = newCache(this.#cacheBytes);
      const ended = asTemplateError(error, run.at);
      const file = ended.file ?? run.file;
      return err(templateFailure(ended, file, sources.get(file)));
    }
  }

  #compiled(name: string, source: string): Template {
    const known = this.#programs.get(source);
    if (known !== undefined) return { name, program: known };
    try {
      const program = compileProgram(source, parseTemplate(source));
      this.#programs.set(source, program);
      return { name, program };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new TemplateError(error.code, error.message, error.place, name);
    }
  }

  /** A loader that loads each file once in a rendering. */
  #loader(job: TemplateJob, sources: Map<string, string>): LoadTemplate {
    const loaded = new Map<string, Template>();
    return (name, place, optional) => {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const answer = job.load(name);
      if (!answer.ok) {
        if (optional && answer.error.code === 'asset_missing') return null;
        throw dataError(place, `cannot use the file "${name}": ${describeFailure(answer.error)}`);
      }
      sources.set(answer.value.name, answer.value.source);
      const template = this.#compiled(answer.value.name, answer.value.source);
      loaded.set(name, template);
      return template;
    };
  }
}

function newCache(bytes: number): LRUCache<string, Program> {
  return new LRUCache<string, Program>({
    maxSize: bytes,
    sizeCalculation: ({ nodes }, source) =>
      1024 + source.length * BYTES_PER_CHARACTER + nodes * BYTES_PER_NODE,
  });
}

/**
 * The result of a finished run. White space before an XML declaration is dropped, since XML allows nothing before it:
 * tags such as `import` and `set` on lines of their own leave their line ends there.
 */
function rendered({ text: written, marks, warnings }: Run): Rendered {
  const beginning = written.slice(0, MAX_BEFORE_DECLARATION);
  const blank = beginning.trimStart().startsWith('<?xml')
    ? beginning.length - beginning.trimStart().length
    : 0;
  const text = bounded(written.slice(blank));
  return { text, origins: packOrigins(marksBehind(marks, written, blank)), warnings };
}

function bounded(text: string): string {
  if (Buffer.byteLength(text) <= LIMITS.templateOutputBytes) return text;
  throw limitError(undefined, `the template makes more than ${LIMITS.templateOutputBytes} bytes`);
}

/**
 * What was thrown while a template was parsed, compiled or run, as an error.
 * @throws {unknown} the error itself when it is a bug here
 */
export function asTemplateError(error: unknown, at: Position | undefined): TemplateError {
  if (error instanceof TemplateError) return error;
  if (error instanceof RangeError) return limitError(at, 'the template is nested too deeply');
  throw error;
}

/** The failure that an error in a file stands for, with an excerpt of the tag where the source is known. */
export function templateFailure(error: TemplateError, file: string, source: string | undefined): Failure {
  const { code, message, place } = error;
  if (place === undefined) return { code, message, file };
  const excerpt = source === undefined ? '' : excerptOf(source, place);
  return { code, message: message + excerpt, file, line: place.line, column: place.column };
}
