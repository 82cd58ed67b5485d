/** Starts the upstreams of the preset `fleet`, and stops them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../../platform/base/entry-files.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';

/** Running upstreams. */
export interface UpstreamProcess {
  /** Host and port of each. */
  readonly hosts: readonly string[];
  stop(): Promise<void>;
}

/** The first message of the process. */
export interface UpstreamStarted {
  readonly ports: readonly number[];
}

const ENTRY = fileURLToPath(workerFile('bench-upstream'));

/** Start some on free ports of loopback. @returns a sentence when they do not start */
export async function startUpstreams(count: number): Promise<Result<UpstreamProcess, string>> {
  const child = spawn(process.execPath, [ENTRY, String(count)], {
    // It ends when the channel closes, which happens in any case when this process ends.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    detached: true,
    windowsHide: true,
  });
  const gone = new Promise<null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
  });
  const started = await Promise.race([once(child, 'message'), gone]);
  if (started === null) return err('the upstreams of the fleet did not start');
  const [{ ports }] = started as [UpstreamStarted];
  child.unref();
  child.channel?.unref();
  return ok({
    hosts: ports.map((port) => `127.0.0.1:${port}`),
    stop: async () => {
      child.ref();
      child.kill('SIGKILL');
      await gone;
    },
  });
}
