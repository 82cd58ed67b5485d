/** What is pushed, in Redis: a hash for each push, and a list of all names by the times at which they end. */
import { PUSHES, type PushKind } from '../kinds.ts';
import type { PushState } from '../state.ts';
import { boundedMs, checkPush } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, redisScript } from './engine.ts';
import { listOf } from './reply.ts';

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
