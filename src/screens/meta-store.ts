/** Loads metadata files; checking an unchanged file costs one stat. */
import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { FileCache } from '../files/files.ts';
import { NO_META, parseMeta, type ScreenMeta } from './meta.ts';

/** Metadata, and whether it comes from a file. */
export interface LoadedMeta {
  readonly meta: ScreenMeta;
  readonly present: boolean;
}

const ABSENT: Result<LoadedMeta> = ok({ meta: NO_META, present: false });

/** Caches the parsed metadata of all screens. */
export class MetaStore {
  private readonly cache = new FileCache<Result<LoadedMeta>>(LIMITS.screenFileCacheBytes);

  /** The metadata of the first root that has the file. A missing file is not a failure, an unusable one is. */
  load(roots: readonly string[], metaFile: string): Result<LoadedMeta> {
    for (const root of roots) {
      const make = (bytes: Buffer): Result<LoadedMeta> => readMetaFile(bytes, metaFile);
      const loaded = this.cache.load(`${root}/${metaFile}`, LIMITS.metaFileBytes, make, root);
      if (loaded.ok) return loaded.value;
      if (loaded.error.kind !== 'missing') {
        return err({ code: 'screen_invalid', message: loaded.error.message, file: metaFile });
      }
    }
    return ABSENT;
  }
}

function readMetaFile(bytes: Buffer, file: string): Result<LoadedMeta> {
  const parsed = parseMeta(bytes.toString('utf8'));
  if (parsed.ok) return ok({ meta: parsed.value, present: true });
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
