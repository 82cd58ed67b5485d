import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { NOT_REACHED } from '../../../src/screens/repos/repo-failure.ts';
import { below, type HttpGitServer, httpGitServer } from '../../support/repos/git-servers.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';
import { until } from '../../support/waiting.ts';

const TOKEN = 'hunter2-correct-horse';
const BASE64 = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

/** Command lines of all processes, as `ps` shows them. */
function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}

/** Contents of all files below a folder. */
function contents(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  return names
    .map((name) => {
      try {
        return statSync(name).isFile() ? readFileSync(name, 'latin1') : name;
      } catch {
        // Git removes its own temporary files while we look.
        return name;
      }
    })
    .join('\n');
}

async function asked(server: HttpGitServer): Promise<void> {
  const before = server.requests.length;
  await until(() => server.requests.length > before);
}

describe('a token', () => {
  it('reaches the server, and only after it has asked for it', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir), { password: TOKEN });
    const url = below(server.url, repo.dir);
    const { settled, configure } = openRepos(t, garden(url, { token: TOKEN }));
    assert.equal((await settled('garden')).resolvedSha, sha);
    assert.equal(server.requests[0]?.login, null);
    assert.equal(server.requests.at(-1)?.login, `x-access-token:${TOKEN}`);
    configure(garden(url, { token: `somebody:${TOKEN}`, pin: 'main' }));
    await settled('garden');
    assert.equal(server.requests.at(-1)?.login, `somebody:${TOKEN}`);
  });

  it('stands in no command line and no file while a fetch runs', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir), { password: TOKEN });
    const { repos, settled, cacheDir } = openRepos(t, garden(below(server.url, repo.dir), { token: TOKEN }));
    await asked(server);
    // From here on the server takes requests and holds them: git sits there with all that it knows.
    server.behaviour.mode = 'hang';
    await asked(server);
    const lines = commandLines();
    assert.ok(
      lines.some((line) => line.includes(server.url)),
      'git runs',
    );
    for (const secret of [TOKEN, BASE64]) {
      assert.ok(!lines.some((line) => line.includes(secret)));
      assert.ok(!contents(cacheDir).includes(secret));
    }
    await repos.stop();
    // The system may show a helper of git for a moment longer.
    await until(() => !commandLines().some((line) => line.includes(server.url)), 'git has ended');
    await settled('garden');
    assert.deepEqual(readdirSync(cacheDir), []);
  });

  it('stands in no answer, error, log or file, even when the server says it back', async (t) => {
    const repo = tempRepo(t);
    repo.commit({ ...screen('a') });
    const server = await httpGitServer(t, path.dirname(repo.dir), { password: TOKEN });
    const url = below(server.url, repo.dir);
    const { repos, settled, cacheDir, log } = openRepos(t, garden(url, { token: TOKEN }));
    const said = [JSON.stringify(await settled('garden'))];
    server.behaviour.mode = 'echo';
    repos.update('garden');
    const { error } = await settled('garden');
    assert.equal(
      error,
      'git: remote error: you are x-access-token:[redacted] [redacted] Basic [redacted], I know …',
    );
    server.behaviour.password = 'changed';
    repos.update('garden');
    said.push(JSON.stringify(await settled('garden')));
    assert.match(said[1] ?? '', /check the token/);
    for (const secret of [TOKEN, BASE64]) {
      assert.ok(!said.join('\n').includes(secret));
      assert.ok(!log.join('\n').includes(secret));
      assert.ok(!contents(cacheDir).includes(secret));
    }
    assert.equal(repos.info('garden')?.tokenSet, true);
  });

  it('does not follow a redirect to another host', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const thief = await httpGitServer(t, path.dirname(repo.dir), { password: TOKEN });
    const server = await httpGitServer(t, '/', { redirect: below(thief.url, repo.dir) });
    const { settled } = openRepos(t, garden(`${server.url}/a.git`, { token: TOKEN }));
    const { status, error } = await settled('garden');
    assert.deepEqual([status, error], ['error', NOT_REACHED]);
    assert.ok(thief.requests.length > 0);
    assert.ok(thief.requests.every(({ login }) => login === null));
  });

  it('with a line end in it is refused before it could say more than it should', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const { settled } = openRepos(t, garden(repo.url, { token: 'a\nhost=evil.example' }));
    assert.equal((await settled('garden')).error, 'the token contains a line end');
  });
});
