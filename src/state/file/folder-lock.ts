/**
 * A folder is one server's: two would each have devices of their own in memory. The kernel holds the lock, so it ends with the
 * process, however that ends, and is seen from other containers. What the file says is only for people.
 */
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StateError } from '../state-error.ts';
import { fileProblem } from './file-problem.ts';

/** Locks an open file until it is closed. False while another process has it; null where there are no locks. */
export type LockFile = (descriptor: number) => boolean | null;

const NAME = 'server.lock';
const FILE_MODE = 0o600;

/**
 * Take a folder for this process.
 * @returns gives it up
 * @throws {StateError} unusable, full: another server has it, or the file cannot be written
 */
export function lockFolder(folder: string, lockFile: LockFile): () => void {
  const file = path.join(folder, NAME);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, FILE_MODE);
    if (lockFile(descriptor) === false) throw new StateError('unusable', inUse(folder, file));
    writeHolder(descriptor);
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    throw fileProblem(folder, error);
  }
  const held = descriptor;
  return () => closeSync(held);
}

function writeHolder(descriptor: number): void {
  try {
    ftruncateSync(descriptor);
    writeSync(descriptor, `${process.pid} ${os.hostname()} ${new Date().toISOString()}\n`, 0);
  } catch {
    // The disk is full: the lock holds all the same.
  }
}

function inUse(folder: string, file: string): string {
  const [pid, host, since] = readFileSync(file, 'utf8').trim().split(' ');
  // The other one has the lock, and is about to write.
  const whose = since === undefined ? '' : `: process ${pid} on ${host}, since ${since}`;
  return `The state in ${folder} is in use by another server${whose}. Give each server a folder, or let them share a Redis.`;
}
