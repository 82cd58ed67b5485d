/** All engines of the state, each for tests that hold for all of them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { openState, type StateOptions } from '../../../src/state/open-state.ts';
import type { State, StateEngine } from '../../../src/state/state.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** Opens states of one engine. */
export interface EngineUnderTest {
  readonly engine: StateEngine;
  /** True where time is that of `StateOptions.nowMs`. */
  readonly followsClock: boolean;
  /** An empty store. */
  fresh(t: TestContext, options?: StateOptions): Promise<State>;
  /** Two connections to one empty store. */
  pair(t: TestContext, options?: StateOptions): Promise<readonly [State, State]>;
}

/** What the engines do is tested here, not how fast they are: other tests run beside them. */
const PATIENT: StateOptions = { commandMs: 20_000 };

/** Open a state that is closed after the test. */
export async function opened(t: TestContext, url: string, options: StateOptions = {}): Promise<State> {
  const state = await openState(url, options);
  assert.ok(state.ok, state.ok ? '' : state.error);
  t.after(() => state.value.close());
  return state.value;
}

/** The engines, for the tests of one file; Redis runs as long as they do. */
export function enginesUnderTest(): readonly EngineUnderTest[] {
  let server: RedisServer | null = null;
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-states-'));
  let stores = 0;
  before(async () => {
    server = await startRedis();
  });
  after(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const addresses: Readonly<Record<StateEngine, () => string>> = {
    memory: () => '',
    file: () => `file:${path.join(folder, String(stores++))}`,
    redis: () => `${server?.url}?prefix=${stores++}:`,
  };
  return (['memory', 'file', 'redis'] as const).map((engine) => ({
    engine,
    followsClock: engine !== 'redis',
    fresh: (t, options) => opened(t, addresses[engine](), { ...PATIENT, ...options }),
    pair: async (t, options) => {
      const url = addresses[engine]();
      const all = { ...PATIENT, ...options };
      const first = await opened(t, url, all);
      return [first, engine === 'memory' ? first : await opened(t, url, all)];
    },
  }));
}
