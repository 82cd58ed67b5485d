/** The state of a server without a store: all of it is in memory. */
import { localState } from '../local/local-state.ts';
import type { State } from '../state.ts';
import type { IdentityCheck } from '../unreadable.ts';
import { type MethodTimer, methodTimer } from '../watch.ts';
import { MemoryBacking } from './memory-backing.ts';

/** @param nowMs  ms since 1970 */
export function memoryState(
  nowMs: () => number = Date.now,
  watch: MethodTimer = methodTimer(null),
  isIdentity: IdentityCheck = () => true,
): State {
  return localState('memory', new MemoryBacking(nowMs), watch, isIdentity);
}
