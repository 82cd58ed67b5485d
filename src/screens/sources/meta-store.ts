/** Loads metadata files; checking an unchanged file costs one stat. */

import type { ParamSchema } from '../../domain/params.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { FileCache } from '../../platform/files/files.ts';
import { type AuthoredFile, authoredAs, REMOVED_DIGEST } from './authored.ts';
import { SCREEN_FILE_CACHE_BYTES } from './files.ts';
import { NO_META, parseMeta, type ScreenMeta } from './meta.ts';

/** Metadata, and whether it comes from a file. */
export interface LoadedMeta {
  readonly meta: ScreenMeta;
  /** Its params as they stand there. */
  readonly declared: ParamSchema;
  readonly present: boolean;
  /** True where an author has written it last. */
  readonly isAuthored?: boolean;
  /** SHA-256 of the file. */
  readonly digest: string;
}

const ABSENT: Result<LoadedMeta> = ok({
  meta: NO_META,
  declared: NO_META.params,
  present: false,
  digest: REMOVED_DIGEST,
});

/** Caches the parsed metadata of all screens. */
export class MetaStore {
  /** Metadata that an author has written, as it counts. */
  private readonly guarded = new WeakMap<
    LoadedMeta,
    { readonly by: AuthoredFile; readonly meta: Result<LoadedMeta> }
  >();
  private readonly cache = new FileCache<Result<LoadedMeta>>(SCREEN_FILE_CACHE_BYTES);

  /** The metadata of the first root that has the file. A missing file is not a failure, an unusable one is. */
  load(roots: readonly string[], metaFile: string): Result<LoadedMeta> {
    let removed: AuthoredFile | null = null;
    for (const root of roots) {
      const make = (bytes: Buffer): Result<LoadedMeta> => readMetaFile(bytes, metaFile);
      const loaded = this.cache.load(`${root}/${metaFile}`, LIMITS.metaFileBytes, make, root);
      if (loaded.ok) {
        const { value } = loaded;
        const by = removed ?? (value.ok ? authoredAs(root, metaFile, value.value.digest) : null);
        return by === null || !value.ok ? value : this.guard(value.value, by);
      }

      if (loaded.error.kind !== 'missing') {
        return err({ code: 'screen_invalid', message: loaded.error.message, file: metaFile });
      }
      // Without the file of an author another root may have one that was never meant for these params.
      removed ??= authoredAs(root, metaFile, REMOVED_DIGEST);
    }
    return ABSENT;
  }

  /** An author's metadata can make params sensitive, and none open that was not. */
  private guard(loaded: LoadedMeta, by: AuthoredFile): Result<LoadedMeta> {
    const known = this.guarded.get(loaded);
    if (known?.by === by) return known.meta;
    const params = loaded.meta.params.map((field) =>
      by.open.includes(field.name) ? field : { ...field, sensitive: true },
    );
    const meta = ok({ ...loaded, isAuthored: true, meta: { ...loaded.meta, params } });
    this.guarded.set(loaded, { by, meta });
    return meta;
  }
}

function readMetaFile(bytes: Buffer, file: string): Result<LoadedMeta> {
  const parsed = parseMeta(bytes.toString('utf8'));
  if (parsed.ok) {
    const { value: meta } = parsed;
    return ok({ meta, declared: meta.params, present: true, digest: sha256Hex(bytes) });
  }
  const [first, ...more] = parsed.error;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const message = `${first?.message ?? 'cannot be read'}${rest}`;
  return err({
    code: 'screen_invalid',
    message,
    file,
    ...(first === undefined ? {} : { line: first.line, column: first.column }),
  });
}
