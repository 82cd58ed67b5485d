import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accepted, refused } from '../../support/config/read-config.ts';

it('reads repos, with their tokens apart', () => {
  const { snapshot, secrets } = accepted(
    [
      'screen_repos:',
      '  garden:',
      '    repo: https://example.org/a.git',
      '    pin: 1234567',
      '    token: hunter2',
      '    allow_private_network: true',
      '    webhook_secret: correct-horse-battery',
      '  later:',
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    [...snapshot.screenRepos.values()],
    [
      {
        handle: 'garden',
        repo: 'https://example.org/a.git',
        pin: '1234567',
        tokenSet: true,
        allowPrivateNetwork: true,
        fetchPrivate: 'all',
        webhookSet: true,
      },
      {
        ...{ handle: 'later', repo: null, pin: null, tokenSet: false },
        ...{ allowPrivateNetwork: false, fetchPrivate: 'host', webhookSet: false },
      },
    ],
  );
  assert.deepEqual(secrets.repoTokens, new Map([['garden', 'hunter2']]));
  assert.deepEqual(secrets.repoWebhooks, new Map([['garden', 'correct-horse-battery']]));
});

it('leaves out the secret of a webhook that can be guessed, without showing it', () => {
  const { snapshot, secrets, warnings } = accepted('screen_repos: {a: {webhook_secret: hunter2}}');
  assert.deepEqual([snapshot.screenRepos.get('a')?.webhookSet, secrets.repoWebhooks.size], [false, 0]);
  const [{ message } = { message: '' }] = warnings;
  assert.match(message, /^screen_repos\.a\.webhook_secret: expected at least 16 characters; it is left out$/);
});

it('keeps a pin of digits and an e as it stands', () => {
  const { snapshot } = accepted('screen_repos: {a: {pin: 12e4567}}');
  assert.equal(snapshot.screenRepos.get('a')?.pin, '12e4567');
});

it('refuses handles that are taken, and those that cannot stand in a reference', () => {
  for (const handle of ['service-builtin', 'local', 'examples']) {
    assert.match(refused(`screen_repos: {${handle}: {}}`)[0] ?? '', /is reserved$/);
  }
  for (const handle of ['a/b', '.git', 'ä', '"a b"']) {
    assert.match(
      refused(`screen_repos: {${handle}: {}}`)[0] ?? '',
      /^config\.yaml:1:16: screen_repos: expected a handle/,
    );
  }
});

it('refuses a bad value and does not show a token', () => {
  const problems = refused('screen_repos:\n  a: {allow_private_network: maybe, token: [hunter2]}\n');
  assert.equal(problems.length, 2);
  assert.ok(!problems.join().includes('hunter2'));
});

it('refuses an address with credentials without showing it, and one that is none', () => {
  const [secret = '', path = ''] = refused(
    'screen_repos:\n  a:\n    repo: https://hunter2@example.org/a\n  b: {repo: ../b}\n',
  );
  assert.match(
    secret,
    /^config\.yaml:3:11: screen_repos\.a\.repo: expected an address without user name and password/,
  );
  assert.ok(!secret.includes('hunter2'));
  assert.match(path, /^config\.yaml:4:13: screen_repos\.b\.repo: expected an https, http/);
});

it('refuses a pin that git could not take for a name', () => {
  assert.match(
    refused('screen_repos: {a: {pin: --upload-pack}}')[0] ?? '',
    /screen_repos\.a\.pin: expected a commit of 40 hex digits, or the name of a tag or branch, got the text "--upload-pack"$/,
  );
});
