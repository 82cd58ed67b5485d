/** The compose job: script, template, SVG, as a visible list of steps. Runs in a compose worker. */

import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { FactTable, LoggedLine } from '../../domain/reads.ts';
import { threadCpuMs } from '../../pictures/native/thread-clock.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { leftMs, reserving } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { StageClock, type Timed } from '../../platform/base/stages.ts';
import { joinPath } from '../../platform/files/paths.ts';
import { oversize } from '../../screens/fetch/check-request.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import { interpretScriptOutput, type ScriptOutput } from '../../screens/script/output.ts';
import { RunEnd } from '../../screens/script/run-context.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { readBeside, readOwnFile } from '../../screens/sources/own-files.ts';
import type { Rendered, TemplateEngine } from '../../screens/template/engine.ts';
import { inTemplate } from '../../screens/template/origins.ts';
import { ScriptClock } from '../scheduling/script-clock.ts';
import { TimeSlicer } from '../scheduling/time-slicer.ts';
import type { RunQuestion } from './bridge-messages.ts';
import { type CheckedSvgs, digestSvg } from './digest-svg.ts';
import type { ComposeJob, ComposeResult, TryResult } from './jobs.ts';
import { RunReach } from './reach.ts';
import { ReadLog } from './read-log.ts';

/** One file that a script reads with `read_asset`: as large as an HTTP response. */
export const SCRIPT_ASSET_BYTES = 10 * 1024 * 1024;

const NO_TIME_TO_ASK = { ok: false, error: 'the screen has no time left for another request' } as const;
const NO_TIME_TO_DRAW = { ok: false, error: 'the screen has no time left for another picture' } as const;

/** A run that has computed for longer waits for answers in its thread: to run it again would take more than the thread's wait. */
const MAX_REPEATED_CPU_MS = 20;

/** A run that has waited longer for its thread has less time than its author may expect. */
const LATE_MS = 1_000;

/** Made once in a compose worker, and used by every job. */
export interface ComposeTools {
  readonly lua: LuaRuntime;
  readonly templates: TemplateEngine;
  /** The `fonts` table of scripts. */
  readonly fonts: PlainValue;
  /** The files shown by each SVG that passed the check, by its digest: an unchanged screen is not checked again. */
  readonly checked: CheckedSvgs;
  /** @throws {RunEnd} the answer takes long: the job runs again when it is there, or others need the thread */
  fetch(job: ComposeJob, question: RunQuestion<FetchRequest>): FetchAnswer;
  /** @throws {RunEnd} as `fetch` */
  processImage(job: ComposeJob, question: RunQuestion<ImageRequest>): ImageAnswer;
  /** Pushed data. @throws {RunEnd} the main thread does not answer */
  readData(job: ComposeJob, name: string): DataAnswer;
  log(job: ComposeJob, line: LoggedLine): void;
  noteOverrun(job: ComposeJob, where: string): void;
  /** Waits until the job may compute again. @throws {RunEnd} other jobs need the thread */
  waitForTurn(job: ComposeJob): void;
}

/**
 * Run the script and the template of a screen. Fails with `overloaded` when other jobs need the thread. Waiting for
 * another turn counts as `place`, as waiting for the thread does.
 */
export function compose(tools: ComposeTools, job: ComposeJob): Timed<TryResult> {
  const stages = new StageClock({ place: Math.max(monotonicMs() - job.askedMs, 0) });
  const clock = new ScriptClock(job.clock);
  const askForTurn = (): void => stages.during('place', () => tools.waitForTurn(job));
  const slicer = new TimeSlicer({ clock, threadCpuMs, askForTurn });
  const once = { happened: false };
  const reads = new ReadLog();
  const facts = {
    params: reads.table('params', job.params),
    device: reads.table('device', job.device),
    layout: reads.table('layout', job.layout),
  };
  const reach = new RunReach(job.screen);
  const jobTools = { ...tools, clock, slicer, stages, reads, facts, once, reach };
  const result = endingWith(slicer, () => runSteps(jobTools, job));
  stages.end();
  return { ...(reach.isLost ? ok({ kind: 'anew' } as const) : result), stagesMs: stages.times };
}

/** What the steps give, also where a wait has ended the run. */
function endingWith(slicer: TimeSlicer, steps: () => Result<ComposeResult>): Result<ComposeResult> {
  try {
    return steps();
  } catch (error) {
    if (!(error instanceof RunEnd)) throw error;
    return err({ code: error.code, message: error.message });
  } finally {
    slicer.report();
  }
}

/** The tools, and what belongs to one job. */
interface JobTools extends ComposeTools {
  readonly clock: ScriptClock;
  readonly slicer: TimeSlicer;
  readonly stages: StageClock;
  readonly reads: ReadLog;
  /** Records whether the run did something that would not happen again in the same way, or takes too long to be done twice. */
  readonly once: { happened: boolean };
  /** What may be asked, by the files that the run has loaded. */
  readonly reach: RunReach;
  /** The facts, which note what is read of them. */
  readonly facts: Readonly<Record<FactTable, PlainObject>>;
}

/** The steps stand in the order in which they happen. */
function runSteps(tools: JobTools, job: ComposeJob): Result<ComposeResult> {
  const { stages, reads } = tools;
  stages.begin('script');
  const output = runScript(tools, job);
  if (!output.ok) return output;
  const script = output.value;
  const { refreshSeconds, refreshAt } = script;
  if (script.nothingToShow) {
    reads.alternative();
    if (job.hasAlternative) return ok({ kind: 'nothing', refreshSeconds, refreshAt, reads: reads.text() });
  }
  if (script.skipUpdate) {
    reads.previous();
    if (job.hasPrevious) return ok({ kind: 'skipped', refreshSeconds, refreshAt, reads: reads.text() });
  }

  stages.begin('template');
  const rendered = runTemplate(tools, job, script);
  if (!rendered.ok) return rendered;
  const { text: svg, origins } = rendered.value;
  const { templateFile, scriptFile } = job.screen;
  stages.begin('check');
  const digest = digestSvg(tools, job.screen, svg);
  if (!digest.ok) return err(inTemplate(digest.error, templateFile, svg, origins));
  const { palette, measured, dither, text, tuning } = script;
  const warnings = script.warnings.map((message) => ({ message, file: scriptFile }));
  return ok({
    kind: 'composed',
    svg,
    origins,
    svgDigest: digest.value.svgDigest,
    files: digest.value.files,
    refreshSeconds,
    refreshAt,
    choices: { palette, measured, dither, text, tuning },
    warnings: [...warnings, ...rendered.value.warnings],
    reads: reads.text(),
  });
}

function runScript(tools: JobTools, job: ComposeJob): Result<ScriptOutput> {
  const { screen } = job;
  const { reads, reach } = tools;
  const source = readScreenFile(screen.roots, screen.scriptFile, LIMITS.sourceFileBytes, reads.file);
  if (!source.ok) return source;
  reach.read(screen.scriptFile, source.value);
  // It shows what the script gets: whose it is counts before anything is asked.
  const template = readScreenFile(screen.roots, screen.templateFile, LIMITS.sourceFileBytes);
  if (template.ok) reach.read(screen.templateFile, template.value);
  tools.clock.start();
  const value = tools.lua.run({
    chunkName: screen.scriptFile,
    source: source.value.bytes,
    globals: { ...tools.facts, fonts: reads.fonts(tools.fonts) },
    limits: {
      cpuMs: LIMITS.scriptCpuMs,
      memoryBytes: LIMITS.scriptMemoryBytes,
      wallMs: leftMs(job.deadline),
    },
    host: {
      http: (request) => fetchInTime(tools, job, { ...request, publicOnly: reach.isPublicOnly() }),
      processImage: (request) => processInTime(tools, job, request),
      readData: (name) => readData(tools, job, name),
      readModule: (name) => reach.noted(readBeside(screen, name, reads.file)),
      readAsset: (name) =>
        reach.noted(readOwnFile(screen, joinPath(screen.dir, name), SCRIPT_ASSET_BYTES, reads.file)),
      log: (level, message, place) => {
        const line = { level, message, place };
        reads.line(line);
        tools.log(job, line);
      },
      pause: () => tools.slicer.pause(),
      nowMs: () => job.nowMs ?? Date.now(),
      noteClock: (window) => reads.clock(window),
      noteUnrepeatable: (why) => {
        reads.unrepeatable(why);
        if (why === 'cpu_time' || why === 'random') tools.once.happened = true;
      },
      threadCpuMs,
      noteOverrun: (where) => tools.noteOverrun(job, where),
    },
  });
  tools.clock.stop();
  return value.ok ? interpretScriptOutput(value.value, screen.scriptFile) : value;
}

/** Fetch with a time limit that leaves the script time to deal with the answer, so that its error can name a line. */
function fetchInTime(tools: JobTools, job: ComposeJob, request: FetchRequest): FetchAnswer {
  const mostMs = Math.floor(spareMs(job));
  const inTime = { ...request, timeoutMs: Math.min(request.timeoutMs, mostMs) };
  const question = { request: inTime, isRepeatable: isRepeatable(tools, job) };
  const tooLarge = oversize(request);
  if (tooLarge !== null) return { ok: false, error: tooLarge };
  const answer = mostMs === 0 ? NO_TIME_TO_ASK : waiting(tools, () => tools.fetch(job, question));
  if (!answer.ok && mostMs < request.timeoutMs) endIfLate(job);
  tools.reads.http(request, answer);
  return answer;
}

/** True when the job would come to the same place if it ran again from the start, and soon. */
function isRepeatable({ slicer, once }: JobTools, job: ComposeJob): boolean {
  return job.nowMs !== undefined && !once.happened && slicer.cpuMs < MAX_REPEATED_CPU_MS;
}

function readData(tools: JobTools, job: ComposeJob, name: string): DataAnswer {
  const answer = waiting(tools, () => tools.readData(job, name));
  tools.reads.data(name, answer);
  return answer;
}

/** Process a picture while there is time; the main thread bounds what it takes. */
function processInTime(tools: JobTools, job: ComposeJob, request: ImageRequest): ImageAnswer {
  const question = { request, isRepeatable: isRepeatable(tools, job) };
  const answer =
    spareMs(job) === 0 ? NO_TIME_TO_DRAW : waiting(tools, () => tools.processImage(job, question));
  if (!answer.ok) {
    tools.reads.unrepeatable('failed_read');
    if (spareMs(job) === 0) endIfLate(job);
  }
  return answer;
}

/**
 * End a run that had no time for an answer because it had waited for its thread: the screen is not to blame.
 * @throws {RunEnd}
 */
function endIfLate({ placeMs }: ComposeJob): void {
  if (placeMs > LATE_MS) throw new RunEnd('overloaded', 'the server is busy');
}

/** Wait for the main thread, which does not count as computing. */
function waiting<T>({ slicer, stages }: JobTools, wait: () => T): T {
  return slicer.waiting(() => stages.during('upstream', wait));
}

/** Time that a job may spend waiting: the template still has to run. */
function spareMs({ deadline }: ComposeJob): number {
  return leftMs(reserving(deadline, LIMITS.composeReserveMs));
}

function runTemplate(tools: JobTools, job: ComposeJob, output: ScriptOutput): Result<Rendered> {
  const { screen } = job;
  const { reads, reach } = tools;
  const template = readScreenFile(screen.roots, screen.templateFile, LIMITS.sourceFileBytes, reads.file);
  if (!template.ok) return template;
  reach.read(screen.templateFile, template.value);
  return tools.templates.render({
    name: screen.templateFile,
    source: template.value.bytes.toString('utf8'),
    context: { data: output.data, ...tools.facts },
    pause: () => void tools.slicer.pause(),
    load: (name) => {
      const found = reach.noted(readBeside(screen, name, reads.file));
      return found.ok
        ? ok({ name: found.value.name, source: found.value.file.bytes.toString('utf8') })
        : found;
    },
  });
}
