/** The config and its revisions on shelves. */
import { STATE_LIMITS } from '../limits.ts';
import { isRevisionInfo, packText, unpackText } from '../pack-text.ts';
import type { ConfigRevision, ConfigState, RevisionInfo } from '../state.ts';
import { isDamage, unlessDamaged, unreadable } from '../unreadable.ts';
import { checkBytes } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing, Shelf } from './backing.ts';
import { soundValue } from './sound-value.ts';

const LIST = 'revisions';

export class LocalConfig implements ConfigState {
  readonly #backing: Backing;
  readonly #watch: MethodTimer;
  readonly #list: Shelf<readonly RevisionInfo[]>;
  readonly #texts: Shelf<Buffer>;

  constructor(backing: Backing, watch: MethodTimer) {
    this.#backing = backing;
    this.#watch = watch;
    this.#list = backing.shelf('config');
    this.#texts = backing.shelf('config-texts');
  }

  current(): Promise<ConfigRevision | null> {
    return this.#watch('config.current', async () => {
      const infos = this.#infos();
      const revision = infos.at(-1)?.revision ?? 0;
      // Where the last text is damaged, the one before it; a change follows the last revision all the same.
      for (const info of infos.toReversed()) {
        const text = await unlessDamaged(() => this.#text(info.revision));
        if (text !== null) return { ...info, revision, text };
      }
      return null;
    });
  }

  revision(): Promise<number> {
    return this.#watch('config.revision', () => this.#infos().at(-1)?.revision ?? 0);
  }

  save(expected: number, { text, savedMs, note }: Omit<ConfigRevision, 'revision'>) {
    return this.#watch('config.save', async () => {
      checkBytes('a note', note, STATE_LIMITS.noteBytes);
      const packed = await packText(text);
      return this.#backing.change(() => {
        const stored = this.#infos().at(-1)?.revision ?? 0;
        if (stored !== expected) return { won: false, revision: stored };
        this.#add({ revision: stored + 1, savedMs, note }, packed);
        return { won: true, revision: stored + 1 };
      }, packed.length);
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
      const packed = await Promise.all(revisions.map(({ text }) => packText(text)));
      return this.#backing.change(
        () => {
          if (this.#infos().length > 0) return false;
          for (const [index, { revision, savedMs, note }] of revisions.entries()) {
            this.#add({ revision, savedMs, note }, packed[index] ?? Buffer.alloc(0));
          }
          return true;
        },
        packed.reduce((sum, { length }) => sum + length, 0),
      );
    });
  }

  async #text(revision: number): Promise<string | null> {
    try {
      const packed: unknown = this.#texts.get(String(revision));
      if (packed === undefined) return null;
      if (!Buffer.isBuffer(packed)) throw unreadable('config', String(revision));
      return await unpackText(packed);
    } catch (error) {
      if (isDamage(error)) this.#backing.setAside.note(this.#texts.name, String(revision));
      throw error;
    }
  }

  #infos(): readonly RevisionInfo[] {
    const read = soundValue(this.#backing, this.#list, LIST, Array.isArray);
    return (read ?? []).filter(isRevisionInfo);
  }

  #add(info: RevisionInfo, packed: Buffer): void {
    const infos = [...this.#infos(), info];
    for (const { revision } of infos.slice(0, -STATE_LIMITS.configRevisions)) {
      this.#texts.remove(String(revision));
    }
    this.#texts.put(String(info.revision), packed);
    this.#list.put(LIST, infos.slice(-STATE_LIMITS.configRevisions));
  }
}
