import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeGitFailure } from '../../../src/screens/repos/repo-failure.ts';

function say(stderr: string, secrets: readonly string[] = []): string {
  return describeGitFailure({ kind: 'failed', stderr }, secrets).message;
}

it('what git says becomes a sentence for the operator', () => {
  for (const [stderr, message] of [
    ["fatal: unable to access 'https://x/': Could not resolve host: x", 'the host name is not known'],
    ["fatal: unable to access 'http://x/': Failed to connect to x port 1", 'the server cannot be reached'],
    ["fatal: Authentication failed for 'http://x/'", 'the server refused the login; check the token'],
    [
      "fatal: could not read Username for 'http://x': terminal prompts disabled",
      'the server asks for a login; set a token that may read the repository',
    ],
    [
      'Host key verification failed.\r\nfatal: Could not read from remote repository.',
      'the ssh key of the host is not known; add it to known_hosts of the server',
    ],
    [
      "fatal: unable to access 'http://x/': The requested URL returned error: 502",
      'the server answered with status 502',
    ],
    [
      "fatal: '/x' does not appear to be a git repository",
      'there is no such repository, or it needs a token',
    ],
    [
      "fatal: detected dubious ownership in repository at '/x'",
      'the repository belongs to another user of this machine',
    ],
    ['fatal: the remote end hung up unexpectedly', 'the server broke off'],
    ['sh: 1: exec: git: not found', 'the program git is not installed on the server'],
    ['', 'git: no reason given'],
  ] as const) {
    assert.equal(say(stderr), message);
  }
});

it('what is not known is quoted: one line, without secrets, folders of this machine and tricks', () => {
  assert.equal(
    say('warning: x\nfatal: odd \u001b[31mthing at /var/lib/x \u202ehunter2\nhint: try again', ['hunter2']),
    'git: odd [31mthing at … [redacted]',
  );
  assert.equal(say(`fatal: ${'x'.repeat(1000)}`).length, 'git: '.length + 240);
});

it('an abort is not a failure', () => {
  assert.equal(describeGitFailure({ kind: 'aborted' }, []).kind, 'aborted');
  assert.equal(describeGitFailure({ kind: 'timeout' }, []).kind, 'failed');
});
