/** What is pushed, on shelves: heads apart from bodies, so that a list of all reads the heads only. */
import { PUSHES, type PushKind } from '../kinds.ts';
import type { PushState } from '../state.ts';
import { boundedMs, checkPush } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing } from './backing.ts';

export function localPushes(backing: Backing, watch: MethodTimer, kind: PushKind): PushState {
  // All kinds lie on the same shelves.
  const heads = backing.expiring('pushHeads');
  const bodies = backing.expiring('pushBodies');
  const prefix = `${kind} `;
  const all = (): readonly (readonly [string, string])[] =>
    [...heads.entries()].flatMap(([key, head]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), head.toString()] as const] : [],
    );
  return {
    put: (name, push, ms) =>
      watch(`${kind}.put`, () => {
        checkPush(kind, name, push);
        const key = prefix + name;
        return backing.change(() => {
          if (heads.get(key) === null && all().length >= PUSHES[kind].names) return false;
          const untilMs = backing.nowMs() + boundedMs(ms);
          heads.put(key, Buffer.from(push.head), untilMs);
          bodies.put(key, push.body, untilMs);
          return true;
        }, push.body.length);
      }),
    get: (name) =>
      watch(`${kind}.get`, () => {
        const head = heads.get(prefix + name);
        const body = bodies.get(prefix + name);
        return head === null || body === null ? null : { head: head.toString(), body };
      }),
    heads: () => watch(`${kind}.heads`, () => new Map(all())),
    remove: (name) =>
      watch(`${kind}.remove`, () =>
        backing.change(() => {
          heads.remove(prefix + name);
          bodies.remove(prefix + name);
        }),
      ),
  };
}
