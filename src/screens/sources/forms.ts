/**
 * The two forms of a screen share one name: `x.lua` with `x.svg`, and the folder `x/`. Where both are there the folder is
 * shown, so a new file in the one form would take the place of a screen in the other, or never be shown.
 */
import { FOLDER_FILES, flatFiles, folderFiles } from './screen.ts';

/**
 * The script by which the other form has the name already, relative to the roots of the screens; null for a file that
 * belongs to no form. A template alone may be a partial of others: without a script beside it there is no screen.
 */
export function otherScript(file: string): string | null {
  const cut = file.lastIndexOf('/');
  if (cut > 0 && FOLDER_FILES.has(file.slice(cut + 1))) return flatFiles(file.slice(0, cut)).scriptFile;
  const [, path] = /^(.+?)(?:\.lua|\.meta\.yaml)$/.exec(file) ?? [];
  return path === undefined || path.endsWith('/') ? null : folderFiles(path).scriptFile;
}

/** Why a new file cannot be made. @param script  of the other form, which is there */
export function takenByOtherForm(file: string, script: string): string {
  return `${JSON.stringify(file)} would make a second screen of the same name: there is ${JSON.stringify(script)}. A folder hides the files of a flat screen; choose another name, or remove that screen first`;
}
