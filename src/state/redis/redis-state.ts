/** The state in Redis or Valkey, shared by several servers. */
import { BLOB_KINDS, forEachKind, JOURNAL_KINDS, PUSH_KINDS, RECORD_KINDS } from '../kinds.ts';
import type { State } from '../state.ts';
import type { RedisAddress } from '../state-url.ts';
import type { IdentityCheck } from '../unreadable.ts';
import type { MethodTimer, StateObserver } from '../watch.ts';
import { checkRedis } from './check-redis.ts';
import { RedisEngine } from './engine.ts';
import { redisAnswers, redisBlobs, redisMemory, redisPushes } from './redis-blobs.ts';
import { RedisConfig } from './redis-config.ts';
import { RedisDevices } from './redis-devices.ts';
import { redisHistory, redisJournal } from './redis-journals.ts';
import { RedisNotices } from './redis-notices.ts';
import { redisLeases, redisRecords, redisSecret, redisServers } from './redis-servers.ts';

/**
 * Resolves after the first try to connect. A server that cannot be reached is tried again by itself; meanwhile the state is down.
 * @throws {StateError} unusable: the server says that it cannot be used so
 */
export async function openRedis(
  address: RedisAddress,
  watch: MethodTimer,
  observer: StateObserver | null,
  commandMs: number,
  isIdentity: IdentityCheck,
): Promise<State> {
  const engine = new RedisEngine(address, observer, commandMs);
  const notices = new RedisNotices(engine, watch, address);
  await engine.start();
  if (engine.failure?.kind === 'unusable') {
    const { failure } = engine;
    engine.close();
    throw failure;
  }
  await notices.start();
  engine.onChange((isUp) => {
    if (isUp) notices.renew();
  });
  const devices = new RedisDevices(engine, watch, isIdentity);
  return {
    ...forEachKind(JOURNAL_KINDS, (kind) => redisJournal(engine, watch, kind)),
    ...forEachKind(BLOB_KINDS, (kind) => redisBlobs(engine, watch, kind)),
    ...forEachKind(RECORD_KINDS, (kind) => redisRecords(engine, watch, kind)),
    ...forEachKind(PUSH_KINDS, (kind) => redisPushes(engine, watch, kind)),
    engine: 'redis',
    isLasting: true,
    isShared: true,
    devices,
    rememberOnce: redisMemory(engine, watch),
    answers: redisAnswers(engine, watch),
    history: redisHistory(engine, watch),
    config: new RedisConfig(engine, watch),
    leases: redisLeases(engine, watch),
    servers: redisServers(engine, watch),
    urlSecret: redisSecret(engine, watch),
    notices,
    health: engine,
    setAside: engine.setAside,
    check: () => checkRedis(engine, devices),
    close: async () => {
      notices.close();
      engine.close();
    },
  };
}
