/** The folders of drafts of this test's own servers: they are in a temporary directory that only they use. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DraftFolders {
  readonly place: string;
  names(): readonly string[];
  remove(): void;
}

/** Give the servers of this process a temporary directory of their own. */
export function ownDraftFolders(): DraftFolders {
  const before = process.env['TMPDIR'];
  const place = mkdtempSync(path.join(tmpdir(), 'drafts-'));
  process.env['TMPDIR'] = place;
  return {
    place,
    names: () => readdirSync(place).filter((name) => name.startsWith('stipple-draft-')),
    remove: () => {
      // Other files run in this process, too.
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      rmSync(place, { recursive: true, force: true });
    },
  };
}
