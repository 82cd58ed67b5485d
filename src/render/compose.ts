/** The compose job: script, template, SVG, as a visible list of steps. Runs in a compose worker. */
import { monotonicMs } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { sha256Hex } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainValue } from '../base/plain.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { threadCpuMs } from '../native/thread-clock.ts';
import { readScreenFile } from '../screens/files.ts';
import { readBeside, readOwnFile } from '../screens/own-files.ts';
import type { Screen } from '../screens/screen.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';
import type { LuaRuntime } from '../script/lua-runtime.ts';
import { interpretScriptOutput, type ScriptOutput } from '../script/output.ts';
import { RunEnd } from '../script/run-end.ts';
import { checkSvg } from '../svg/check.ts';
import type { ShownFile } from '../svg/images/images.ts';
import type { Rendered, TemplateEngine } from '../template/engine.ts';
import { inTemplate } from '../template/origins.ts';
import { beatEnd, beatStart } from './beat.ts';
import type { ComposeJob, ComposeResult, ScriptLine, Stages } from './jobs.ts';
import { Pacer } from './pacer.ts';

/** What a compose worker makes once and every job uses. */
export interface ComposeTools {
  readonly lua: LuaRuntime;
  readonly templates: TemplateEngine;
  /** The `fonts` table of scripts. */
  readonly fonts: PlainValue;
  /** SVGs that passed the check, by digest: an unchanged screen is not checked again. */
  readonly checked: CheckedSvgs;
  fetch(job: ComposeJob, request: FetchRequest): FetchAnswer;
  processImage(job: ComposeJob, request: ImageRequest): ImageAnswer;
  log(job: ComposeJob, line: ScriptLine): void;
  noteOverrun(job: ComposeJob, where: string): void;
  /** Waits until the job may compute again. @throws {RunEnd} when others need the thread */
  waitForTurn(job: ComposeJob): void;
}

/** Run a screen's script and template. Fails with `overloaded` when others need the thread. */
export function compose(tools: ComposeTools, job: ComposeJob): Result<ComposeResult> {
  const pacer = new Pacer({ beat: job.beat, threadCpuMs, askForTurn: () => tools.waitForTurn(job) });
  try {
    return runSteps({ ...tools, pacer }, job);
  } catch (error) {
    if (!(error instanceof RunEnd)) throw error;
    return err({ code: error.code, message: error.message });
  } finally {
    pacer.tell();
  }
}

interface PacedTools extends ComposeTools {
  readonly pacer: Pacer;
}

/** The steps stand in the order in which they happen. */
function runSteps(tools: PacedTools, job: ComposeJob): Result<ComposeResult> {
  const stagesMs: Stages = {};
  const output = timed(stagesMs, 'script', () => runScript(tools, job));
  if (!output.ok) return output;
  const {
    refreshSeconds,
    skipUpdate,
    palette,
    measured,
    dither,
    text: textMode,
    tuning,
    warnings,
  } = output.value;
  if (skipUpdate && job.hasPrevious) return ok({ kind: 'skipped', refreshSeconds });

  const rendered = timed(stagesMs, 'template', () => runTemplate(tools, job, output.value));
  if (!rendered.ok) return rendered;
  const { text: svg, origins } = rendered.value;
  const { templateFile, scriptFile } = job.screen;
  const digest = timed(stagesMs, 'check', () => digestSvg(tools.checked, job.screen, svg));
  if (!digest.ok) return err(inTemplate(digest.error, templateFile, svg, origins));
  return ok({
    kind: 'composed',
    svg,
    origins,
    svgDigest: digest.value,
    refreshSeconds,
    choices: { palette, measured, dither, text: textMode, tuning },
    warnings: [...warnings.map((message) => ({ message, file: scriptFile })), ...rendered.value.warnings],
    stagesMs,
  });
}

function timed<T>(stages: Stages, name: string, step: () => T): T {
  const start = performance.now();
  const result = step();
  stages[name] = performance.now() - start;
  return result;
}

function runScript(tools: PacedTools, job: ComposeJob): Result<ScriptOutput> {
  const { screen, params, device, layout } = job;
  const source = readScreenFile(screen.roots, screen.scriptFile, LIMITS.sourceFileBytes);
  if (!source.ok) return source;
  beatStart(job.beat);
  const value = tools.lua.run({
    chunkName: screen.scriptFile,
    source: source.value.bytes,
    globals: { params, device, layout, fonts: tools.fonts },
    limits: {
      cpuMs: LIMITS.scriptCpuMs,
      memoryBytes: LIMITS.scriptMemoryBytes,
      wallMs: job.deadlineMs - monotonicMs(),
    },
    host: {
      http: (request) => fetchInTime(tools, job, request),
      processImage: (request) => processInTime(tools, job, request),
      readModule: (name) => readBeside(screen, name),
      readAsset: (name) => readOwnFile(screen, joinAsset(screen.dir, name), LIMITS.scriptAssetBytes),
      log: (level, message, place) => tools.log(job, { level, message, place }),
      pause: () => tools.pacer.pause(),
      nowMs: () => job.nowMs ?? Date.now(),
      threadCpuMs,
      noteOverrun: (where) => tools.noteOverrun(job, where),
    },
  });
  beatEnd(job.beat);
  return value.ok ? interpretScriptOutput(value.value, screen.scriptFile) : value;
}

/** Fetch with a time limit that leaves the script time to deal with the answer, so that its error can name a line. */
function fetchInTime(tools: PacedTools, job: ComposeJob, request: FetchRequest): FetchAnswer {
  const leftMs = job.deadlineMs - monotonicMs() - LIMITS.composeReserveMs;
  if (leftMs <= 0) return { ok: false, error: 'the screen has no time left for another request' };
  const inTime = { ...request, timeoutMs: Math.min(request.timeoutMs, leftMs) };
  return tools.pacer.waiting(() => tools.fetch(job, inTime));
}

/** Process a picture while there is time; what it takes itself is bounded by the pool. */
function processInTime(tools: PacedTools, job: ComposeJob, request: ImageRequest): ImageAnswer {
  if (job.deadlineMs - monotonicMs() > LIMITS.composeReserveMs) {
    return tools.pacer.waiting(() => tools.processImage(job, request));
  }
  return { ok: false, error: 'the screen has no time left for another picture' };
}

function runTemplate(tools: PacedTools, job: ComposeJob, output: ScriptOutput): Result<Rendered> {
  const { screen, params, device, layout } = job;
  const template = readScreenFile(screen.roots, screen.templateFile, LIMITS.sourceFileBytes);
  if (!template.ok) return template;
  return tools.templates.render({
    name: screen.templateFile,
    source: template.value.bytes.toString('utf8'),
    context: { data: output.data, device, params, layout },
    pause: () => void tools.pacer.pause(),
    load: (name) => {
      const found = readBeside(screen, name);
      return found.ok
        ? ok({ name: found.value.name, source: found.value.file.bytes.toString('utf8') })
        : found;
    },
  });
}

/** Check an SVG, and hash it together with the files that it shows: a new photo under an old name is a new picture. */
function digestSvg(checked: CheckedSvgs, screen: Screen, svg: string): Result<string> {
  const svgDigest = sha256Hex(svg);
  let files = checked.filesOf(svgDigest);
  if (files === undefined) {
    const facts = checkSvg(svg, screen.templateFile);
    if (!facts.ok) return facts;
    files = facts.value.files;
    checked.add(svgDigest, files);
  }
  if (files.length === 0) return ok(svgDigest);
  const parts: (string | Uint8Array)[] = [svgDigest];
  for (const shown of files) {
    const file = readScreenFile(screen.roots, joinAsset(screen.dir, shown.path), LIMITS.httpResponseBytes);
    if (!file.ok) return err(assetFailure(file.error, screen, shown));
    parts.push(shown.path, file.value.bytes);
  }
  return ok(sha256Hex(...parts));
}

function joinAsset(dir: string, href: string): string {
  return dir === '' ? href : `${dir}/${href}`;
}

function assetFailure(failure: Failure, screen: Screen, { path, line, column }: ShownFile): Failure {
  const message = `image "${path}": ${failure.message}`;
  return { ...failure, file: screen.templateFile, line, column, message };
}

/** The digests of SVGs that passed the check, with the files that each shows. The oldest go first. */
export class CheckedSvgs {
  readonly #files = new Map<string, readonly ShownFile[]>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  filesOf(digest: string): readonly ShownFile[] | undefined {
    return this.#files.get(digest);
  }

  add(digest: string, files: readonly ShownFile[]): void {
    this.#files.set(digest, files);
    if (this.#files.size <= this.#capacity) return;
    const oldest = this.#files.keys().next();
    if (!oldest.done) this.#files.delete(oldest.value);
  }
}
