/** The font directories of operating systems: the last resort for characters that no other font has. */
import { homedir } from 'node:os';
import path from 'node:path';

/** Directories that may hold fonts on this system, the shared ones first. They need not exist. */
export function systemFontDirs(): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', path.join(homedir(), 'Library/Fonts')];
    case 'win32':
      return [path.join(path.parse(process.execPath).root, 'Windows/Fonts')];
    default:
      return ['/usr/share/fonts', '/usr/local/share/fonts', path.join(homedir(), '.local/share/fonts')];
  }
}
