/** A Lua machine with exactly the globals that scripts may use. */
import { sha256Hex } from '../../platform/base/hash.ts';
import type { WasmModule } from '../../platform/base/web-assembly.ts';
import { LineFinder } from './file-line.ts';
import { ALL_FUNCTIONS } from './groups.ts';
import { LuaMachine, type MachineHooks } from './lua-machine.ts';
import { LuaRaise, LuaStack } from './lua-stack.ts';
import { LUA_REGISTRY, type Pointer } from './lua-wasm.ts';
import type { RunContext } from './run-context.ts';
import { buildSandbox, REGISTRY_GLOBALS } from './sandbox-build.ts';

/** Callbacks into the runtime. */
export interface SandboxOwner {
  /** The run itself, inside a protected call. */
  main(L: Pointer): number;
  /** The script has not caught an error; its value is at index 1 of `L`. */
  handleError(L: Pointer): number;
  /** Called every fraction of a millisecond while Lua runs; may throw to end the run. */
  meter(): void;
  /** Called before an instruction after `interruptAtNextInstruction`; may throw to end the run. */
  interrupt(L: Pointer): void;
}

/** Callback numbers; those of the groups' functions follow. */
const MAIN = 0;
const HANDLER = 1;
const FIRST_FUNCTION = 2;
/** More nested calls than any sensible script has: if memory runs out at this depth, recursion is the cause. */
const RECURSION_CALLS = 5_000;

/** A sandbox, which runs one script after another. */
export class Sandbox {
  readonly machine: LuaMachine;
  readonly lua: LuaStack;
  readonly places: LineFinder;
  /** The current run; null between runs. */
  current: RunContext | null = null;
  readonly #owner: SandboxOwner;

  constructor(module: WasmModule, adapter: WasmModule, owner: SandboxOwner) {
    this.#owner = owner;
    this.machine = new LuaMachine(module, adapter, ALL_FUNCTIONS.length + FIRST_FUNCTION, this.#hooks());
    this.lua = new LuaStack(this.machine);
    this.places = new LineFinder(this.lua);
    this.lua.beforeRaw = (index) => this.current?.facts.fill(this.lua, index);
    buildSandbox(this.lua, FIRST_FUNCTION);
    this.machine.takeSnapshot();
  }

  /** Compile the adapter, which all sandboxes can share. */
  static adapter(): WasmModule {
    return LuaMachine.adapter(ALL_FUNCTIONS.length + FIRST_FUNCTION);
  }

  /** Call the owner's `main` in a protected call, and return Lua's status. */
  protectedMain(): number {
    const { exports, L } = this.machine;
    exports.lua_pushcclosure(L, this.machine.slot(MAIN), 0);
    return exports.lua_pcallk(L, 0, 0, 0, 0, 0);
  }

  /** Set a run's global tables, and the seed of `math.random`, which depends on the script's name only. */
  setGlobals({ job, facts }: RunContext): void {
    const { lua } = this;
    const { api, L } = lua;
    api.lua_rawgeti(L, LUA_REGISTRY, REGISTRY_GLOBALS);
    const globals = lua.top;
    for (const [name, value] of Object.entries(job.globals)) {
      facts.push(lua, name, value);
      lua.setField(globals, name);
    }
    lua.field(globals, 'math');
    lua.field(globals + 1, 'randomseed');
    api.lua_pushinteger(L, BigInt(`0x${sha256Hex(job.chunkName).slice(0, 15)}`));
    api.lua_callk(L, 1, 0, 0, 0);
    lua.pop(2);
  }

  /** Push the function that receives uncaught errors. */
  pushErrorHandler(): void {
    this.lua.api.lua_pushcclosure(this.lua.L, this.machine.slot(HANDLER), 0);
  }

  #hooks(): MachineHooks {
    return {
      call: (callback, L) => this.#call(callback, L),
      meter: () => this.#owner.meter(),
      interrupt: (L) => this.#owner.interrupt(L),
      nowMs: () => {
        this.current?.noteUnrepeatable('random');
        return this.current?.job.host.nowMs() ?? 0;
      },
      memoryRefused: () => {
        const { current } = this;
        if (current === null) return;
        current.refusedAt = this.places.find(this.machine.L, current.chunks);
        current.refusedInRecursion = this.places.isDeep(this.machine.L, RECURSION_CALLS);
      },
    };
  }

  /** Called by Lua for a function in TypeScript. */
  #call(callback: number, L: Pointer): number {
    const { lua } = this;
    const outer = lua.L;
    lua.L = L;
    try {
      if (callback === MAIN) return this.#owner.main(L);
      if (callback === HANDLER) return this.#owner.handleError(L);
      return this.#callFunction(callback - FIRST_FUNCTION);
    } catch (error) {
      if (!(error instanceof LuaRaise)) throw error;
      lua.api.luaL_where(L, 1);
      const where = lua.text(-1) ?? '';
      lua.pushText(where + error.message);
      return lua.api.lua_error(L);
    } finally {
      lua.L = outer;
    }
  }

  #callFunction(number: number): number {
    const { current, lua } = this;
    const entry = ALL_FUNCTIONS[number];
    if (entry === undefined || current === null) throw new LuaRaise('this function does not exist');
    const results = entry(lua, current);
    // The meter does not count work outside of Lua, so a loop over slow functions would rarely reach zero.
    current.checkpoint();
    return results;
  }
}
