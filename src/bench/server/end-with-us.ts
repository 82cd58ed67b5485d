/** Ends a process when this one ends, even if it is killed and can do nothing itself any more. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for the end of its input, which comes when this process is gone, and then ends the other one. */
const PROGRAM = 'read -r _; kill -TERM "$0"';

/**
 * End a process with SIGTERM when this process ends, for whatever reason.
 * @returns calls it off; to be called as soon as the process has ended
 */
export function endWithUs(pid: number): () => void {
  // A signal of the terminal must not end it before its work is done.
  const guard = spawn('sh', ['-c', PROGRAM, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell the process outlives this one if that is killed.
  guard.once('error', () => undefined);
  guard.stdin?.once('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
