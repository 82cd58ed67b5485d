/** What is pushed, on shelves: heads apart from bodies, so that a list of all reads the heads only. */
import { type PushKind, STATE_LIMITS } from '../limits.ts';
import type { PushState } from '../state.ts';
import { boundedMs, checkPush } from '../values.ts';
import type { Watch } from '../watch.ts';
import type { Backing, ExpiringShelf } from './backing.ts';

export function localPushes(backing: Backing, watch: Watch, kind: PushKind): PushState {
  const { heads, bodies } = shelvesOf(backing);
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
          if (heads.get(key) === null && all().length >= STATE_LIMITS.pushes[kind].names) return false;
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

interface PushShelves {
  readonly heads: ExpiringShelf;
  readonly bodies: ExpiringShelf;
}

/** Both kinds lie on the same shelves. */
const shelves = new WeakMap<Backing, PushShelves>();

function shelvesOf(backing: Backing): PushShelves {
  const made = shelves.get(backing) ?? {
    heads: backing.expiring('pushHeads'),
    bodies: backing.expiring('pushBodies'),
  };
  shelves.set(backing, made);
  return made;
}
