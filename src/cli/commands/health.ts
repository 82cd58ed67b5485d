/** `stipple health`: asks a running server whether it is well; for containers without curl. */
import type { CommandModule } from 'yargs';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../settings.ts';

const TIMEOUT_MS = 4_000;

/** Addresses for "every interface" cannot be connected to. */
const ANY: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

export const healthCommand: CommandModule = {
  command: 'health',
  describe: 'Ask the server on BIND_ADDR whether it runs (exit code 0 or 1)',
  handler: async () => {
    const { host, port } = loadSettings().listen;
    const reachable = ANY.get(host) ?? host;
    const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/health`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    if (answer?.status !== 200) {
      throw new ExitError(
        EXIT.failed,
        `${url} ${answer === null ? 'did not answer' : `answered ${answer.status}`}`,
      );
    }
    say.answer('OK');
  },
};
