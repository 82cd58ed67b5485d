/** The address guard on the way to repos, where it matters: on connections that are really opened. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gitVariables } from '../../../src/config/env/env.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { NOT_REACHED } from '../../../src/screens/repos/repo-failure.ts';
import { below, gitDaemon, httpGitServer } from '../../support/repos/git-servers.ts';
import { listen } from '../../support/repos/listeners.ts';
import { openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';

const SCHEMES = ['http', 'https', 'git', 'ssh'] as const;
/** Spellings that every part of a system reads as an address, and those that only some do. */
const LOOPBACK = [
  '127.0.0.1',
  '127.9.8.7',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
];
const ODD_LOOPBACK = ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', 'localhost', 'inside.example'];
const METADATA = [
  '169.254.169.254',
  '[fe80::1]',
  '[::ffff:169.254.169.254]',
  '100.100.100.200',
  '[fd00:ec2::254]',
  '0.0.0.0',
];
const ODD_METADATA = ['2852039166', '0xa9fea9fe', 'metadata.example'];

const NAMES: Readonly<Record<string, readonly string[][]>> = {
  'inside.example': [['127.0.0.1']],
  'metadata.example': [['169.254.169.254']],
  'mixed.example': [['127.0.0.1', '169.254.169.254', '::1']],
  // Another answer for whoever looks again.
  'rebind.example': [['192.0.2.1'], ['127.0.0.1']],
};

/** Names of the test's own; all others as the system knows them, without asking a network. */
function lookupOf(asked: string[] = []): LookupAll {
  return (hostname, callback) => {
    asked.push(hostname);
    const turn = asked.filter((name) => name === hostname).length - 1;
    const turns = NAMES[hostname] ?? [['127.0.0.1']];
    const addresses = turns[Math.min(turn, turns.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

function config(urls: readonly string[], more: string): string {
  return `screen_repos:\n${urls.map((url, n) => `  r${n}: { repo: "${url}"${more} }\n`).join('')}`;
}

describe('a repo with allow_private_network: false', () => {
  it('reaches no loopback address, by any protocol and in any spelling', async (t) => {
    const listener = await listen(t, (socket) => socket.end());
    const hosts = [...LOOPBACK, ...ODD_LOOPBACK, 'mixed.example', 'rebind.example', 'rebind.example'];
    const urls = hosts.flatMap((host) =>
      SCHEMES.map((scheme) => `${scheme}://${host}:${listener.port}/x/y.git`),
    );
    const { settled, log } = openRepos(t, config(urls, ', allow_private_network: false'), {
      lookup: lookupOf(),
    });
    for (const [n, url] of urls.entries()) {
      const { status, error } = await settled(`r${n}`);
      assert.equal(status, 'error', url);
      // An address that stands in the entry is called by its name; what a name means is nobody's business.
      if (error !== NOT_REACHED)
        assert.match(error ?? '', /^address \S+ is not allowed for this repo unless .* \(loopback\)$/, url);
      if (n >= 4 * LOOPBACK.length && !/^https?:/.test(url)) assert.equal(error, NOT_REACHED, url);
    }
    assert.equal(listener.connections, 0);
    assert.match(log.join(''), /is not allowed for this repo/);
  });
});

describe('link-local and metadata addresses', () => {
  it('are reached by no repo, whatever its entry says', async (t) => {
    for (const more of ['', ', allow_private_network: true']) {
      const urls = [...METADATA, ...ODD_METADATA].flatMap((host) =>
        SCHEMES.map((scheme) => `${scheme}://${host}/x/y.git`),
      );
      const limits = { repoResolveMs: 8_000 };
      const { settled, log, repos } = openRepos(t, config(urls, more), { lookup: lookupOf(), limits });
      for (const [n, url] of urls.entries()) {
        const { status, error } = await settled(`r${n}`);
        assert.equal(status, 'error', url);
        if (error !== NOT_REACHED)
          assert.match(error ?? '', /^address \S+ is not allowed for this repo \(/, url);
      }
      const refused = log.filter((line) => line.includes('is not allowed for this repo'));
      // By name or number, the guard refused it; nothing waited for an answer of the network.
      assert.ok(refused.length >= urls.length - 2 * ODD_METADATA.length, String(refused.length));
      await repos.stop();
    }
  });
});

describe('a redirect', () => {
  it('leads to no private address of another host, unless all are allowed', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const inner = await httpGitServer(t, path.dirname(repo.dir));
    const { port } = new URL(inner.url);
    for (const host of [
      'localhost',
      '127.0.0.2',
      '2130706434',
      '[::ffff:127.0.0.1]',
      'inside.example',
      '169.254.169.254',
    ]) {
      const to = `http://${host}:${port}/${path.basename(repo.dir)}`;
      const server = await httpGitServer(t, '/', { redirect: to });
      const before = inner.requests.length;
      const { settled, repos } = openRepos(t, config([`${server.url}/a.git`], ''), { lookup: lookupOf() });
      assert.equal((await settled('r0')).error, NOT_REACHED, host);
      assert.ok(server.requests.length > 0);
      assert.equal(inner.requests.length, before, host);
      await repos.stop();
    }
    const server = await httpGitServer(t, '/', {
      redirect: `http://localhost:${port}/${path.basename(repo.dir)}`,
    });
    const open = openRepos(t, config([`${server.url}/a.git`], ', allow_private_network: true'), {
      lookup: lookupOf(),
    });
    assert.equal((await open.settled('r0')).resolvedSha, sha);
  });
});

describe('a repo on a private address', () => {
  it('is fetched by http and git when its entry does not say no, by name as well', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const daemon = await gitDaemon(t, path.dirname(repo.dir));
    const urls = [server.url, daemon.url].flatMap((url) => [
      below(url, repo.dir),
      below(url.replace('127.0.0.1', 'inside.example'), repo.dir),
    ]);
    const asked: string[] = [];
    const { settled } = openRepos(t, config(urls, ''), { lookup: lookupOf(asked) });
    for (const n of urls.keys()) assert.equal((await settled(`r${n}`)).resolvedSha, sha, urls[n]);
    assert.ok(asked.length >= 2 && asked.every((name) => name === 'inside.example'));
  });

  it('is not fetched when the operator closes private addresses to all, nor may its scripts go there', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const url = below(server.url, repo.dir);
    const { settled, repos } = openRepos(t, config([url], ', allow_private_network: true'), {
      allowPrivateNetwork: false,
    });
    assert.match((await settled('r0')).error ?? '', /127\.0\.0\.1 is not allowed for this repo/);
    assert.equal(repos.sources().get('r0')?.allowPrivateNetwork, false);
    assert.equal(server.requests.length, 0);
  });
});

describe('a proxy of the operator', () => {
  it('takes the fetch, wherever it is sent; an exempt host is reached without it', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const name = path.basename(repo.dir);
    const inner = await httpGitServer(t, path.dirname(repo.dir));
    // Curl asks a proxy for the whole address; this one answers as if it were every host.
    const asked: string[] = [];
    const proxy = await listen(t, (socket) => {
      socket.once('data', (head: Buffer) => {
        asked.push(head.toString('latin1').split(' ')[1] ?? '');
        socket.end(
          `HTTP/1.1 302 Found\r\nLocation: ${inner.url}/${name}/info/refs\r\nContent-Length: 0\r\n\r\n`,
        );
      });
    });
    const variables = {
      ...gitVariables(),
      http_proxy: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: '127.0.0.0/8,.exempt.example,[::1]',
    };
    const urls = [`http://public.example/${name}`, `http://metadata.example/${name}`, `${inner.url}/${name}`];
    const lookup: LookupAll = (hostname, callback) => {
      if (hostname === 'public.example') callback(new Error('only the proxy knows it'), []);
      else lookupOf()(hostname, callback);
    };
    const { settled } = openRepos(t, config(urls, ''), { variables, lookup });
    assert.equal((await settled('r0')).error, NOT_REACHED);
    assert.deepEqual([...new Set(asked.map((url) => new URL(url).hostname))], ['public.example']);
    assert.equal((await settled('r1')).error, NOT_REACHED);
    assert.equal((await settled('r2')).resolvedSha, sha);
    assert.ok(asked.every((url) => !url.includes('metadata')));
  });
});
