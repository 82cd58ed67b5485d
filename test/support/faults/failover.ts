/** Scenario: the servers follow Sentinel from a Redis that dies to its replica. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startRedis } from '../state/redis-server.ts';
import { until } from '../waiting.ts';
import { adopts, checkDevices, type SharingServers } from './pair.ts';
import type { Ending, Scene } from './scene.ts';

export interface Replicated extends SharingServers {
  /** Kill the master. */
  kill(): Promise<void>;
}

/** Two servers on a Redis with a replica, which one sentinel watches. */
export async function openReplicated(ending: Ending, scene: Scene): Promise<Replicated> {
  const [master, replica] = [await startRedis(), await startRedis()];
  await replica.command(`REPLICAOF 127.0.0.1 ${master.port}`);
  const file = path.join(scene.folder(), 'sentinel.conf');
  writeFileSync(
    file,
    [
      `sentinel monitor main 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
    ].join('\n'),
  );
  const sentinel = await startRedis([], undefined, file);
  ending.after(async () => {
    for (const redis of [sentinel, replica, master]) await redis.kill();
  });
  await until(async () => (await sentinel.command('SENTINEL REPLICAS main')).includes(String(replica.port)));
  await until(async () => (await replica.command('INFO replication')).includes('master_link_status:up'));
  const env = { STORE_URL: `redis+sentinel://127.0.0.1:${sentinel.port}/main` };
  const servers = [await scene.server(env), await scene.server(env)];
  scene.fleet.urls = servers.map(({ url }) => url);
  return { env, servers, redis: replica, strangers: 0, kill: () => master.kill() };
}

/** The master dies under load: known devices are served all the time, new ones when the replica is the master. */
export async function failOver(replicated: Replicated, scene: Scene): Promise<void> {
  const { fleet, tally } = scene;
  fleet.start(2);
  await replicated.kill();
  const begin = performance.now();
  await until(() => adopts(replicated), 'new devices are adopted on both servers');
  tally.noteFault('Redis killed, and its replica the master', performance.now() - begin);
  await fleet.rest();
  await checkDevices(replicated, scene);
}
