/**
 * Which names are hidden: one rule for every file that a screen can name or that is looked for on its behalf.
 *
 * A path is hidden when one of its segments begins with a dot. Such files are nobody's pictures and modules, but they
 * hold secrets (`.env`, `.git/config`, `.netrc`) and lie beside screens without anybody's intention.
 */

/** What Kubernetes keeps the files of a volume in: those that one sees are links through these folders. */
const VOLUME_FOLDER = /^\.\.(?:data|\d{4}(?:_\d\d){5}\.\d+)$/;

/**
 * True for a name that begins with a dot, also with one that only some file systems take for a dot (compatibility
 * forms, Unicode UAX #15), and behind characters that are not seen. `.` itself is the folder that it stands in.
 */
export function isHiddenName(name: string): boolean {
  if (name === '.') return false;
  if (name.startsWith('.')) return true;
  return name
    .replace(/[\p{Cf}\s]+/gu, '')
    .normalize('NFKC')
    .startsWith('.');
}

/** True when a segment of a relative path is hidden. Segments are parted by `/`. */
export function isHiddenPath(relativePath: string): boolean {
  return relativePath.split('/').some(isHiddenName);
}

/**
 * True when a file, found below a folder after every link was followed, is hidden there.
 * @param realFolder absolute, without links, as `realpath` gives it
 * @param realFile   the same, somewhere below the folder
 */
export function isHiddenBelow(realFolder: string, realFile: string): boolean {
  const segments = realFile
    .slice(realFolder.length)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.some((segment) => isHiddenName(segment) && !VOLUME_FOLDER.test(segment));
}
