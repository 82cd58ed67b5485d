/** A lock beside a file, so that processes that share the file write to it one at a time. */
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

/** Age at which a lock is broken whose holder cannot be checked, because it is on another machine or unknown. */
const STALE_MS = 60_000;

/** Names this process as holder. The last part distinguishes it from an earlier process with the same number. */
const SELF = `${process.pid} ${os.hostname()} ${randomBytes(8).toString('hex')}`;

/**
 * Do some work while no other process that locks the same file does. The lock of a dead process is broken.
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
      // A link appears together with its text or not at all, so no kill and no full disk leaves a lock without holder.
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

/** The holder of a lock; null when there is no lock. */
function holderOf(lock: string): Promise<string | null> {
  return readlink(lock).catch(() => readFile(lock, 'utf8').catch(() => null));
}

function busy(): Error {
  return Object.assign(new Error('another process holds the lock'), { code: 'EAGAIN' });
}

/** Break the lock of a holder that is gone. True when the lock may be free now. */
async function breakStale(lock: string): Promise<boolean> {
  const holder = await holderOf(lock);
  if (holder === null) return true;
  if (!(await isStale(lock, holder))) return false;
  // Two processes may find the same lock stale: only one rename succeeds, and it shows whose lock was taken.
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
