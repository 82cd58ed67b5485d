/** Logs, events, trails and history of devices, and the audit trail, in Redis. */
import { checkPoint, hourPlace, monthEndsMs, monthsBetween, pointsOf } from '../history-months.ts';
import { freshLines, writeLines } from '../journal-lines.ts';
import { DEVICE_JOURNAL_KINDS, JOURNALS, type JournalKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { HistoryState, JournalState } from '../state.ts';
import { checkKey } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type RedisEngine, redisScript } from './engine.ts';
import { listOf } from './reply.ts';

/** KEYS: journal. ARGV: ms that it is kept, most lines, most bytes, lines. */
const APPEND = redisScript(`for i = 4, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
local lines = redis.call('LRANGE', KEYS[1], 0, -1)
local bytes, kept = 0, 0
for i = #lines, 1, -1 do
  bytes = bytes + #lines[i] + 1
  if bytes > tonumber(ARGV[3]) and kept > 0 then break end
  kept = kept + 1
end
redis.call('LTRIM', KEYS[1], -kept, -1)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return kept`);

/** The keys of all journals of a device. */
export function journalKeys(engine: RedisEngine, id: string): readonly string[] {
  return DEVICE_JOURNAL_KINDS.map((kind) => journalKey(engine, kind, id));
}

function journalKey(engine: RedisEngine, kind: JournalKind, id: string): string {
  return engine.key(JOURNALS[kind].letter, `{${id}}`);
}

export function redisJournal(engine: RedisEngine, watch: MethodTimer, kind: JournalKind): JournalState {
  const bounds = JOURNALS[kind];
  const keyOf = (id: string): string => journalKey(engine, kind, id);
  return {
    append: (id, texts, nowMs) =>
      watch(`${kind}.append`, async () => {
        checkKey(id);
        const lines = writeLines(texts, nowMs, bounds);
        if (lines.length === 0) return;
        const most = [bounds.ms, bounds.lines, bounds.bytes];
        await engine.quick.run(APPEND, [keyOf(id)], [...most, ...lines]);
      }),
    list: (id, nowMs) =>
      watch(`${kind}.list`, async () => {
        const lines = await engine.quick.send('LRANGE', keyOf(id), 0, -1);
        return freshLines(listOf(lines), nowMs, bounds);
      }),
  };
}

export function redisHistory(engine: RedisEngine, watch: MethodTimer): HistoryState {
  return {
    put: (id, atMs, point) =>
      watch('history.put', async () => {
        checkKey(id);
        checkPoint(point);
        const { month, offset } = hourPlace(atMs);
        const key = monthKey(engine, id, month);
        // Sent together.
        await Promise.all([
          engine.quick.send('SETRANGE', key, offset, point),
          engine.quick.send('PEXPIREAT', key, monthEndsMs(month)),
        ]);
      }),
    list: (id, fromMs, toMs) =>
      watch('history.list', async () => {
        const months = monthsBetween(fromMs, toMs);
        if (months.length === 0) return [];
        const keys = months.map((month) => monthKey(engine, id, month));
        const parts = listOf<Buffer | null>(await engine.quick.sendForBytes('MGET', ...keys));
        return months.flatMap((month, index) => {
          const bytes = parts[index] ?? null;
          return bytes === null ? [] : pointsOf(month, bytes, fromMs, toMs);
        });
      }),
  };
}

/** The keys of all months of a device that are kept. */
export function monthKeys(engine: RedisEngine, id: string, nowMs: number): readonly string[] {
  const months = monthsBetween(nowMs - STATE_LIMITS.historyMs, nowMs);
  return months.map((month) => monthKey(engine, id, month));
}

function monthKey(engine: RedisEngine, id: string, month: string): string {
  return engine.key('t', `{${id}}`, month);
}
