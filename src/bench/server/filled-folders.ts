/** The folders of the operator that have something in them: a server would fill the others, and a bench writes nothing. */
import type { Environment, EnvSettings } from '../../config/env/env.ts';
import { isEmptyFolder } from '../../config/source/seed.ts';

/** Without empty and missing folders a server uses what is embedded, which is what it would write there. */
export interface FilledFolders {
  readonly screensDir: string | null;
  readonly variables: Environment;
}

/** Look at the folders of the settings. */
export function filledFolders({
  screensDir,
  fontsDir,
}: Pick<EnvSettings, 'screensDir' | 'fontsDir'>): FilledFolders {
  const [screens, fonts] = [screensDir, fontsDir].map((folder) => (isFilled(folder) ? folder : null));
  return {
    screensDir: screens ?? null,
    variables: { SCREENS_DIR: screens ?? undefined, FONTS_DIR: fonts ?? undefined },
  };
}

function isFilled(folder: string | null): boolean {
  try {
    return folder !== null && !isEmptyFolder(folder);
  } catch {
    // The server says what is wrong with it.
    return true;
  }
}
