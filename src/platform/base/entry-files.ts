/**
 * Where the entry files of threads and processes are. The build has two trees with the same names: `dist`, one file for
 * each source, which tests run, and `dist/bundle`, which users run. Workers are started from the bundle, which loads in a
 * third of the time; only what is to be counted file by file starts those of `dist`.
 */

/** True in `dist/bundle`. */
export const IS_BUNDLE: boolean = !import.meta.url.endsWith('/src/platform/base/entry-files.js');

// biome-ignore lint/style/noProcessEnv: a variable of Node, and no setting.
const IS_COUNTED = process.env['NODE_V8_COVERAGE'] !== undefined;
// Entries and chunks of a bundle are both two folders deep, this module of `dist` is three.
const WORKERS = IS_BUNDLE ? '../../workers' : IS_COUNTED ? '../../../workers' : '../../../bundle/workers';

/** The compiled file of an entry in `workers`, such as `compose`. */
export function workerFile(name: string): URL {
  return new URL(`${WORKERS}/${name}.js`, import.meta.url);
}

/** The command as users run it. */
export function mainFile(): URL {
  return new URL(IS_BUNDLE ? '../cli/main.js' : '../../../bundle/src/cli/main.js', import.meta.url);
}
