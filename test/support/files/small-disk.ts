/** A file system without room, which takes no changes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

export const MIB: number = 1024 * 1024;

/** What takes the room of a disk. */
function ballastOf(disk: string): string {
  return path.join(disk, 'ballast');
}

/** A disk of that size in memory; null where this user may not mount one. */
export function smallDisk(t: TestContext, bytes: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  t.after(() => {
    // The store in it is closed after this.
    if (status === 0) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (status !== 0) t.skip('needs the right to mount a file system');
  return status === 0 ? folder : null;
}

/** Take all room that is left, or all but some. */
export function fill(disk: string, leftBytes = 0): void {
  const ballast = ballastOf(disk);
  for (let bytes = 64 * MIB; bytes >= 4_096; bytes /= 2) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // Half of it may fit.
    }
  }
  if (leftBytes > 0) spawnSync('truncate', ['-s', `-${leftBytes}`, ballast]);
}

/** Give back what was taken. */
export function makeRoom(disk: string): void {
  rmSync(ballastOf(disk));
}
