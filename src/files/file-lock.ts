/** A lock beside a file, so that processes that share the file write it one after the other. */
import { randomBytes } from 'node:crypto';
import { link, lstat, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../base/clock.ts';
import { errorCode, followLinks } from './files.ts';

/** Longest wait for another process; a write takes a fraction of a second. */
const WAIT_MS = 10_000;

const POLL_MS = 20;

/** Age of a lock whose holder cannot be asked, because it is on another machine, or died before it said who it is. */
const STALE_MS = 60_000;

/** Says which process holds a lock. The last part tells it from an earlier process with the same number. */
const SELF = `${process.pid} ${os.hostname()} ${randomBytes(8).toString('hex')}`;

/**
 * Do some work while no other process that locks the same file does. A lock that a dead process has left is broken.
 * @throws the error of `node:fs` when the lock cannot be made; `EAGAIN` when another process does not let go
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const target = await followLinks(file);
  const lock = path.join(path.dirname(target), `.${path.basename(target)}.lock`);
  await acquire(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<void> {
  const deadline = monotonicMs() + WAIT_MS;
  for (;;) {
    try {
      // A link is there with its text at once, or not at all: a kill or a full disk leaves no nameless lock.
      await symlink(SELF, lock);
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (await breakStale(lock)) continue;
      if (monotonicMs() >= deadline) throw busy();
    }
    await sleep(POLL_MS);
  }
}

/** Who holds a lock; null when nobody does. */
function holderOf(lock: string): Promise<string | null> {
  return readlink(lock).catch(() => readFile(lock, 'utf8').catch(() => null));
}

function busy(): Error {
  return Object.assign(new Error('another process holds the lock'), { code: 'EAGAIN' });
}

/** Take a lock away from a holder that is gone. True when the lock may be free now. */
async function breakStale(lock: string): Promise<boolean> {
  const holder = await holderOf(lock);
  if (holder === null) return true;
  if (!(await isStale(lock, holder))) return false;
  // Two processes may find the same lock stale: the rename lets one of them have it, and shows whose it was.
  const taken = `${lock.slice(0, -'lock'.length)}${randomBytes(6).toString('hex')}.tmp`;
  try {
    await rename(lock, taken);
  } catch {
    return true;
  }
  const stolen = ((await holderOf(taken)) ?? holder) !== holder;
  if (stolen) await link(taken, lock).catch(() => undefined);
  await rm(taken, { force: true });
  return true;
}

async function isStale(lock: string, holder: string): Promise<boolean> {
  const [pid, host] = holder.split(' ');
  if (host === os.hostname() && pid !== undefined) {
    return pid === String(process.pid) ? holder !== SELF : !isAlive(Number(pid));
  }
  const stats = await lstat(lock).catch(() => null);
  return stats === null || Date.now() - stats.mtimeMs > STALE_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
