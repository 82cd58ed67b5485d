/**
 * Compiled code, kept on disk by Node (from 22.1 on), so that a start does not compile again what an earlier one has. It
 * lies beside the code: who may write the one may write the other. Where it cannot be written it is only read, and where
 * there is none all is compiled, as on older versions.
 */
import module from 'node:module';
import path from 'node:path';
import { IS_BUNDLE } from './entry-files.ts';
import { PACKAGE_ROOT } from './version.ts';

/** What of Node 22 its types for Node 20 do not have. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
  getCompileCacheDir?(): string | undefined;
  flushCompileCache?(): void;
}

const FOLDER = path.join(PACKAGE_ROOT, 'dist/code-cache');
const { enableCompileCache, getCompileCacheDir, flushCompileCache } = module as CompileCache;

/** Use it for what this thread loads from now on. Tests that count what runs need code that is compiled anew. */
export function useCodeCache(): void {
  if (IS_BUNDLE) enableCompileCache?.(FOLDER);
}

/** The environment with which a thread or process uses it, too: nothing where this one does not. */
export function codeCacheEnvironment(): Readonly<Record<string, string>> {
  return getCompileCacheDir?.() === undefined ? {} : { NODE_COMPILE_CACHE: FOLDER };
}

/** Write what this thread has compiled so far. Without it Node does so when the thread ends, but not when it is killed. */
export function keepCompiledCode(): void {
  flushCompileCache?.();
}
