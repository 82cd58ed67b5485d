/** Settings of git that run programs or send more than they should: none of them comes from where it must not. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gitVariables } from '../../../src/config/env/env.ts';
import { parseRepoUrl } from '../../../src/domain/repo-url.ts';
import { lookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { gitEnvironment } from '../../../src/screens/repos/git-environment.ts';
import { openRoute } from '../../../src/screens/repos/git-route.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { below, httpGitServer } from '../../support/repos/git-servers.ts';
import { garden, openRepos, tempRepo } from '../../support/repos/open-repos.ts';

/** A configuration in which everything that can run a program runs `trap`. */
function hostileConfig(trap: string): string {
  return `[core]
  fsmonitor = ${trap}
  hooksPath = ${path.dirname(trap)}
  sshCommand = ${trap}
  askPass = ${trap}
  pager = ${trap}
  editor = ${trap}
  gitProxy = ${trap}
  alternateRefsCommand = ${trap}
  attributesFile = ${path.dirname(trap)}/attributes
[credential]
  helper = !${trap}
[filter "x"]
  smudge = ${trap}
  process = ${trap}
  required = true
[diff]
  external = ${trap}
[uploadpack]
  packObjectsHook = ${trap}
[http]
  extraHeader = X-Trap: sprung
  proxy = http://127.0.0.1:1
  sslVerify = false
[protocol "ext"]
  allow = always
[protocol "file"]
  allow = always
[submodule]
  recurse = true
[url "ext::${trap}"]
  insteadOf = http://
[includeIf "gitdir:/**"]
  path = ${path.dirname(trap)}/included
[gc]
  auto = 1
`;
}

describe('hostile settings of git', () => {
  it('in the repository, the home and the environment of the server have no effect on a fetch', async (t) => {
    const folder = tempTree(t, { 'home/x': '', 'xdg/git/x': '', 'bin/attributes': '* filter=x\n' });
    const sprung = path.join(folder, 'sprung');
    const trap = tempTree(t, { trap: `#!/bin/sh\necho "$0 $*" >> ${sprung}\nexit 1\n` });
    chmodSync(path.join(trap, 'trap'), 0o755);
    const config = hostileConfig(path.join(trap, 'trap'));
    const files = tempTree(t, { '.gitconfig': config, 'git/config': config, included: config });

    const repo = tempRepo(t);
    const sha = repo.commitEntries([
      ...['.gitconfig', '.gitattributes', '.gitmodules', 'config', 'a.lua'].map((name) => ({
        ...{ name, mode: '100644' },
        id: repo.blob(name === '.gitattributes' ? '* filter=x diff=x\n' : config),
      })),
      {
        name: 'hooks',
        mode: '40000',
        id: repo.files({ 'post-checkout': '#!/bin/sh\n', 'reference-transaction': '#!/bin/sh\n' }),
      },
    ]);
    const server = await httpGitServer(t, path.dirname(repo.dir), { password: 'open' });
    // The serving side has it, too: what it says of itself is its own matter.
    const variables = gitVariables({
      ...{
        PATH: process.env['PATH'],
        HOME: files,
        XDG_CONFIG_HOME: files,
        GIT_CONFIG_GLOBAL: `${files}/included`,
      },
      ...{
        GIT_CONFIG_SYSTEM: `${files}/included`,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.sshCommand',
      },
      ...{ GIT_CONFIG_VALUE_0: `${trap}/trap`, GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${trap}/trap'` },
      ...{
        GIT_ASKPASS: `${trap}/trap`,
        SSH_ASKPASS: `${trap}/trap`,
        GIT_SSH: `${trap}/trap`,
        GIT_SSH_COMMAND: `${trap}/trap`,
      },
      ...{
        GIT_PROXY_COMMAND: `${trap}/trap`,
        GIT_EXTERNAL_DIFF: `${trap}/trap`,
        GIT_EDITOR: `${trap}/trap`,
        GIT_EXEC_PATH: trap,
      },
      ...{
        GIT_TRACE: sprung,
        GIT_TRACE_CURL: sprung,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: trap,
        LD_PRELOAD: `${trap}/trap`,
      },
    });
    const { settled, roots } = openRepos(t, garden(below(server.url, repo.dir), { token: 'open' }), {
      variables,
    });
    const info = await settled('garden');
    assert.deepEqual([info.resolvedSha, info.error], [sha, null]);
    assert.ok(!existsSync(sprung), existsSync(sprung) ? readFileSync(sprung, 'utf8') : '');
    assert.equal(readFileSync(path.join(roots('garden')[0] ?? '', 'a.lua'), 'utf8'), config);
  });

  it('cannot come by the environment that git gets: every variable is known', async () => {
    const url = parseRepoUrl('https://example.org/a/b');
    assert.ok(url.ok);
    const everything = Object.fromEntries(
      [
        'GIT_ASKPASS',
        'GIT_SSH',
        'GIT_TRACE',
        'GIT_DIR',
        'NODE_OPTIONS',
        'LD_PRELOAD',
        'SERVICE_ADMIN_TOKEN',
        'PATH',
        'HTTPS_PROXY',
        'NO_PROXY',
      ].map((name) => [name, name === 'HTTPS_PROXY' ? '' : 'hostile']),
    );
    const route = await openRoute(url.value, gitVariables(everything), {
      privateReach: 'none',
      lookup: lookupAll,
    });
    assert.ok(route.ok);
    const source = { url: url.value, token: 'hunter2', route: route.value };
    const env = gitEnvironment(gitVariables(everything), '/folder', source);
    route.value.close();
    const names = Object.keys(env).filter((name) => !/^GIT_CONFIG_(?:KEY|VALUE)_\d+$/.test(name));
    assert.deepEqual(names.sort(), [
      ...[
        'GIT_ALLOW_PROTOCOL',
        'GIT_ATTR_NOSYSTEM',
        'GIT_CONFIG_COUNT',
        'GIT_CONFIG_GLOBAL',
        'GIT_CONFIG_NOSYSTEM',
      ],
      ...[
        'GIT_DIR',
        'GIT_NO_LAZY_FETCH',
        'GIT_NO_REPLACE_OBJECTS',
        'GIT_OPTIONAL_LOCKS',
        'GIT_SSH_COMMAND',
        'GIT_SSH_VARIANT',
      ],
      ...[
        'GIT_TERMINAL_PROMPT',
        'HOME',
        'LC_ALL',
        'PATH',
        'STIPPLE_GIT_TOKEN',
        'STIPPLE_GIT_USER',
        'TMPDIR',
        'XDG_CONFIG_HOME',
      ],
    ]);
    assert.equal(env['GIT_ALLOW_PROTOCOL'], 'https');
    assert.equal(env['HOME'], '/folder');
  });
});
