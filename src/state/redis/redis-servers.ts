/** What servers share in Redis besides devices and config: repos, alerts, leases, who lives, and the secret of URLs. */
import type { RecordKind } from '../kinds.ts';
import type { LeaseState, RecordState, SecretState, ServerState } from '../state.ts';
import { boundedMs, checkKey, checkRecord } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, type Reply, redisScript } from './engine.ts';
import { listOf } from './reply.ts';

/** KEYS: records, fences. ARGV: name, record, fence. */
const PUT_RECORD =
  redisScript(`if (tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') or 0) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 1`);

export function redisRecords(engine: RedisEngine, watch: MethodTimer, kind: RecordKind): RecordState {
  const records = engine.key(kind);
  const fences = engine.key(kind, 'fences');
  return {
    put: (name, record, fence) =>
      watch(`${kind}.put`, async () => {
        checkKey(name);
        checkRecord(`a record of ${kind}`, record);
        return (await engine.quick.run(PUT_RECORD, [records, fences], [name, record, fence])) === 1;
      }),
    get: (name) =>
      watch(`${kind}.get`, async () => (await engine.quick.send('HGET', records, name)) as string | null),
    all: () => watch(`${kind}.all`, async () => pairs(await engine.quick.send('HGETALL', records))),
    forget: (name) =>
      watch(`${kind}.forget`, async () => {
        await Promise.all([
          engine.quick.send('HDEL', records, name),
          engine.quick.send('HDEL', fences, name),
        ]);
      }),
  };
}

/** KEYS: lease, fence. ARGV: holder, ms. The fence stays when the lease is over. */
const TAKE = redisScript(`if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local fence = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], fence .. ' ' .. ARGV[1], 'PX', ARGV[2])
return fence`);

/** KEYS: lease. ARGV: fence, ms; with 0 ms the lease ends. */
const KEEP = redisScript(`local held = redis.call('GET', KEYS[1])
if not held or string.match(held, '^%d+') ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

export function redisLeases(engine: RedisEngine, watch: MethodTimer): LeaseState {
  const keyOf = (job: string): string => engine.key('lease', `{${job}}`);
  return {
    take: (job, holder, ms) =>
      watch('leases.take', async () => {
        checkKey(job);
        checkKey(holder);
        const keys = [keyOf(job), engine.key('lease', `{${job}}`, 'fence')];
        const fence = Number(await engine.quick.run(TAKE, keys, [holder, boundedMs(ms)]));
        return fence === 0 ? null : { job, fence };
      }),
    renew: ({ job, fence }, ms) =>
      watch(
        'leases.renew',
        async () => (await engine.quick.run(KEEP, [keyOf(job)], [fence, boundedMs(ms)])) === 1,
      ),
    release: ({ job, fence }) =>
      watch('leases.release', async () => {
        await engine.quick.run(KEEP, [keyOf(job)], [fence, 0]);
      }),
    holder: (job) =>
      watch('leases.holder', async () => {
        const held = await engine.quick.send('GET', keyOf(job));
        return typeof held === 'string' ? held.slice(held.indexOf(' ') + 1) : null;
      }),
  };
}

/** KEYS: ids, server. ARGV: id, info, ms, until, now. The list of ids ends with the last of its servers. */
const ANNOUNCE = redisScript(`redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[5])
return 1`);

/** Names of servers that are gone stay so long, for clocks that differ; whether they live says their own key. */
const SLACK_MS = 60_000;

export function redisServers(engine: RedisEngine, watch: MethodTimer): ServerState {
  const ids = engine.key('servers');
  const keyOf = (id: string): string => engine.key('r', id);
  return {
    announce: (id, info, ms) =>
      watch('servers.announce', async () => {
        checkKey(id);
        checkRecord('what a server says', info);
        const nowMs = Date.now();
        const args = [id, info, boundedMs(ms), nowMs + boundedMs(ms) + SLACK_MS, nowMs];
        await engine.quick.run(ANNOUNCE, [ids, keyOf(id)], args);
      }),
    withdraw: (id) =>
      watch('servers.withdraw', async () => {
        await Promise.all([engine.quick.send('UNLINK', keyOf(id)), engine.quick.send('ZREM', ids, id)]);
      }),
    all: () =>
      watch('servers.all', async () => {
        const names = listOf<string>(await engine.quick.send('ZRANGE', ids, 0, -1));
        if (names.length === 0) return new Map();
        const infos = listOf<string | null>(await engine.quick.send('MGET', ...names.map(keyOf)));
        return new Map(
          names.flatMap((name, index) => {
            const info = infos[index] ?? null;
            return info === null ? [] : [[name, info] as const];
          }),
        );
      }),
  };
}

export function redisSecret(engine: RedisEngine, watch: MethodTimer): SecretState {
  const key = engine.key('cfg', 'urlsecret');
  const get = async (): Promise<string | null> => (await engine.quick.send('GET', key)) as string | null;
  return {
    settle: (candidate) =>
      watch('urlSecret.settle', async () => {
        checkRecord('a secret', candidate);
        const isOurs = (await engine.quick.send('SET', key, candidate, 'NX')) !== null;
        return isOurs ? candidate : ((await get()) ?? candidate);
      }),
    get: () => watch('urlSecret.get', get),
  };
}

/** Names and values that follow each other, as HGETALL answers. */
function pairs(reply: Reply): ReadonlyMap<string, string> {
  const flat = listOf<string>(reply);
  return new Map(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [])),
  );
}
