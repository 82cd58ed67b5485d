/** Checks the syntax of Lua source with the interpreter that runs it, without running it. */
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err } from '../../platform/base/result.ts';
import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import type { ScriptHost } from '../../screens/script/script-run.ts';

/** A statement before the source that ends the chunk; on the same line, so that line numbers stay the same. */
const LEAVE = Buffer.from('do return end ');

const NOTHING_THERE = err({ code: 'asset_missing', message: 'nothing is run here' } as const);

/** The script never gets to request anything. */
const SILENT_HOST: ScriptHost = {
  http: () => ({ ok: false, error: 'nothing is run here' }),
  readModule: () => NOTHING_THERE,
  readAsset: () => NOTHING_THERE,
  log: () => {},
  nowMs: () => Date.now(),
};

/** Why a source cannot be loaded; null when it can. Limited in time and memory like a run. */
export function checkLuaSyntax(lua: LuaRuntime, file: string, source: Uint8Array): Failure | null {
  const result = lua.run({
    chunkName: file,
    source: Buffer.concat([LEAVE, source]),
    globals: {},
    host: SILENT_HOST,
    limits: {
      cpuMs: LIMITS.scriptCpuMs,
      wallMs: LIMITS.scriptCpuMs,
      memoryBytes: LIMITS.scriptMemoryBytes,
    },
  });
  return result.ok ? null : result.error;
}
