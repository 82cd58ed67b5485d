/** The config and its revisions in Redis. */
import { STATE_LIMITS } from '../limits.ts';
import { isRevisionInfo, packText, unpackText } from '../pack-text.ts';
import type { ConfigRevision, ConfigState, RevisionInfo } from '../state.ts';
import { isDamage, readJsonLine, unlessDamaged } from '../unreadable.ts';
import { checkBytes } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import { type Argument, type RedisEngine, redisScript } from './engine.ts';
import { listOf } from './reply.ts';

/**
 * Add revisions, if the last one is the expected one. Where its number is lost or no number, that is judged by who reads the
 * history; ARGV[3] then has the SHA-1 of what stands in its place and of the last line of the history, so that only one of several
 * servers goes on from there.
 * KEYS: revision, history, texts. ARGV: expected, most revisions, that SHA-1 or '', then for each revision: its number, info,
 * text. Answers whether it won, the last revision, and the SHA-1.
 */
const SAVE = redisScript(`local written = redis.call('GET', KEYS[1]) or ''
local last = redis.call('LINDEX', KEYS[2], -1) or ''
local digest = redis.sha1hex(written .. last)
local stored = #written <= 15 and string.match(written, '^%d+$') and tonumber(written)
if digest == ARGV[3] then stored = tonumber(ARGV[1]) end
if not stored then return {2, 0, digest} end
if stored ~= tonumber(ARGV[1]) then return {0, stored, digest} end
for i = 4, #ARGV, 3 do
  stored = tonumber(ARGV[i])
  redis.call('SET', KEYS[1], ARGV[i])
  redis.call('RPUSH', KEYS[2], ARGV[i + 1])
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 2])
  redis.call('HDEL', KEYS[3], tostring(stored - tonumber(ARGV[2])))
end
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[2]), -1)
return {1, stored, digest}`);

/** What `SAVE` answers. */
const [WON, DAMAGED] = [1, 2];

/** `SAVE` reads no more digits: longer numbers lose them. */
const REVISION = /^\d{1,15}$/;

function readInfo(line: string): RevisionInfo | null {
  const info = readJsonLine(line);
  return isRevisionInfo(info) ? info : null;
}

export class RedisConfig implements ConfigState {
  readonly #engine: RedisEngine;
  readonly #watch: MethodTimer;

  constructor(engine: RedisEngine, watch: MethodTimer) {
    this.#engine = engine;
    this.#watch = watch;
  }

  current(): Promise<ConfigRevision | null> {
    return this.#watch('config.current', async () => {
      const revision = await this.#revision();
      const infos = await this.#infos();
      // Without its history, the last revision is still there.
      if (infos.at(-1)?.revision !== revision) infos.push({ revision, savedMs: 0, note: '' });
      // Where the last text is lost, the one before it; a change follows the last revision all the same.
      for (const info of infos.reverse()) {
        const text = await unlessDamaged(() => this.#text(info.revision));
        if (text !== null) return { ...info, revision, text };
      }
      return null;
    });
  }

  revision(): Promise<number> {
    return this.#watch('config.revision', () => this.#revision());
  }

  save(expected: number, { text, savedMs, note }: Omit<ConfigRevision, 'revision'>) {
    return this.#watch('config.save', async () => {
      checkBytes('a note', note, STATE_LIMITS.noteBytes);
      return this.#save(expected, [{ revision: expected + 1, savedMs, note, text }]);
    });
  }

  history(): Promise<readonly RevisionInfo[]> {
    return this.#watch('config.history', () => this.#infos());
  }

  text(revision: number): Promise<string | null> {
    return this.#watch('config.text', () => this.#text(revision));
  }

  restore(revisions: readonly ConfigRevision[]): Promise<boolean> {
    return this.#watch('config.restore', async () => {
      // One after the other: all of them together could be too large for the time of one command.
      let before = 0;
      for (const revision of revisions) {
        const { won } = await this.#save(before, [revision]);
        if (!won) return false;
        before = revision.revision;
      }
      return true;
    });
  }

  async #save(expected: number, revisions: readonly ConfigRevision[]) {
    const parts = await Promise.all(
      revisions.map(async ({ text, ...info }) => [info.revision, JSON.stringify(info), await packText(text)]),
    );
    const records = parts.flat();
    const { won, revision, isDamaged, digest } = await this.#add(expected, '', records);
    if (won) return { won, revision };
    const last = isDamaged ? await this.#lastOfHistory() : revision;
    // Where no text can be read any more, whoever reads begins anew.
    const isNext = last === expected || (expected === 0 && (await this.current()) === null);
    if (!isNext) return { won, revision: last };
    const second = await this.#add(expected, digest, records);
    return { won: second.won, revision: second.revision };
  }

  /** @param damaged  the SHA-1 of what stands in the place of the last revision, where that does not count; else '' */
  async #add(expected: number, damaged: string, records: readonly Argument[]) {
    const args = [expected, STATE_LIMITS.configRevisions, damaged, ...records];
    const [outcome, revision, digest] = listOf<number | string>(
      await this.#engine.patient.run(SAVE, this.#keys, args),
    );
    return {
      won: outcome === WON,
      isDamaged: outcome === DAMAGED,
      revision: Number(revision ?? 0),
      digest: String(digest ?? ''),
    };
  }

  async #revision(): Promise<number> {
    const written = (await this.#engine.quick.send('GET', this.#keys[0])) ?? '';
    return REVISION.test(String(written)) ? Number(written) : this.#lastOfHistory();
  }

  async #lastOfHistory(): Promise<number> {
    return (await this.#infos()).at(-1)?.revision ?? 0;
  }

  async #infos(): Promise<RevisionInfo[]> {
    const lines = listOf<string>(await this.#engine.patient.send('LRANGE', this.#keys[1], 0, -1));
    return lines.flatMap((line) => readInfo(line) ?? []);
  }

  async #text(revision: number): Promise<string | null> {
    const packed = await this.#engine.patient.sendForBytes('HGET', this.#keys[2], revision);
    if (!Buffer.isBuffer(packed)) return null;
    try {
      return await unpackText(packed);
    } catch (error) {
      if (isDamage(error)) this.#engine.setAside.note('config-texts', String(revision));
      throw error;
    }
  }

  get #keys(): readonly [string, string, string] {
    const { key } = { key: (name: string) => this.#engine.key('cfg', name) };
    return [key('rev'), key('hist'), key('text')];
  }
}
