/** What an admin is told of hosts that are no git servers: the same of all. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { NOT_REACHED } from '../../../src/screens/repos/repo-failure.ts';
import { banner, closedPort, type Listener, listen, tls, web } from '../../support/repos/listeners.ts';
import { openRepos } from '../../support/repos/open-repos.ts';
import { requireTool } from '../../support/tools/tools.ts';

const LIMITS = { repoResolveMs: 4_000, repoFetchMs: 6_000 };
const GIT_ERROR = '0032ERR access denied or repository not exported: /x';

/** Everything that a port can be, by what it is. */
async function ports(t: TestContext): Promise<Readonly<Record<string, Listener>>> {
  const text = 'Content-Type: text/plain\r\n';
  return {
    closed: await closedPort(t),
    silent: await listen(t, () => undefined),
    'hangs up': await listen(t, (socket) => socket.end()),
    resets: await listen(t, (socket) => socket.resetAndDestroy()),
    'ssh banner': await banner(t, 'SSH-2.0-OpenSSH_9.9 inner-host\r\n'),
    'mail banner': await banner(t, '220 mail.inside ESMTP\r\n'),
    'database banner': await banner(t, '-ERR unknown command\r\n'),
    'looks like git': await banner(t, '0010hello world\n'),
    zeros: await banner(t, Buffer.alloc(64)),
    'web 200': await web(t, '200 OK', text, 'hello'),
    'web page': await web(t, '200 OK', 'Content-Type: text/html\r\n', '<title>router</title>'),
    'web 401': await web(t, '401 Unauthorized', 'WWW-Authenticate: Basic realm="router"\r\n', ''),
    'web 403': await web(t, '403 Forbidden', text, 'forbidden'),
    'web 404': await web(t, '404 Not Found', text, 'not found'),
    'web 500': await web(t, '500 Oops', text, 'fatal: remote error: Out of memory\nfatal: remote error: x'),
    'web 503': await web(
      t,
      '503 Busy',
      text,
      'fatal: No space left on device\nerror: index-pack died of signal 25',
    ),
    'web 418': await web(t, '418 Teapot', text, 'exec: git: not found'),
    'web redirect': await web(t, '302 Found', 'Location: http://169.254.169.254/latest/info/refs\r\n', ''),
    'web redirect to files': await web(t, '302 Found', 'Location: file:///etc/info/refs\r\n', ''),
    tls: await tls(t),
  };
}

// Each waits for the ports that never answer.
describe('an address without a git server', { concurrency: 2 }, () => {
  for (const scheme of ['http', 'https', 'git', 'ssh'] as const) {
    it(`by ${scheme} is not reached, whatever is there`, async (t) => {
      if (scheme === 'ssh') requireTool('ssh');
      const listeners = await ports(t);
      const names = Object.keys(listeners);
      const url = (name: string): string =>
        `${scheme}://${scheme === 'ssh' ? 'git@' : ''}127.0.0.1:${listeners[name]?.port}/owner/x.git`;
      const sha = 'a'.repeat(40);
      const entries = names.flatMap((name, n) => [
        `  p${n}: { repo: "${url(name)}", token: hunter2-hunter2 }\n`,
        `  s${n}: { repo: "${url(name)}", pin: "${sha}" }\n`,
      ]);
      const { settled, log, repos } = openRepos(t, `screen_repos:\n${entries.join('')}`, { limits: LIMITS });
      for (const [n, name] of names.entries()) {
        for (const handle of [`p${n}`, `s${n}`]) {
          const { status, error } = await settled(handle);
          assert.deepEqual([status, error], ['error', NOT_REACHED], `${scheme} ${name}`);
          assert.equal(
            repos.sources().get(handle)?.problem,
            `its repository could not be fetched: ${NOT_REACHED}`,
          );
        }
      }
      // The operator is told more.
      const details = log
        .filter((line) => line.includes('screen repo not updated'))
        .map((line) => JSON.parse(line).detail);
      assert.equal(details.length, 2 * names.length);
      assert.ok(
        details.every((detail) => typeof detail === 'string' && detail !== ''),
        JSON.stringify(details),
      );
      assert.ok(new Set(details).size > 3, JSON.stringify(details));
      assert.ok(!log.join('').includes('hunter2'));
    });
  }

  it('tells what a git server itself says', async (t) => {
    const daemon = await banner(t, `${GIT_ERROR.length.toString(16).padStart(4, '0')}${GIT_ERROR.slice(4)}`);
    const { settled } = openRepos(t, `screen_repos: { g: { repo: "git://127.0.0.1:${daemon.port}/x" } }`);
    assert.equal((await settled('g')).error, 'there is no such repository, or it needs a token');
  });
});
