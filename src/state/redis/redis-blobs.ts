/** What expires in Redis: contents, pictures, answers, pushes, and keys that are remembered once. */

import { randomUUID } from 'node:crypto';
import { BLOBS, type BlobKind, PUSHES, type PushKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { AnswerState, BlobState, PushState } from '../state.ts';
import { boundedMs, checkBytes, checkKey, checkPush } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, type Reply, redisScript } from './engine.ts';
import { listOf } from './reply.ts';

/** Ends a flight. KEYS: flight. ARGV: token. */
const LAND = redisScript(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1`,
);

export function redisBlobs(engine: RedisEngine, watch: MethodTimer, kind: BlobKind): BlobState {
  const { letter, ms } = BLOBS[kind];
  return {
    put: (hash, bytes) =>
      watch(`${kind}.put`, async () => {
        checkKey(hash);
        checkBytes('a blob', bytes, STATE_LIMITS.blobBytes);
        const key = engine.key(letter, hash);
        // Most are there already, and then their bytes need not travel.
        if ((await engine.quick.send('PEXPIRE', key, ms)) === 1) return false;
        return (await engine.quick.send('SET', key, bytes, 'PX', ms, 'NX')) !== null;
      }),
    get: (hash) =>
      watch(`${kind}.get`, async () =>
        bytesOf(await engine.quick.sendForBytes('GET', engine.key(letter, hash))),
      ),
  };
}

export function redisAnswers(engine: RedisEngine, watch: MethodTimer): AnswerState {
  const flightKey = (digest: string): string => engine.key('hl', digest);
  return {
    put: (digest, bytes, ms) =>
      watch('answers.put', async () => {
        checkKey(digest);
        checkBytes('an answer', bytes, STATE_LIMITS.blobBytes);
        await engine.quick.send('SET', engine.key('h', digest), bytes, 'PX', boundedMs(ms));
      }),
    get: (digest) =>
      watch('answers.get', async () =>
        bytesOf(await engine.quick.sendForBytes('GET', engine.key('h', digest))),
      ),
    takeFlight: (digest) =>
      watch('answers.takeFlight', async () => {
        checkKey(digest);
        const token = randomUUID();
        const reply = await engine.quick.send(
          'SET',
          flightKey(digest),
          token,
          'PX',
          STATE_LIMITS.flightMs,
          'NX',
        );
        return reply === null ? null : token;
      }),
    landFlight: (digest, token) =>
      watch('answers.landFlight', async () => {
        await engine.quick.run(LAND, [flightKey(digest)], [token]);
      }),
  };
}

/** `State.rememberOnce`. */
export function redisMemory(
  engine: RedisEngine,
  watch: MethodTimer,
): (key: string, ms: number) => Promise<boolean> {
  return (key, ms) =>
    watch('rememberOnce', async () => {
      checkKey(key);
      return (await engine.quick.send('SET', engine.key('n', key), '', 'PX', boundedMs(ms), 'NX')) !== null;
    });
}

function bytesOf(reply: Reply): Buffer | null {
  return Buffer.isBuffer(reply) ? reply : null;
}

/** KEYS: names, push. ARGV: name, head, body, ms, most names. The clock is that of Redis, which also expires the push. */
const PUT = redisScript(`local now = redis.call('TIME')
local nowMs = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', nowMs)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[2], 'head', ARGV[2], 'body', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('ZADD', KEYS[1], nowMs + tonumber(ARGV[4]), ARGV[1])
return 1`);

export function redisPushes(engine: RedisEngine, watch: MethodTimer, kind: PushKind): PushState {
  const { letter } = PUSHES[kind];
  const names = engine.key(letter);
  const keyOf = (name: string): string => engine.key(letter, name);
  const headOf = async (name: string): Promise<readonly (readonly [string, string])[]> => {
    const head = await engine.patient.send('HGET', keyOf(name), 'head');
    return typeof head === 'string' ? [[name, head]] : [];
  };
  return {
    put: (name, push, ms) =>
      watch(`${kind}.put`, async () => {
        checkPush(kind, name, push);
        const args = [name, push.head, push.body, boundedMs(ms), PUSHES[kind].names];
        return (await engine.patient.run(PUT, [names, keyOf(name)], args)) === 1;
      }),
    get: (name) =>
      watch(`${kind}.get`, async () => {
        const [head, body] = listOf<Buffer | null>(
          await engine.patient.sendForBytes('HMGET', keyOf(name), 'head', 'body'),
        );
        return head && body ? { head: head.toString(), body } : null;
      }),
    heads: () =>
      watch(`${kind}.heads`, async () => {
        const all = listOf<string>(await engine.patient.send('ZRANGE', names, 0, -1));
        // Sent together.
        return new Map((await Promise.all(all.map(headOf))).flat());
      }),
    remove: (name) =>
      watch(`${kind}.remove`, async () => {
        await Promise.all([engine.quick.send('UNLINK', keyOf(name)), engine.quick.send('ZREM', names, name)]);
      }),
  };
}
