/**
 * Runs a screen as the server would, but with a sample instead of the network: its script with the declared defaults,
 * its template with the script's result, and the check of the SVG. For authors, on their own machine; the server itself
 * never runs screens of a repo that it has just fetched.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { layoutTable } from '../../domain/layout.ts';
import { applyDefaults, checkParams, missingParams } from '../../domain/params.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { joinPath } from '../../platform/files/paths.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';
import { type FetchAnswer, type FetchRequest, HTTP_RESPONSE_BYTES } from '../../screens/fetch/request.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { Composed } from '../jobs/jobs.ts';
import { ComposePool } from '../pool/compose-pool.ts';
import { type Display, sampleDevice } from './displays.ts';
import { type CheckFinding, general } from './finding.ts';
import { judgeTrials, type Trial } from './judge-trials.ts';
import { loadSample, type SampleAnswer, type ScreenSample, sampleFileOf } from './sample.ts';

/**
 * Make a folder that, put before the roots of a screen, hides its script behind one that returns `data`, by the rules
 * of `json_decode`. The caller removes it.
 */
function makeStandIn(scriptFile: string, data: PlainValue): OwnedFolder {
  const folder = makeTempFolder('check-');
  const script = path.join(folder.path, scriptFile);
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(script, `return { data = json_decode(${quoteLua(JSON.stringify(data))}) }\n`);
  return folder;
}

/** A one-line text as a Lua string: in long brackets with one `=` more than follow any `]` in it. */
function quoteLua(text: string): string {
  const runs = [...text.matchAll(/\](=*)/g)].map(([, run = '']) => run.length);
  const level = '='.repeat(runs.reduce((longest, run) => Math.max(longest, run), 0) + 1);
  return `[${level}[${text}]${level}]`;
}

/** Replaces the network in a check: gives the answers of a sample, and refuses all other requests. */
export class SampleHttp {
  readonly #roots: readonly string[];
  readonly #dir: string;
  readonly #answers: ScreenSample['http'];
  /** Requests that had no answer, as `GET https://…`, without their queries: these may carry keys. */
  readonly refused: Set<string> = new Set();

  /** @param place where the sample's files are */
  constructor(
    answers: ScreenSample['http'],
    place: { readonly roots: readonly string[]; readonly dir: string },
  ) {
    this.#answers = answers;
    this.#roots = place.roots;
    this.#dir = place.dir;
  }

  fetch(request: FetchRequest): Promise<FetchAnswer> {
    const { method, url } = request;
    const answer = this.#answers.find(
      (candidate) =>
        (candidate.method === null || candidate.method === method) && url.startsWith(candidate.url),
    );
    if (answer !== undefined) return Promise.resolve(this.#give(answer, request));
    const shown = describeRequest(request);
    this.refused.add(shown);
    return Promise.resolve({ ok: false, error: `${shown}: there is no network in a check` });
  }

  #give({ status, headers, body }: SampleAnswer, request: FetchRequest): FetchAnswer {
    const whole = { ok: true, status, headers, fromCache: false, finalUrl: request.url } as const;
    if ('text' in body) return { ...whole, body: Buffer.from(body.text) };
    const file = joinPath(this.#dir, body.file);
    const read = readScreenFile(this.#roots, file, HTTP_RESPONSE_BYTES);
    if (read.ok) return { ...whole, body: read.value.bytes };
    const why = `the sample's file "${body.file}": ${read.error.message}`;
    return { ok: false, error: `${describeRequest(request)}: ${why}` };
  }
}

/** A request for messages, without its query. */
function describeRequest({ method, url }: FetchRequest): string {
  return `${method} ${url.split(/[?#]/, 1)[0]}`;
}

export interface DryRun {
  readonly findings: readonly CheckFinding[];
  /** The result on each display. */
  readonly trials: readonly Trial[];
}

interface DryRunnerOptions {
  /** The `fonts` table of scripts. */
  readonly fonts: PlainValue;
  /** Receives the log of scripts. */
  readonly log: Logger;
}

/** Runs screens, one after the other. Owns a thread: stop it. */
export class DryRunner {
  readonly #pool: ComposePool;
  readonly #log: Logger;
  /** The replaced network of the running screen. */
  #network = new SampleHttp([], { roots: [], dir: '' });

  constructor({ fonts, log }: DryRunnerOptions) {
    this.#log = log;
    const http = { fetch: (request: FetchRequest) => this.#network.fetch(request) };
    this.#pool = new ComposePool({ log, fonts, threads: 1, http: () => Promise.resolve(http) });
  }

  stop(): Promise<void> {
    return this.#pool.stop(0);
  }

  /** Run a screen on each display, unless its sample is invalid or lacks a value that it needs. */
  async run(screen: Screen, displays: readonly Display[]): Promise<DryRun> {
    const loaded = loadSample(screen.roots, screen.scriptFile);
    if (!loaded.ok) {
      const { file, problems } = loaded.error;
      return { findings: problems.map((problem) => ({ level: 'error', file, ...problem })), trials: [] };
    }
    const { sample, file } = loaded.value;
    const from = file ?? screen.metaFile ?? screen.scriptFile;
    const told = sample.warnings.map(
      (warning): CheckFinding => ({ level: 'warning', file: from, ...warning }),
    );
    const missing = sample.data === undefined ? missingParams(screen.params, sample.params) : [];
    if (missing.length > 0) {
      const sampleName = path.basename(sampleFileOf(screen.scriptFile));
      const message = `not run: give a value in ${sampleName} to params.${missing.join(', params.')}`;
      return { findings: [...told, general('note', from, message)], trials: [] };
    }
    const params = applyDefaults(screen.params, sample.params);
    if (sample.data === undefined) {
      const wrong = checkParams(screen.params, params);
      told.push(...wrong.map(({ message }) => general('warning', from, message)));
    }
    const trials = await this.#tryAll(screen, sample, params, displays);
    const judged = judgeTrials(trials, [...this.#network.refused], screen.scriptFile);
    return { findings: [...told, ...judged], trials };
  }

  async #tryAll(
    screen: Screen,
    sample: ScreenSample,
    params: PlainObject,
    displays: readonly Display[],
  ): Promise<Trial[]> {
    this.#network = new SampleHttp(sample.http, screen);
    const standIn = sample.data === undefined ? null : makeStandIn(screen.scriptFile, sample.data);
    const staged = standIn === null ? screen : { ...screen, roots: [standIn.path, ...screen.roots] };
    try {
      const trials: Trial[] = [];
      for (const display of displays) {
        const device = { ...sampleDevice(display), ...sample.device };
        trials.push({ display, result: await this.#compose(staged, params, device, display) });
      }
      return trials;
    } finally {
      standIn?.remove();
    }
  }

  async #compose(
    screen: Screen,
    params: PlainObject,
    device: PlainObject,
    display: Display,
  ): Promise<Result<Composed>> {
    const layout = layoutTable(display, display.palette);
    // There is no previous picture, so `skip_update` of a script has no effect: there is always a picture to show.
    const job = { screen, params, device, layout, hasPrevious: false };
    const made = await this.#pool.run(job, {
      deadline: deadlineIn(LIMITS.composeWallMs),
      log: this.#log,
      secrets: [],
    });
    if (!made.ok) return made;
    const { value } = made;
    if (value.kind === 'composed') return ok(value);
    return err({ code: 'script_result', message: 'the script made no picture', file: screen.scriptFile });
  }
}
