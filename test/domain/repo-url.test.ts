import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRepoUrl } from '../../src/domain/repo-url.ts';

function accepted(text: string) {
  const parsed = parseRepoUrl(text);
  assert.ok(parsed.ok, `${text}: ${parsed.ok ? '' : parsed.error.message}`);
  return [parsed.value.protocol, parsed.value.url, parsed.value.origin];
}

function kind(text: string): string {
  const parsed = parseRepoUrl(text);
  return parsed.ok ? `accepted as ${parsed.value.url}` : parsed.error.kind;
}

describe('addresses of repos', () => {
  it('may be URLs, with the origin that a token may go to', () => {
    const https = 'https://example.org:8443/a/b.git';
    assert.deepEqual(accepted(https), ['https', https, 'https://example.org:8443']);
    assert.deepEqual(accepted('HTTP://Example.org/a'), [
      'http',
      'http://example.org/a',
      'http://example.org',
    ]);
    for (const ssh of ['ssh://git@example.org:22/a.git', 'ssh://host/~me/a', 'ssh://git@[::1]/a']) {
      assert.deepEqual(accepted(ssh), ['ssh', ssh, null]);
    }
    assert.deepEqual(accepted('git://example.org/a.git'), ['git', 'git://example.org/a.git', null]);
    assert.deepEqual(accepted('file:///srv/a.git'), ['file', 'file:///srv/a.git', null]);
    assert.deepEqual(accepted('file://localhost/srv/a'), ['file', 'file:///srv/a', null]);
  });

  it('may be scp-like, or host/owner/name for https', () => {
    assert.deepEqual(accepted('git@example.org:owner/a.git'), ['ssh', 'git@example.org:owner/a.git', null]);
    assert.deepEqual(accepted('example:a.git'), ['ssh', 'example:a.git', null]);
    const url = 'https://example.org/owner/name';
    assert.deepEqual(accepted('example.org/owner/name'), ['https', url, 'https://example.org']);
    assert.equal(accepted('git.example.org/group/sub/name')[1], 'https://git.example.org/group/sub/name');
  });

  it('carry no credentials, and the message shows none', () => {
    for (const text of [
      'https://hunter2@example.org/a',
      'https://me:hunter2@example.org/a',
      'http://me:hunter2@example.org/a',
      'https://@example.org/a',
      'https:///me:hunter2@example.org/a',
      'https://:hunter2@example.org/a',
      'ssh://git:hunter2@example.org/a',
      'git://hunter2@example.org/a',
      'hunter2@example.org/owner/name',
      'me:hunter2@example.org:a',
      'https://me%3Ahunter2@example.org/a',
      'https:/me:hunter2@example.org/a',
      'https:me:hunter2@example.org/a',
      'https://me:hunter2%40@example.org/a',
      'HTTPS://me:hunter2@example.org/a',
      'https:////me:hunter2@example.org/a',
      'ssh://me:hunter2@[::1]:22/a',
      'git://me:hunter2@example.org:9418/a',
    ]) {
      const parsed = parseRepoUrl(text);
      assert.ok(!parsed.ok, text);
      assert.equal(parsed.error.kind, 'credentials', text);
      assert.ok(!parsed.error.message.includes('hunter2'));
    }
  });

  it('smuggle neither options nor other transports', () => {
    for (const text of [
      '',
      '-u',
      '--upload-pack=touch x',
      '--upload-pack=touch/x/y.z',
      'ext::sh -c touch% x',
      'ext::sh',
      'fd::17',
      'https::https://example.org/a',
      'transport::git@example.org:a',
      'ftp://example.org/a',
      'git+ssh://example.org/a',
      'ssh://-oProxyCommand=x/a',
      'ssh://git@-oProxyCommand=x/a',
      'ssh://-oProxyCommand=x@example.org/a',
      '-oProxyCommand=x@example.org:a',
      '-oProxyCommand=x:a',
      'git@-oProxyCommand=x:a',
      'git@example.org:--upload-pack=x',
      'git://-x/a',
      'git://example.org:1:2/a',
      'https://example.org/a b',
      'https://example.org/a\nhttp.x=y',
      'https://example.org/a\u0000',
      'https://exämple.org/a',
      'https://example.org\\@evil.org/a',
    ]) {
      assert.equal(kind(text), 'malformed', JSON.stringify(text));
    }
  });

  it('are complete, and no paths of this machine', () => {
    for (const text of [
      '/srv/a.git',
      './a',
      '../a/b/c',
      '~/a/b',
      'a/b',
      'owner/name',
      'host/owner/name',
      'example.org/name',
      'example.org//name',
      'https://example.org',
      'https://example.org/',
      'https://example.org/a?private_token=x',
      'https://example.org/a#x',
      'ssh://example.org',
      'ssh://example.org/',
      'ssh://example.org:99999/a',
      'file://host/a',
      'file://a',
      'file:///',
      `https://example.org/${'a'.repeat(1000)}`,
    ]) {
      assert.equal(kind(text), 'malformed', text);
    }
    const hint = parseRepoUrl('/srv/a.git');
    assert.match(hint.ok ? '' : hint.error.message, /write file:\/\/\/path$/);
  });
});
