/** `require` and `read_asset`: the screen's own files. */
import { describeFailure } from '../../../platform/base/failure.ts';
import { err, type Result } from '../../../platform/base/result.ts';
import { type FunctionGroup, textArgument } from '../function-group.ts';
import { loadChunk } from '../load-chunk.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { LUA_STATUS } from '../lua-wasm.ts';
import { hintForModule, moduleFiles, STANDARD_MODULES } from '../module-files.ts';
import type { RunContext } from '../run-context.ts';
import type { FoundFile } from '../script-run.ts';

/** The first file that a name may mean; without any, the failure of the first, which is the one that was meant. */
function readModule(name: string, run: RunContext): Result<FoundFile> {
  if (name.endsWith('.lua')) {
    return err({ code: 'asset_missing', message: `leave out the ".lua" of "${name.slice(0, 80)}"` });
  }
  let first: Result<FoundFile> | null = null;
  for (const path of moduleFiles(name)) {
    const found = run.job.host.readModule(path);
    if (found.ok || found.error.code !== 'asset_missing') return found;
    first ??= found;
  }
  return first ?? err({ code: 'asset_missing', message: 'a module needs a name' });
}

/**
 * The native part of `require(name)`: pushes the file's name and its function. Without such a file it pushes nil, nil and
 * a message; for a syntax error the file's name, nil and the error.
 */
function findModule(lua: LuaStack, run: RunContext): number {
  const module = textArgument(lua, 1, 'require');
  const found = readModule(module, run);
  if (!found.ok) {
    lua.pushNil();
    lua.pushNil();
    lua.pushText(`require: ${describeFailure(found.error)}${hintForModule(module)}`);
    return 3;
  }
  const { name, file } = found.value;
  lua.pushText(name);
  if (loadChunk(lua, file.bytes, run.addChunk(name)) === LUA_STATUS.ok) return 2;
  lua.pushNil();
  lua.api.lua_rotate(lua.L, -2, 1);
  return 3;
}

const STANDARD_FIELDS = [...STANDARD_MODULES]
  .map((name) => `${name} = globals.${name}`)
  .join(', ')
  .replace('globals._G', 'globals');

/** In Lua, so that a module may yield, and its errors keep their stack. */
const PRELUDE = `
local globals, _, _, original = ...
local find, error, type, setmetatable = globals.require, original.error, original.type, original.setmetatable
local concat, remove = globals.table.concat, globals.table.remove
local files, values, loading = {}, {}, {}
-- As they are now: what a script does to its globals changes nothing.
local standard = {${STANDARD_FIELDS}}
local leaving = { __close = function(guard)
  for n = #loading, 1, -1 do
    if loading[n] == guard.file then remove(loading, n) end
  end
end }
function globals.require(name)
  if type(name) ~= "string" then
    error("bad argument #1 to 'require' (string expected, got " .. type(name) .. ")", 2)
  end
  if standard[name] then return standard[name] end
  local kept = values[files[name]]
  if kept then return kept.value, files[name] end
  local file, chunk, problem = find(name)
  if not file then error(problem, 2) end
  files[name] = file
  if not chunk then error(problem, 0) end
  -- Two names may mean one file.
  if values[file] then return values[file].value, file end
  for n = 1, #loading do
    if loading[n] == file then
      error("require: modules need each other: " .. concat(loading, " -> ", n) .. " -> " .. file, 2)
    end
  end
  loading[#loading + 1] = file
  local guard <close> = setmetatable({ file = file }, leaving)
  local value = chunk(name, file)
  if value == nil then value = true end
  values[file] = { value = value }
  return value, file
end`;

export const filesGroup: FunctionGroup = {
  functions: {
    require: findModule,
    read_asset: (lua, run) => {
      const found = run.job.host.readAsset(textArgument(lua, 1, 'read_asset'));
      if (!found.ok) throw new LuaRaise(`read_asset: ${describeFailure(found.error)}`);
      lua.pushBytes(found.value.file.bytes);
      return 1;
    },
  },
  prelude: PRELUDE,
};
