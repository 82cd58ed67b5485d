import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gitVariables } from '../../../src/config/env/env.ts';
import { resolveSshHost, sshThrough } from '../../../src/screens/repos/git-route.ts';
import { NOT_REACHED } from '../../../src/screens/repos/repo-failure.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { listen } from '../../support/repos/listeners.ts';
import { openRepos } from '../../support/repos/open-repos.ts';

/** A program that stands in for ssh: says the settings of a host, and notes how it is called. */
function fakeSsh(
  t: TestContext,
  settings: string,
): { variables: Record<string, string>; calls: () => string } {
  const script = `#!/bin/sh\necho "$*" >> "$(dirname "$0")/calls"\nif [ "$1" = -G ]; then cat <<'END'\n${settings}\nEND\nexit 0; fi\nexit 255\n`;
  const bin = tempTree(t, { ssh: script, calls: '' });
  chmodSync(path.join(bin, 'ssh'), 0o755);
  const variables = { ...gitVariables(), PATH: `${bin}:${process.env['PATH']}` };
  return { variables, calls: () => readFileSync(path.join(bin, 'calls'), 'utf8') };
}

describe('the way to an ssh host', () => {
  it('is what the settings of the user say', async (t) => {
    const { variables } = fakeSsh(t, 'user git\nhostname git.example\nport 2222\nproxyusefdpass no');
    const host = await resolveSshHost({ name: 'work', port: null }, 'me', variables);
    assert.deepEqual(host, {
      name: 'git.example',
      port: 2222,
      keyName: '[git.example]:2222',
      isProxied: false,
    });
    const proxied = fakeSsh(
      t,
      'hostname git.example\nport 22\nhostkeyalias other\nproxyjump bastion',
    ).variables;
    const other = await resolveSshHost({ name: 'work', port: null }, null, proxied);
    assert.deepEqual(other, { name: 'git.example', port: 22, keyName: 'other', isProxied: true });
    const none = { PATH: '/nowhere' };
    assert.deepEqual(await resolveSshHost({ name: 'Git.Example', port: null }, null, none), {
      ...{ name: 'Git.Example', port: 22, keyName: 'git.example', isProxied: false },
    });
  });

  it('is given to ssh with the key of the real host, and nothing that a shell could take for a command', () => {
    const host = { name: 'x', port: 22, isProxied: false };
    assert.match(
      sshThrough(4711, { ...host, keyName: '[x]:2222' }) ?? '',
      /-oPort=4711 '-oHostKeyAlias=\[x\]:2222'/,
    );
    for (const keyName of ["x';id;'", 'x y', 'x$(id)', '', 'x\ny'])
      assert.equal(sshThrough(1, { ...host, keyName }), null);
  });

  it('leads through the server: to the port that settings name, and to none that is refused', async (t) => {
    const listener = await listen(t, (socket) => socket.end('SSH-2.0-x\r\n'));
    const { variables, calls } = fakeSsh(t, `hostname 127.0.0.1\nport ${listener.port}`);
    const config = (more: string): string => `screen_repos: { g: { repo: "git@work:a/b.git"${more} } }`;
    const open = openRepos(t, config(''), { variables });
    assert.equal((await open.settled('g')).error, NOT_REACHED);
    assert.match(
      calls(),
      /-oHostName=127\.0\.0\.1 -oPort=\d+ -oHostKeyAlias=\[127\.0\.0\.1\]:\d+ .*git@work git-upload-pack/,
    );
    const closed = openRepos(t, config(', allow_private_network: false'), { variables });
    assert.equal((await closed.settled('g')).error, NOT_REACHED);
    assert.match(closed.log.join(''), /address 127\.0\.0\.1 is not allowed for this repo/);
    assert.equal(listener.connections, 0);
    // The port that ssh was given is gone with the fetch.
    const port = Number(/-oPort=(\d+)/.exec(calls())?.[1]);
    const answer = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve('open'));
      socket.on('error', () => resolve('closed'));
    });
    assert.equal(answer, 'closed');
  });
});
