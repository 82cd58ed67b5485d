/** The state in Redis or Valkey, shared by several servers. */
import { STATE_LIMITS } from '../limits.ts';
import type { State } from '../state.ts';
import type { RedisAddress } from '../state-url.ts';
import type { IdentityCheck } from '../unreadable.ts';
import type { StateObserver, Watch } from '../watch.ts';
import { checkRedis } from './check-redis.ts';
import { RedisEngine } from './engine.ts';
import { redisAnswers, redisBlobs, redisMemory } from './redis-blobs.ts';
import { RedisConfig } from './redis-config.ts';
import { RedisDevices } from './redis-devices.ts';
import { redisHistory, redisJournal } from './redis-journals.ts';
import { RedisNotices } from './redis-notices.ts';
import { redisPushes } from './redis-pushes.ts';
import { redisLeases, redisRecords, redisSecret, redisServers } from './redis-servers.ts';

/**
 * Resolves after the first try to connect. A server that cannot be reached is tried again by itself; meanwhile the state is down.
 * @throws {StateError} unusable: the server says that it cannot be used so
 */
export async function openRedis(
  address: RedisAddress,
  watch: Watch,
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
    engine: 'redis',
    devices,
    rememberOnce: redisMemory(engine, watch),
    contents: redisBlobs(engine, watch, { name: 'contents', letter: 's', ms: STATE_LIMITS.contentMs }),
    pictures: redisBlobs(engine, watch, { name: 'pictures', letter: 'p', ms: STATE_LIMITS.pictureMs }),
    pushedPictures: redisPushes(engine, watch, 'pushedPictures'),
    pushedData: redisPushes(engine, watch, 'pushedData'),
    answers: redisAnswers(engine, watch),
    logs: redisJournal(engine, watch, 'logs'),
    events: redisJournal(engine, watch, 'events'),
    unproven: redisJournal(engine, watch, 'unproven'),
    trail: redisJournal(engine, watch, 'trail'),
    history: redisHistory(engine, watch),
    audit: redisJournal(engine, watch, 'audit'),
    config: new RedisConfig(engine, watch),
    repos: redisRecords(engine, watch, 'repos'),
    alerts: redisRecords(engine, watch, 'alerts'),
    sensitive: redisRecords(engine, watch, 'sensitive'),
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
