/** Runs scripts, each in a fresh Lua state. */
import type { Failure } from '../../platform/base/failure.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { WasmModule } from '../../platform/base/web-assembly.ts';
import type { FileLine } from './file-line.ts';
import { ConversionError, readPlain } from './from-lua.ts';
import { loadChunk } from './load-chunk.ts';
import { compileLua, LUA_STATUS, type Pointer } from './lua-wasm.ts';
import { RunContext, RunEnd } from './run-context.ts';
import { Sandbox, type SandboxOwner } from './sandbox.ts';
import { PRELUDE_NAME } from './sandbox-build.ts';
import {
  errorText,
  type RaisedError,
  scriptFailure,
  splitPlace,
  suggestName,
  syntaxHint,
} from './script-failure.ts';
import type { ScriptRun } from './script-run.ts';

/**
 * Time that Lua gets to reach its next instruction after a limit is exceeded, so that the current line is known. It does
 * not reach one within a long library call (a pathological pattern) or in a coroutine.
 */
const INTERRUPT_MS = 20;

/** Runs one script at a time, and keeps the sandbox for the next one. */
export class LuaRuntime {
  readonly #module: WasmModule;
  readonly #adapter: WasmModule;
  #sandbox: Sandbox | null = null;
  /** The error of the current run that no `pcall` has caught. */
  #raised: RaisedError | null = null;
  /** The outcome of the current run. */
  #outcome: Result<PlainValue> | null = null;
  /** When the current run is stopped at the latest (`performance.now()`); 0 before a limit is exceeded. */
  #graceEndMs = 0;

  private constructor(module: WasmModule) {
    this.#module = module;
    this.#adapter = Sandbox.adapter();
  }

  /**
   * Create a runtime with a first sandbox.
   * @param module  the result of `compileLua`; compiled here when it is left out
   */
  static async load(module?: WasmModule): Promise<LuaRuntime> {
    const runtime = new LuaRuntime(module ?? (await compileLua()));
    runtime.#takeSandbox();
    return runtime;
  }

  /**
   * Run a script in this thread and return the value that it returned. Fails with `script_*` for errors of the script and
   * for its limits, and with `overloaded` when the host has ended the run. The time limits hold for Lua code and its
   * library functions, and for parsing and searching HTML; other work for the script is limited by size only.
   */
  run(job: ScriptRun): Result<PlainValue> {
    const sandbox = this.#takeSandbox();
    const run = new RunContext(job);
    run.findPlace = () => sandbox.places.find(sandbox.lua.L, run.chunks);
    this.#raised = null;
    this.#outcome = null;
    this.#graceEndMs = 0;
    sandbox.machine.reset(job.limits.memoryBytes);
    sandbox.current = run;
    try {
      const status = sandbox.protectedMain();
      return this.#outcome ?? err(this.#errorOf(status, sandbox, run));
    } catch (error) {
      return err(this.#thrown(error, run));
    } finally {
      sandbox.current = null;
      if (sandbox.machine.grown) this.#sandbox = null;
    }
  }

  #takeSandbox(): Sandbox {
    this.#sandbox ??= this.#makeSandbox();
    return this.#sandbox;
  }

  #makeSandbox(): Sandbox {
    const owner: SandboxOwner = {
      main: () => this.#main(sandbox),
      handleError: (L) => this.#handleError(sandbox, L),
      meter: () => this.#meter(sandbox),
      interrupt: (L) => this.#interrupt(sandbox, L),
    };
    const sandbox: Sandbox = new Sandbox(this.#module, this.#adapter, owner);
    return sandbox;
  }

  /** The run, inside a protected call: errors of Lua become the status of that call. */
  #main(sandbox: Sandbox): number {
    const { current: run, lua } = sandbox;
    if (run === null) return 0;
    sandbox.setGlobals(run);
    sandbox.pushErrorHandler();
    const handler = lua.top;
    const loaded = loadChunk(lua, run.job.source, run.addChunk(run.job.chunkName));
    if (loaded !== LUA_STATUS.ok) {
      const raised = splitPlace(lua.text(-1) ?? '', run.chunks, PRELUDE_NAME, null);
      const code = loaded === LUA_STATUS.memory ? 'script_memory' : 'script_syntax';
      const hint = code === 'script_syntax' ? syntaxHint(run.job.source, raised.place?.line ?? 1) : '';
      const message = raised.message + hint;
      this.#outcome = err(scriptFailure(code, run.job.chunkName, { ...raised, message }));
      return 0;
    }
    const status = lua.api.lua_pcallk(lua.L, 0, 1, handler, 0, 0);
    if (status !== LUA_STATUS.ok) {
      this.#outcome = err(this.#errorOf(status, sandbox, run));
      return 0;
    }
    this.#outcome = this.#readResult(sandbox, run);
    return 0;
  }

  #readResult(sandbox: Sandbox, run: RunContext): Result<PlainValue> {
    try {
      return ok(readPlain(sandbox.lua, sandbox.lua.top));
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      return err(scriptFailure('script_result', run.job.chunkName, { message: error.message, place: null }));
    }
  }

  /** Called with an error that the script has not caught, while the stack still shows where it was raised. */
  #handleError(sandbox: Sandbox, L: Pointer): number {
    const { current: run, lua } = sandbox;
    if (run === null) return 1;
    const place = sandbox.places.find(L, run.chunks);
    this.#raised = splitPlace(errorText(lua, 1), run.chunks, PRELUDE_NAME, place);
    return 1;
  }

  /** Called by the meter, possibly within a library function. */
  #meter(sandbox: Sandbox): void {
    const { current: run } = sandbox;
    if (run === null) return;
    run.pause();
    const problem = run.time.passed();
    if (problem === null) return;
    if (this.#graceEndMs === 0) {
      this.#graceEndMs = performance.now() + INTERRUPT_MS;
      noteOverrun(run, placeOf(sandbox, run));
      sandbox.machine.interruptAtNextInstruction();
    } else if (performance.now() > this.#graceEndMs) {
      throw new RunEnd('script_timeout', problem, placeOf(sandbox, run));
    }
  }

  #interrupt(sandbox: Sandbox, L: Pointer): void {
    const { current: run } = sandbox;
    const problem = run?.time.passed() ?? null;
    if (run !== null && problem !== null) {
      throw new RunEnd('script_timeout', problem, sandbox.places.find(L, run.chunks));
    }
  }

  #errorOf(status: number, sandbox: Sandbox, run: RunContext): Failure {
    const file = run.job.chunkName;
    if (status === LUA_STATUS.memory) {
      const limit = Math.round(run.job.limits.memoryBytes / 1024 / 1024);
      const message = run.refusedInRecursion
        ? `stack overflow: functions call each other without end, until the ${limit} MiB of memory were full`
        : `the script needs more than its ${limit} MiB of memory`;
      return scriptFailure('script_memory', file, { message, place: run.refusedAt });
    }
    const raised =
      this.#raised ?? splitPlace(sandbox.lua.text(-1) ?? 'an error in an error', run.chunks, '', null);
    const message = suggestName(raised.message, run.job.globals);
    return scriptFailure('script_error', file, { ...raised, message });
  }

  /** The failure for an exception that passed all Lua frames: the end of the run by a limit, or a bug here. */
  #thrown(error: unknown, run: RunContext): Failure {
    const file = run.job.chunkName;
    if (error instanceof RunEnd) return scriptFailure(error.code, file, error);
    this.#sandbox = null;
    const message =
      error instanceof RangeError ? 'stack overflow' : `the Lua engine failed: ${errorMessage(error)}`;
    return scriptFailure('script_error', file, { message, place: null });
  }
}

/** Line of the main state; null when Lua's state is inconsistent and cannot be read. */
function placeOf({ machine, places }: Sandbox, run: RunContext): FileLine | null {
  const stack = machine.exports.stackSave();
  try {
    return places.find(machine.L, run.chunks);
  } catch {
    machine.exports.stackRestore(stack);
    return null;
  }
}

function noteOverrun({ job }: RunContext, place: FileLine | null): void {
  job.host.noteOverrun?.(place === null ? job.chunkName : `${place.file}:${place.line}`);
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
