/** Runs Lua source in the real sandbox, for tests. */
import assert from 'node:assert/strict';
import type { DataAnswer } from '../../../src/domain/pushed-data.ts';
import type { Failure } from '../../../src/platform/base/failure.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { ok, type Result } from '../../../src/platform/base/result.ts';
import type { ClockWindow } from '../../../src/platform/time/clock-window.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../../src/screens/script/image/image-request.ts';
import { LuaRuntime } from '../../../src/screens/script/lua-runtime.ts';
import type { FoundFile, ScriptLimits } from '../../../src/screens/script/script-run.ts';
import { readScreenFile } from '../../../src/screens/sources/files.ts';

export interface LuaOptions {
  readonly chunkName?: string;
  readonly globals?: Readonly<Record<string, PlainValue>>;
  readonly limits?: Partial<ScriptLimits>;
  readonly http?: (request: FetchRequest) => FetchAnswer;
  readonly processImage?: (request: ImageRequest) => ImageAnswer;
  readonly readData?: (name: string) => DataAnswer;
  readonly noteClock?: (window: ClockWindow) => void;
  readonly nowMs?: number;
  /** Files of the screen, modules and assets, by their path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export interface LuaOutcome {
  readonly result: Result<PlainValue>;
  /** `level: message`, in order. */
  readonly logs: readonly string[];
  /** `file:line` of each. */
  readonly places: readonly string[];
  readonly overruns: readonly string[];
}

const runtime = await LuaRuntime.load();

const NO_HTTP: FetchAnswer = { ok: false, error: 'GET: no network in this test' };

/** Run source; returns the result with logs, places and overruns. */
export function runLua(source: string | Uint8Array, options: LuaOptions = {}): LuaOutcome {
  const logs: string[] = [];
  const places: string[] = [];
  const overruns: string[] = [];
  const result = runtime.run({
    chunkName: options.chunkName ?? 'clock.lua',
    source: typeof source === 'string' ? Buffer.from(source, 'utf8') : source,
    globals: options.globals ?? {},
    limits: { cpuMs: 5_000, memoryBytes: 64 * 1024 * 1024, wallMs: 20_000, ...options.limits },
    host: {
      http: options.http ?? (() => NO_HTTP),
      ...(options.processImage === undefined ? {} : { processImage: options.processImage }),
      ...(options.readData === undefined ? {} : { readData: options.readData }),
      ...(options.noteClock === undefined ? {} : { noteClock: options.noteClock }),
      readModule: (name) => readFile(options.files, name),
      readAsset: (name) => readFile(options.files, name),
      log: (level, message, place) => {
        logs.push(`${level}: ${message}`);
        places.push(`${place?.file}:${place?.line}`);
      },
      nowMs: () => options.nowMs ?? 1_700_000_000_000,
      noteOverrun: (where) => void overruns.push(where),
    },
  });
  return { result, logs, places, overruns };
}

function readFile(files: LuaOptions['files'], name: string): Result<FoundFile> {
  const content = files?.[name];
  // Without roots the real reader refuses invalid paths, and finds no file for others.
  if (content === undefined) return readScreenFile([], name, 0) as Result<never>;
  return ok({ name, file: { bytes: Buffer.from(content), fingerprint: '' } });
}

/** The value that the source returns, with ordinary objects instead of those without prototype. */
export function luaValue(source: string, options?: LuaOptions): unknown {
  const { result } = runLua(source, options);
  if (!result.ok) assert.fail(`${result.error.file}:${result.error.line}: ${result.error.message}`);
  return JSON.parse(JSON.stringify(result.value));
}

/** The failure that the source ends with. */
export function luaFailure(source: string, options?: LuaOptions): Failure {
  const { result } = runLua(source, options);
  if (result.ok) assert.fail(`expected a failure, got ${JSON.stringify(result.value)}`);
  return result.error;
}

/** A 200 answer with a body. */
export function answered(
  body: string | Uint8Array,
  more: Partial<Extract<FetchAnswer, { ok: true }>> = {},
): FetchAnswer {
  return {
    ok: true,
    status: 200,
    headers: {},
    body: Buffer.from(body),
    fromCache: false,
    finalUrl: 'http://example.test/',
    ...more,
  };
}
