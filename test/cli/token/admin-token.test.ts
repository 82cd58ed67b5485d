/** `stipple token --admin` as people run it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { accepted } from '../../support/config/read-config.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../../support/processes/stipple.ts';

const CONFIG = '# ours\ndefault_screen: clock   # for all\n';

function command(t: TestContext): {
  run(...args: readonly string[]): Promise<Outcome>;
  text(): string;
} {
  const folder = tempTree(t, { 'config.yaml': CONFIG });
  return {
    run: (...args) => runCommand(folder, ['token', ...args], { CONFIG_FILE: 'config.yaml' }),
    text: () => readFileSync(path.join(folder, 'config.yaml'), 'utf8'),
  };
}

function tokenIn({ out }: Outcome): string {
  return /^token {3}([\w-]{43})$/m.exec(out)?.[1] ?? '';
}

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

describe('stipple token --admin', () => {
  it('prints a token and the lines for a config, which it does not touch', async (t) => {
    const { run, text } = command(t);
    const made = await run(
      '--admin',
      'anna',
      '--role',
      'author',
      '--until',
      '2027-06-30',
      '--note',
      'a: "b" # c',
    );
    assert.equal(made.err, '');
    const lines = made.out.slice(made.out.indexOf('admin_tokens:'));
    assert.deepEqual(accepted(lines).snapshot.adminTokens, [
      { name: 'anna', role: 'author', digest: sha256Hex(tokenIn(made)), untilMs: Date.UTC(2027, 6, 1) },
    ]);
    assert.equal(text(), CONFIG);
  });

  it('writes the digest into the config and takes it out again, and leaves the rest as it is', async (t) => {
    const { run, text } = command(t);
    const anna = await run('--admin', 'anna', '--role', 'viewer', '--write');
    assert.match(anna.out, /^saved {3}anna in config\.yaml$/m);
    const bert = await run('--admin', 'bert', '--role', 'admin', '--write');
    const { adminTokens } = accepted(text()).snapshot;
    assert.deepEqual(
      adminTokens.map(({ name, role, digest }) => [name, role, digest]),
      [
        ['anna', 'viewer', sha256Hex(tokenIn(anna))],
        ['bert', 'admin', sha256Hex(tokenIn(bert))],
      ],
    );
    assert.ok(!text().includes(tokenIn(anna)));
    assert.equal((await run('--admin', 'anna', '--revoke')).out, 'revoked anna in config.yaml\n');
    assert.deepEqual(
      accepted(text()).snapshot.adminTokens.map(({ name }) => name),
      ['bert'],
    );
    assert.equal((await run('--revoke', 'bert', '--admin', 'bert')).code, 0);
    assert.equal(text(), CONFIG);
  });

  it('refuses what it cannot do, and says what it expected', async (t) => {
    const { run, text } = command(t);
    await run('--admin', 'anna', '--role', 'viewer', '--write');
    const before = text();
    for (const [code, message, ...args] of [
      [1, /there is a token "anna" already/, '--admin', 'ANNA', '--role', 'admin', '--write'],
      [1, /there is a token "anna" already/, '--admin', 'anna', '--role', 'admin'],
      [64, /--role: expected one of viewer, author, admin, got "nothing"/, '--admin', 'x'],
      [64, /--role: expected one of viewer, author, admin, got "boss"/, '--admin', 'x', '--role', 'boss'],
      [64, /--admin: expected a name of 1 to 64/, '--admin', 'a b', '--role', 'viewer'],
      [64, /--until: expected a date such as/, '--admin', 'x', '--role', 'viewer', '--until', '2027-02-30'],
      [64, /--until: .*still to come, got/, '--admin', 'x', '--role', 'viewer', '--until', '2020-06-30'],
      [64, /--until: .*still to come, got/, '--admin', 'x', '--role', 'viewer', '--until', YESTERDAY],
      [64, /--note: expected at most 200/, '--admin', 'x', '--role', 'viewer', '--note', 'x'.repeat(201)],
      [1, /--revoke: there is no token "ana"; did you mean anna\?/, '--admin', 'ana', '--revoke'],
      [
        64,
        /--revoke: expected nothing behind it with --admin, got "bert"/,
        '--admin',
        'anna',
        '--revoke',
        'bert',
      ],
      [64, /--revoke: expected the name of a token, or all/, '--frame', 'hall', '--revoke'],
      [64, /--screen: expected --frame with it, got --admin/, '--admin', 'x', '--screen', 'clock'],
      [64, /--role: expected --admin with it, got --data/, '--data', 'x', '--role', 'viewer'],
      [64, /expected --frame NAME, --data NAME or --admin NAME/, '--write'],
    ] as const) {
      const { code: got, err } = await run(...args);
      assert.equal(got, code, `${args.join(' ')}: ${err}`);
      assert.match(err, message);
    }
    assert.equal(text(), before);
  });
});
