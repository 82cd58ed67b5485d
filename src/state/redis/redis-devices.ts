/** Devices in Redis: a hash for each, their order in `seen`, and a list for each code. Only commands of Redis 6.2. */
import { STATE_LIMITS } from '../limits.ts';
import type { DeviceState, IdentityOutcome, ListOptions, StoredDevice } from '../state.ts';
import {
  type IdentityCheck,
  isDamage,
  readJsonLine,
  UnreadableDevices,
  unlessDamaged,
  unreadable,
} from '../unreadable.ts';
import { checkDevice, checkIdentity, checkKey, checkRecord, firstRevision } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, type Reply, redisScript } from './engine.ts';
import { journalKeys, monthKeys } from './redis-journals.ts';
import { listOf } from './reply.ts';

const FIELDS = ['identity', 'revision', 'codes', 'contact', 'seen'] as const;

const READ = `redis.call('HMGET', KEYS[1], '${FIELDS.join("', '")}')`;

/** Puts a device at the end of the lists of its codes, whose keys begin at `first`. */
const LIST_CODES = `local function list(id, first, most)
  for i = first, #KEYS do
    redis.call('LREM', KEYS[i], 0, id)
    redis.call('RPUSH', KEYS[i], id)
    redis.call('LTRIM', KEYS[i], -most, -1)
  end
end`;

/** A full Redis refuses what begins with a write that takes memory. KEYS: device, seen, forgotten, codes. ARGV: id, most devices of a code, whether it was known, identity, revision, codes, seen, contact. */
const ADD = redisScript(`${LIST_CODES}
if redis.call('EXISTS', KEYS[1]) == 1 then return {0, ${READ}} end
if ARGV[3] == '1' and redis.call('EXISTS', KEYS[3]) == 1 then return {0, ${READ}} end
redis.call('HSET', KEYS[1], 'identity', ARGV[4], 'revision', ARGV[5], 'codes', ARGV[6], 'seen', ARGV[7])
if ARGV[8] then redis.call('HSET', KEYS[1], 'contact', ARGV[8]) end
redis.call('ZADD', KEYS[2], ARGV[7], ARGV[1])
list(ARGV[1], 4, tonumber(ARGV[2]))
redis.call('DEL', KEYS[3])
return {1, ${READ}}`);

/** KEYS: device, codes before, codes. ARGV: id, most devices of a code, revision, number of codes before, next revision, identity, codes. */
const CHANGE = redisScript(`${LIST_CODES}
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[3] then return {0, ${READ}} end
local before = tonumber(ARGV[4])
for i = 2, before + 1 do redis.call('LREM', KEYS[i], 0, ARGV[1]) end
redis.call('HSET', KEYS[1], 'revision', ARGV[5], 'identity', ARGV[6], 'codes', ARGV[7])
list(ARGV[1], before + 2, tonumber(ARGV[2]))
return {1, ${READ}}`);

/** KEYS: device, seen. ARGV: id, contact, seen. */
const CONTACT = redisScript(`if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'contact', ARGV[2], 'seen', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return 1`);

/** KEYS: device, seen, forgotten, other keys of the device, codes. -1 when the device has changed meanwhile. ARGV: id, revision, seen at the latest, number of other keys, how long it is known. */
const FORGET = redisScript(`local held = redis.call('HMGET', KEYS[1], 'revision', 'seen')
if held[1] ~= ARGV[2] then return -1 end
if (tonumber(held[2]) or 0) > tonumber(ARGV[3]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('SET', KEYS[3], '', 'PX', ARGV[5])
local others = tonumber(ARGV[4])
for i = 4, others + 3 do redis.call('UNLINK', KEYS[i]) end
for i = others + 4, #KEYS do redis.call('LREM', KEYS[i], 0, ARGV[1]) end
return 1`);

/** Greater than any time, and still a number in Lua and in a sorted set. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** The name of the key of a device, without the prefix. */
const DEVICE_KEY = /^d:\{(.*)\}$/;

export class RedisDevices implements DeviceState {
  readonly unreadable = new UnreadableDevices();
  readonly #engine: RedisEngine;
  readonly #watch: MethodTimer;
  readonly #isIdentity: IdentityCheck;

  constructor(engine: RedisEngine, watch: MethodTimer, isIdentity: IdentityCheck) {
    this.#engine = engine;
    this.#watch = watch;
    this.#isIdentity = isIdentity;
    engine.setAside.add('device', this.unreadable);
  }

  claim(id: string, identity: string, codes: readonly string[], nowMs: number): Promise<IdentityOutcome> {
    return this.#watch('devices.claim', async () => {
      checkIdentity(id, identity, codes);
      const device = { id, identity, codes, revision: firstRevision(), contact: null, seenMs: nowMs };
      const { won, device: stored } = await this.#add(device, false);
      return { won, device: stored ?? device };
    });
  }

  putBack(
    id: string,
    identity: string,
    codes: readonly string[],
    nowMs: number,
  ): Promise<IdentityOutcome<StoredDevice | null>> {
    return this.#watch('devices.putBack', () => {
      checkIdentity(id, identity, codes);
      const revision = firstRevision();
      return this.#add({ id, identity, codes, revision, contact: null, seenMs: nowMs }, true);
    });
  }

  changeIdentity(
    id: string,
    revision: number,
    identity: string,
    codes: readonly string[],
  ): Promise<IdentityOutcome<StoredDevice | null>> {
    return this.#watch('devices.changeIdentity', async () => {
      checkIdentity(id, identity, codes);
      // The codes of a revision never change, so those that are read now are those that the script removes.
      const stored = await this.#read(id);
      if (stored?.revision !== revision) return { won: false, device: stored };
      const keys = [this.#device(id), ...this.#codes(stored.codes), ...this.#codes(codes)];
      const head = [id, STATE_LIMITS.devicesPerCode, revision, stored.codes.length];
      const reply = await this.#engine.quick.run(CHANGE, keys, [
        ...head,
        revision + 1,
        identity,
        JSON.stringify(codes),
      ]);
      const [won, fields] = listOf<Reply>(reply);
      return { won: won === 1, device: this.#toDevice(id, fields) };
    });
  }

  noteContact(id: string, contact: string, seenMs: number): Promise<boolean> {
    return this.#watch('devices.noteContact', async () => {
      checkKey(id);
      checkRecord('a contact', contact);
      const keys = [this.#device(id), this.#seen];
      return (await this.#engine.quick.run(CONTACT, keys, [id, contact, seenMs])) === 1;
    });
  }

  get(id: string): Promise<StoredDevice | null> {
    return this.#watch('devices.get', () => this.unreadable.read(id, () => this.#read(id)));
  }

  byCode(code: string): Promise<StoredDevice | null> {
    return this.#watch('devices.byCode', async () => {
      const id = await this.#engine.quick.send('LINDEX', this.#code(code), -1);
      return typeof id === 'string' ? this.#read(id) : null;
    });
  }

  forget(id: string, seenMs = ALWAYS): Promise<boolean> {
    return this.#watch('devices.forget', async () => {
      for (;;) {
        const stored = await this.unreadable.skip(id, () => this.#read(id));
        const forgotten = await (stored === null
          ? this.#forgetUnreadable(id, seenMs)
          : this.#forget(stored, seenMs));
        if (forgotten !== -1) return forgotten === 1;
      }
    });
  }

  async *all({ isThorough = false }: ListOptions = {}): AsyncIterable<readonly StoredDevice[]> {
    const given = new Set<string>();
    try {
      yield* this.#inOrder(given);
      if (!isThorough) return;
    } catch (error) {
      // Without their order the devices are still there.
      if (!isDamage(error)) throw error;
    }
    for await (const names of this.#engine.keys()) {
      const fresh = names.flatMap((name) => DEVICE_KEY.exec(name)?.[1] ?? []).filter((id) => !given.has(id));
      for (const id of fresh) given.add(id);
      const devices = await this.#watch('devices.all', () => this.#readAll(fresh));
      if (devices.length > 0) yield devices;
    }
  }

  /** @param given  takes the ids of all that were read */
  async *#inOrder(given: Set<string>): AsyncIterable<readonly StoredDevice[]> {
    let from = Number.NEGATIVE_INFINITY;
    /** Devices of the time `from` that were read already. */
    let offset = 0;
    for (;;) {
      const batch = await this.#watch('devices.all', () => this.#batch(from, offset));
      const fresh = batch.devices.filter(({ id }) => !given.has(id));
      for (const id of batch.ids) given.add(id);
      if (fresh.length > 0) yield fresh;
      if (batch.lastMs === null) return;
      offset = batch.ofLast + (batch.lastMs === from ? offset : 0);
      from = batch.lastMs;
    }
  }

  count(): Promise<number> {
    return this.#watch('devices.count', async () =>
      Number(await this.#engine.quick.send('ZCARD', this.#seen)),
    );
  }

  restore(device: StoredDevice): Promise<boolean> {
    return this.#watch('devices.restore', async () => {
      checkDevice(device);
      return (await this.#add(device, false, this.#engine.patient)).won;
    });
  }

  async #add(
    { id, identity, revision, codes, seenMs, contact }: StoredDevice,
    wasKnown: boolean,
    sender = this.#engine.quick,
  ): Promise<IdentityOutcome<StoredDevice | null>> {
    const keys = [this.#device(id), this.#seen, this.#forgotten(id), ...this.#codes(codes)];
    const values = [identity, revision, JSON.stringify(codes), seenMs];
    const last = contact === null ? [] : [contact];
    const args = [id, STATE_LIMITS.devicesPerCode, wasKnown ? 1 : 0, ...values, ...last];
    const [won, fields] = listOf<Reply>(await sender.run(ADD, keys, args));
    return { won: won === 1, device: this.#toDevice(id, fields) };
  }

  /** Nothing is known of a damaged record but its keys, nor when it was seen last: only a person may drop it. */
  async #forgetUnreadable(id: string, seenMs: number): Promise<Reply> {
    if (!this.unreadable.has(id) || seenMs !== ALWAYS) return 0;
    const others = [...journalKeys(this.#engine, id), ...monthKeys(this.#engine, id, Date.now())];
    const read = this.#engine.quick.send('HGET', this.#device(id), 'codes');
    for (const code of codesOf(await unlessDamaged(() => read)))
      await unlessDamaged(() => this.#engine.quick.send('LREM', this.#code(code), 0, id));
    await this.#engine.quick.send('SET', this.#forgotten(id), '', 'PX', STATE_LIMITS.forgottenMs);
    await this.#engine.quick.send('DEL', this.#device(id), ...others);
    await this.#engine.quick.send('ZREM', this.#seen, id);
    this.unreadable.delete(id);
    return 1;
  }

  #forget({ id, revision, codes }: StoredDevice, seenMs: number): Promise<Reply> {
    const others = [...journalKeys(this.#engine, id), ...monthKeys(this.#engine, id, Date.now())];
    const keys = [this.#device(id), this.#seen, this.#forgotten(id), ...others, ...this.#codes(codes)];
    const args = [id, revision, seenMs, others.length, STATE_LIMITS.forgottenMs];
    return this.#engine.quick.run(FORGET, keys, args);
  }

  async #read(id: string, sender = this.#engine.quick): Promise<StoredDevice | null> {
    return this.#toDevice(id, await sender.send('HMGET', this.#device(id), ...FIELDS));
  }

  /** The devices that follow in the order of their times. */
  async #batch(from: number, offset: number) {
    const start = Number.isFinite(from) ? from : '-inf';
    const range = ['BYSCORE', 'LIMIT', offset, STATE_LIMITS.deviceBatch, 'WITHSCORES'];
    const reply = await this.#engine.patient.send('ZRANGE', this.#seen, start, '+inf', ...range);
    const flat = listOf<string>(reply);
    const ids = flat.filter((_, index) => index % 2 === 0);
    const times = flat.filter((_, index) => index % 2 === 1).map(Number);
    const lastMs = times.at(-1) ?? null;
    return {
      ids,
      devices: await this.#readAll(ids),
      lastMs,
      ofLast: times.filter((timeMs) => timeMs === lastMs).length,
    };
  }

  /** Sent together; without those that are damaged. */
  async #readAll(ids: readonly string[]): Promise<readonly StoredDevice[]> {
    const read = await Promise.all(
      ids.map((id) => this.unreadable.skip(id, () => this.#read(id, this.#engine.patient))),
    );
    return read.filter((device) => device !== null);
  }

  get #seen(): string {
    return this.#engine.key('seen');
  }

  #device(id: string): string {
    return this.#engine.key('d', `{${id}}`);
  }

  /** There for a day after the device was forgotten. */
  #forgotten(id: string): string {
    return this.#engine.key('f', `{${id}}`);
  }

  #code(code: string): string {
    return this.#engine.key('c', code);
  }

  #codes(codes: readonly string[]): readonly string[] {
    return codes.map((code) => this.#code(code));
  }

  #toDevice(id: string, fields: Reply | undefined): StoredDevice | null {
    const device = toDevice(id, fields);
    if (device !== null && !this.#isIdentity(device.identity)) throw unreadable('device', id);
    return device;
  }
}

function toDevice(id: string, fields: Reply | undefined): StoredDevice | null {
  const [identity, revision, codes, contact, seen] = listOf<string | null>(fields);
  // A device has each of these from its first moment on: without one it is damaged, not unknown.
  const isThere = [identity, revision, seen].some((field) => typeof field === 'string');
  if (!isThere) return null;
  if (typeof identity !== 'string' || !Number.isSafeInteger(Number(revision ?? 'none')))
    throw unreadable('device', id);
  return {
    id,
    identity,
    revision: Number(revision),
    codes: codesOf(codes),
    contact: contact ?? null,
    seenMs: Number.isFinite(Number(seen)) ? Number(seen) : 0,
  };
}

/** Codes only help to find a device: without them it is served all the same. */
function codesOf(text: Reply | undefined): readonly string[] {
  const listed = typeof text === 'string' ? readJsonLine(text) : null;
  return Array.isArray(listed) ? listed.filter((code) => typeof code === 'string') : [];
}
