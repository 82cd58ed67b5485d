/** What expires: contents, pictures, answers, pushes, and keys that are remembered once. */

import { randomUUID } from 'node:crypto';
import { BLOBS, type BlobKind, PUSHES, type PushKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { AnswerState, BlobState, PushState } from '../state.ts';
import { boundedMs, checkBytes, checkKey, checkPush } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing } from './backing.ts';

const NOTHING = Buffer.alloc(0);

/** Contents or pictures, which are kept for a time after each `put`. */
export function localBlobs(backing: Backing, watch: MethodTimer, kind: BlobKind): BlobState {
  const { ms } = BLOBS[kind];
  const shelf = backing.expiring(kind);
  return {
    put: (hash, bytes) =>
      watch(`${kind}.put`, () => {
        checkKey(hash);
        checkBytes('a blob', bytes, STATE_LIMITS.blobBytes);
        return backing.change(() => {
          const untilMs = backing.nowMs() + ms;
          if (shelf.extend(hash, untilMs)) return false;
          shelf.put(hash, bytes, untilMs);
          return true;
        }, bytes.length);
      }),
    get: (hash) => watch(`${kind}.get`, () => shelf.get(hash)),
  };
}

export function localAnswers(backing: Backing, watch: MethodTimer): AnswerState {
  const answers = backing.expiring('answers');
  const flights = backing.expiring('flights');
  return {
    put: (digest, bytes, ms) =>
      watch('answers.put', () => {
        checkKey(digest);
        checkBytes('an answer', bytes, STATE_LIMITS.blobBytes);
        return backing.change(
          () => answers.put(digest, bytes, backing.nowMs() + boundedMs(ms)),
          bytes.length,
        );
      }),
    get: (digest) => watch('answers.get', () => answers.get(digest)),
    takeFlight: (digest) =>
      watch('answers.takeFlight', () => {
        checkKey(digest);
        const token = randomUUID();
        return backing.change(() => {
          if (flights.get(digest) !== null) return null;
          flights.put(digest, Buffer.from(token), backing.nowMs() + STATE_LIMITS.flightMs);
          return token;
        });
      }),
    landFlight: (digest, token) =>
      watch('answers.landFlight', () =>
        backing.change(() => {
          if (flights.get(digest)?.toString() === token) flights.remove(digest);
        }),
      ),
  };
}

/** `State.rememberOnce`. */
export function localMemory(
  backing: Backing,
  watch: MethodTimer,
): (key: string, ms: number) => Promise<boolean> {
  const once = backing.expiring('once');
  return (key, ms) =>
    watch('rememberOnce', () => {
      checkKey(key);
      return backing.change(() => {
        if (once.get(key) !== null) return false;
        once.put(key, NOTHING, backing.nowMs() + boundedMs(ms));
        return true;
      });
    });
}

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
