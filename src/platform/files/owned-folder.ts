/**
 * Temporary folders that show whether their owner is alive, so that those of killed processes can be removed.
 *
 * The mark is a socket in the folder on which the owner listens. The kernel closes it when the process ends, for
 * whatever reason, and every process that shares the file system can see this. Process ids do not work: they have no
 * meaning in another container, and number 1 always exists. After a restart of the machine the name of the mark
 * differs, and its age decides.
 */
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './files.ts';

/** A folder that this process owns until it removes it. */
export interface OwnedFolder {
  readonly path: string;
  /** Remove the folder with all that is in it. */
  remove(): void;
  /** Stop marking the folder as owned, whether it was removed or not. */
  release(): void;
}

/** How often a living owner touches its mark, and how long a mark from another boot of the machine is valid. */
const TOUCH_MS = 3_600_000;
const OTHER_BOOT_MS = 24 * TOUCH_MS;

/** Between binding a socket and listening on it there is a moment in which nobody answers. */
const SECOND_LOOK_MS = 1_000;

/** Longest path of a socket, in bytes, that all systems accept (Linux: 107, macOS: 103). */
const MAX_SOCKET_PATH = 100;

const MARK = /^owner\.[0-9a-f-]{1,36}$/;

/** Identifies this boot of this machine; a constant where the system does not tell. */
const MARK_NAME = `owner.${readBootId()}`;

/**
 * Make a folder for this process alone (mode 0700), with its mark. Where no mark is possible, because the file system
 * has no sockets, the folder works nevertheless, but only its owner will remove it.
 * @param prefix absolute; six random characters follow it
 * @throws errors of `node:fs`
 */
export function makeOwnedFolder(prefix: string): OwnedFolder {
  const folder = mkdtempSync(prefix);
  const release = markOwned(folder);
  return {
    path: folder,
    release,
    remove: () => {
      try {
        rmSync(folder, { recursive: true, force: true });
      } finally {
        release();
      }
    },
  };
}

/** Mark a folder as owned by this process. @returns gives it up */
function markOwned(folder: string): () => void {
  const mark = path.join(folder, MARK_NAME);
  let handle: number | null = null;
  let server: Server;
  try {
    const long = Buffer.byteLength(mark) > MAX_SOCKET_PATH;
    if (long) handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    server = createServer((socket) => socket.destroy());
    server.on('error', () => undefined);
    server.listen(handle === null ? mark : throughHandle(handle)).unref();
  } catch {
    if (handle !== null) closeSync(handle);
    return () => undefined;
  }
  const timer = setInterval(() => touch(mark), TOUCH_MS).unref();
  return () => {
    clearInterval(timer);
    server.close(() => undefined);
    if (handle !== null) closeSync(handle);
  };
}

/**
 * True when the owner of a folder is certainly dead: the folder belongs to this user and only this user may enter it,
 * it has a mark, and nobody answers there. False for links, for everything that is not a folder, and when in doubt.
 * @param folder in a place where others cannot exchange it (see `isSafePlace`)
 */
export async function isAbandoned(folder: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const handle = await open(folder, flags).catch(() => null);
  if (handle === null) return false;
  try {
    const stats = await handle.stat();
    if (stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0) return false;
    const marks = (await readdir(folder)).filter((name) => MARK.test(name));
    if (marks.length === 0) return false;
    for (const mark of marks) {
      if (!(await isDead(folder, mark, handle))) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/**
 * True for a folder in which nobody else can exchange our files: others may not write to it, or it has the sticky bit
 * as `/tmp` has.
 */
export async function isSafePlace(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  if (stats === null || !stats.isDirectory()) return false;
  const mine = stats.uid === 0 || stats.uid === process.getuid?.();
  return mine && ((stats.mode & 0o022) === 0 || (stats.mode & 0o1000) !== 0);
}

async function isDead(folder: string, name: string, handle: FileHandle): Promise<boolean> {
  const mark = path.join(folder, name);
  const stats = await lstat(mark);
  if (!stats.isSocket()) return false;
  if (name !== MARK_NAME) return Date.now() - stats.mtimeMs > OTHER_BOOT_MS;
  const address = Buffer.byteLength(mark) > MAX_SOCKET_PATH ? throughHandle(handle.fd) : mark;
  if (!(await isRefused(address))) return false;
  await sleep(SECOND_LOOK_MS);
  return isRefused(address);
}

/**
 * True when nobody listens. A busy or stopped owner still counts as listening, because the kernel accepts the
 * connection.
 */
function isRefused(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(false));
    socket.once('error', (cause) => resolve(errorCode(cause) === 'ECONNREFUSED'));
    socket.once('connect', () => socket.destroy());
  });
}

/** The mark by an open folder, for paths that are too long for a socket. */
function throughHandle(descriptor: number): string {
  return `/proc/self/fd/${descriptor}/${MARK_NAME}`;
}

function touch(mark: string): void {
  const now = new Date();
  try {
    utimesSync(mark, now, now);
  } catch {
    // The folder was removed, and its mark with it.
  }
}

function readBootId(): string {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return /^[0-9a-f-]{36}$/.test(id) ? id : '0';
  } catch {
    return '0';
  }
}
