/** The address space that V8 reserves for machine code. */
import { readFileSync } from 'node:fs';

/** A mapping that is private, and may be written and run: `7f0010000000-7f0020000000 rwxp …` (proc(5), `maps`). */
const CODE_MAPPING = /^([\da-f]{1,16})-([\da-f]{1,16}) rwxp /;

/**
 * Bytes of this process's mappings that may be written and run. From Node 24 on V8 maps half a gigabyte in this way when it
 * starts, and uses little of it; the system counts all of it as private memory. 0 where there are none, and on systems
 * other than Linux.
 */
export function codeRangeBytes(): number {
  return readMappings().reduce((sum, line) => {
    const [, from, to] = CODE_MAPPING.exec(line) ?? [];
    return from === undefined || to === undefined
      ? sum
      : sum + Number.parseInt(to, 16) - Number.parseInt(from, 16);
  }, 0);
}

function readMappings(): readonly string[] {
  try {
    return readFileSync('/proc/self/maps', 'utf8').split('\n');
  } catch {
    return [];
  }
}
