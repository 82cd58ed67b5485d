/** Reads every key of the state in Redis, and says which are damaged, and why. */
import { freshLines } from '../journal-lines.ts';
import { BLOBS, JOURNALS, type JournalKind, PUSHES, RECORD_KINDS } from '../kinds.ts';
import { isRevisionInfo, unpackText } from '../pack-text.ts';
import type { CheckedRecord } from '../state.ts';
import { isDamage, readJsonLine } from '../unreadable.ts';
import type { RedisEngine } from './engine.ts';
import type { RedisDevices } from './redis-devices.ts';
import { listOf } from './reply.ts';

/** What the keys hold whose names begin so, where it ends with a colon, or are that. */
export const REDIS_KEYS: readonly (readonly [start: string, kind: string, type: string])[] = [
  ...Object.entries(JOURNALS).map(([kind, { letter }]) => [`${letter}:`, kind, 'list'] as const),
  ...Object.entries(BLOBS).map(([kind, { letter }]) => [`${letter}:`, kind, 'string'] as const),
  ...Object.entries(PUSHES).flatMap(([kind, { letter }]) => [
    [`${letter}:`, kind, 'hash'] as const,
    [letter, kind, 'zset'] as const,
  ]),
  ...RECORD_KINDS.flatMap((kind) => [
    [kind, kind, 'hash'] as const,
    [`${kind}:fences`, kind, 'hash'] as const,
  ]),
  ['d:', 'device', 'hash'],
  ['f:', 'forgotten', 'string'],
  ['c:', 'codes', 'list'],
  ['t:', 'history', 'string'],
  ['h:', 'answers', 'string'],
  ['hl:', 'flights', 'string'],
  ['n:', 'once', 'string'],
  ['lease:', 'leases', 'string'],
  ['r:', 'servers', 'string'],
  ['servers', 'servers', 'zset'],
  ['seen', 'order of contacts', 'zset'],
  ['cfg:rev', 'config', 'string'],
  ['cfg:hist', 'config', 'list'],
  ['cfg:text', 'config-texts', 'hash'],
  ['cfg:urlsecret', 'secrets', 'string'],
  ['version', 'layout', 'string'],
];

export async function* checkRedis(engine: RedisEngine, devices: RedisDevices): AsyncIterable<CheckedRecord> {
  const given = new Set<string>();
  for await (const names of engine.keys()) {
    const fresh = names.filter((name) => !given.has(name) && given.add(name));
    // Sent together.
    yield* await Promise.all(fresh.map((name) => check(engine, devices, name)));
  }
}

async function check(engine: RedisEngine, devices: RedisDevices, name: string): Promise<CheckedRecord> {
  const [start, kind, type] =
    REDIS_KEYS.find(([one]) => (one.endsWith(':') ? name.startsWith(one) : name === one)) ?? [];
  if (kind === undefined || start === undefined) return { kind: 'unknown', key: name, problem: null };
  const key = start.endsWith(':') ? name.slice(start.length).replace(/^\{(.*)\}$/, '$1') : name;
  const found = await engine.patient.send('TYPE', engine.key(name));
  // It has expired since.
  if (found === 'none') return { kind, key, problem: null };
  if (found !== type) {
    engine.setAside.note(kind, key);
    return { kind, key, problem: `it is a ${String(found)}, expected a ${type}` };
  }
  const problem = await problemIn(engine, devices, { kind, key, name });
  if (problem !== null && kind !== 'device') engine.setAside.note(kind, key);
  return { kind, key, problem };
}

interface Place {
  readonly kind: string;
  readonly key: string;
  readonly name: string;
}

async function problemIn(engine: RedisEngine, devices: RedisDevices, place: Place): Promise<string | null> {
  try {
    if (place.kind === 'device') await devices.get(place.key);
    else if (place.kind in JOURNALS) return await linesProblem(engine, place);
    else if (place.kind.startsWith('config')) return await configProblem(engine, place.name);
    return null;
  } catch (error) {
    if (isDamage(error)) return 'it cannot be read';
    throw error;
  }
}

async function linesProblem(engine: RedisEngine, { kind, name }: Place): Promise<string | null> {
  const lines = listOf<string>(await engine.patient.send('LRANGE', engine.key(name), 0, -1));
  const unread = lines.length - freshLines(lines, 0, JOURNALS[kind as JournalKind]).length;
  return unread === 0 ? null : `${unread} of ${lines.length} lines cannot be read`;
}

async function configProblem(engine: RedisEngine, name: string): Promise<string | null> {
  const key = engine.key(name);
  if (name === 'cfg:rev') {
    const revision = Number((await engine.patient.send('GET', key)) ?? 0);
    return Number.isSafeInteger(revision) ? null : 'it is no number of a revision';
  }
  if (name === 'cfg:hist') {
    const lines = listOf<string>(await engine.patient.send('LRANGE', key, 0, -1));
    const unread = lines.filter((line) => !isRevisionInfo(readJsonLine(line))).length;
    return unread === 0 ? null : `${unread} of ${lines.length} revisions cannot be read`;
  }
  const revisions = listOf<string>(await engine.patient.send('HKEYS', key));
  const bad: string[] = [];
  for (const revision of revisions) if (!(await isText(engine, key, revision))) bad.push(revision);
  return bad.length === 0 ? null : `the texts of these revisions cannot be read: ${bad.join(', ')}`;
}

async function isText(engine: RedisEngine, key: string, revision: string): Promise<boolean> {
  const packed = await engine.patient.sendForBytes('HGET', key, revision);
  try {
    if (Buffer.isBuffer(packed)) await unpackText(packed);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}
