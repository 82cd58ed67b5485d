/**
 * Where the entry files of threads and processes are. The build has two trees with the same names: `dist`, one file for
 * each source, which tests run, and `dist/bundle`, which users run. Workers are started from the tree of the code that starts them.
 */

/** True in `dist/bundle`. */
export const IS_BUNDLE: boolean = !import.meta.url.endsWith('/src/base/entry-files.js');

/** The compiled file of an entry in `workers`, such as `compose`. */
export function workerFile(name: string): URL {
  // Modules and chunks of a bundle are both two folders deep.
  return new URL(`../../workers/${name}.js`, import.meta.url);
}

/** The command as users run it. */
export function mainFile(): URL {
  return new URL(IS_BUNDLE ? '../cli/main.js' : '../../bundle/src/cli/main.js', import.meta.url);
}
