/**
 * Where the entry files of threads and processes are. The build has two trees with the same names: `dist`, one file for
 * each source, which tests run, and `dist/bundle`, which users run. Code starts only what is in its own tree.
 */

/** The compiled file of an entry in `workers`, such as `compose`. */
export function workerFile(name: string): URL {
  // Modules and chunks of a bundle are both two folders deep.
  return new URL(`../../workers/${name}.js`, import.meta.url);
}

/** The compiled file of the command. */
export function mainFile(): URL {
  return new URL('../cli/main.js', import.meta.url);
}
