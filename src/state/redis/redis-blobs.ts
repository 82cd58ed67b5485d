/** What expires in Redis: contents, pictures, answers, and keys that are remembered once. */
import { randomUUID } from 'node:crypto';
import { BLOBS, type BlobKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { AnswerState, BlobState } from '../state.ts';
import { boundedMs, checkBytes, checkKey } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, type Reply, redisScript } from './engine.ts';

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
