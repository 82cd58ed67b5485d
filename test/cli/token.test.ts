/** `stipple token` as people run it: what it prints and writes, what it refuses, and that its address works. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { tokenDigest } from '../../src/fleet/calls/frame-access.ts';
import { accepted } from '../support/config/read-config.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../support/processes/stipple.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const CONFIG = `# ours
default_screen: clock   # for all
devices:
  "AA:BB:CC:DD:EE:FF":
    screen: clock # the kitchen
  ABCDE-FGHJK: { screen: clock }
frames:
  hall:   # at the door
    screen: clock
`;

interface Command {
  readonly folder: string;
  run(...args: readonly string[]): Promise<Outcome>;
  text(): string;
}

function command(t: TestContext, env: Readonly<Record<string, string>> = {}): Command {
  const folder = tempTree(t, { 'config.yaml': CONFIG });
  const all = { CONFIG_FILE: 'config.yaml', PUBLIC_URL: 'https://pictures.example/s', ...env };
  return {
    folder,
    run: (...args) => runCommand(folder, ['token', ...args], all),
    text: () => readFileSync(path.join(folder, 'config.yaml'), 'utf8'),
  };
}

function tokenIn({ out }: Outcome): string {
  return /^token {3}([\w-]{32})$/m.exec(out)?.[1] ?? '';
}

describe('stipple token', () => {
  it('prints a token, its address, and the lines for a config, which it does not touch', async (t) => {
    const { run, text } = command(t);
    const made = await run('--frame', 'hall');
    const token = tokenIn(made);
    assert.equal(made.err, '');
    assert.equal(
      made.out,
      `token   ${token}\nurl     https://pictures.example/s/frame/hall.png?token=${token}\nconfig\nframes:\n  hall:\n    frame_tokens:\n      token: ${tokenDigest(token)}\n`,
    );
    assert.equal(text(), CONFIG);
    const { out } = await run('--frame', 'porch', '--screen', 'clock', '--name', 'tablet');
    const lines = out.slice(out.indexOf('frames:'));
    assert.equal(accepted(lines).snapshot.frames.get('porch')?.mapping.frameTokens?.size, 1);
    assert.notEqual(tokenIn(await run('--frame', 'hall')), token);
  });

  it('writes only the digest, keeps every comment, and revokes by name', async (t) => {
    const { run, text } = command(t);
    const first = await run('--frame', 'hall', '--write');
    assert.match(first.out, /\nsaved {3}token in config\.yaml\n$/);
    const second = await run('--frame', 'hall', '--write');
    assert.match(second.out, /\nsaved {3}token-2 in config\.yaml\n$/);
    await run('--frame', 'aa-bb-cc-dd-ee-ff', '--write', '--name', 'phone');
    await run('--frame', 'abcdefghjk', '--write', '--name', 'phone');
    const { out } = await run('--frame', 'porch', '--screen', 'clock', '--write');
    assert.match(out, /\/frame\/porch\.png\?token=/);
    const { snapshot } = accepted(text());
    assert.deepEqual(
      [...(snapshot.frames.get('hall')?.mapping.frameTokens ?? [])],
      [
        ['token', tokenDigest(tokenIn(first))],
        ['token-2', tokenDigest(tokenIn(second))],
      ],
    );
    for (const key of ['AA:BB:CC:DD:EE:FF', 'ABCDEFGHJK']) {
      assert.deepEqual([...(snapshot.devices.get(key)?.frameTokens?.keys() ?? [])], ['phone'], key);
    }
    assert.equal(snapshot.frames.get('porch')?.mapping.screen, 'clock');
    for (const line of CONFIG.split('\n').filter((text) => text.includes('#')))
      assert.ok(text().includes(line), line);
    assert.ok(!text().includes(tokenIn(first)));

    assert.equal((await run('--frame', 'hall', '--revoke', 'token')).out, 'revoked token in config.yaml\n');
    assert.deepEqual(
      [...(accepted(text()).snapshot.frames.get('hall')?.mapping.frameTokens?.keys() ?? [])],
      ['token-2'],
    );
    await run('--frame', 'porch', '--revoke', 'all');
    await run('--frame', 'hall', '--revoke', 'all');
    await run('--frame', 'AA:BB:CC:DD:EE:FF', '--revoke', 'phone');
    await run('--frame', 'ABCDE-FGHJK', '--revoke', 'phone');
    assert.equal(text(), `${CONFIG}  porch:\n    screen: clock\n`);
  });

  it('says what is wrong', async (t) => {
    const { run, text } = command(t);
    const refusals: [code: number, sentence: RegExp, ...args: string[]][] = [
      [64, /frame/],
      [1, /no frame and no device "hal"; did you mean hall\?/, '--frame', 'hal'],
      [1, /no frame and no device "new"; give a --screen to add/, '--frame', 'new', '--write'],
      [1, /no frame and no device "AA:BB:CC:DD:EE:00"/, '--frame', 'AA:BB:CC:DD:EE:00', '--screen', 'clock'],
      [64, /--name: expected a name of letters/, '--frame', 'hall', '--name', 'a b'],
      [64, /--name: expected a name of letters/, '--frame', 'hall', '--name', 'all', '--write'],
      [1, /--revoke: it has no tokens/, '--frame', 'hall', '--revoke', 'all'],
    ];
    for (const [code, sentence, ...args] of refusals) {
      const outcome = await run(...args);
      assert.match(outcome.err, sentence);
      assert.equal(outcome.code, code, args.join(' '));
    }
    assert.equal(text(), CONFIG);
    await run('--frame', 'hall', '--write', '--name', 'one');
    assert.match(
      (await run('--frame', 'hall', '--write', '--name', 'one')).err,
      /there is a token "one" already/,
    );
    assert.match(
      (await run('--frame', 'hall', '--revoke', 'ones')).err,
      /there is no token "ones"; did you mean one\?/,
    );
    const embedded = await runCommand(tempTree(t, {}), [
      'token',
      '--frame',
      'new',
      '--screen',
      'clock',
      '--write',
    ]);
    assert.match(embedded.err, /nothing was written: config is embedded\/read-only; set CONFIG_FILE/);
  });

  it('makes and revokes the token of a server that runs', async (t) => {
    const server = await startServerProcess({ config: 'default_screen: plain # ours\n' });
    t.after(() => server.stop());
    const config = path.join(server.screensDir, '..', 'config.yaml');
    const run = (...args: string[]) =>
      runCommand('/', ['token', '--frame', 'hall', ...args], { CONFIG_FILE: config, PUBLIC_URL: server.url });
    const made = await run('--screen', 'plain', '--write');
    const url = /^url {5}(\S+)$/m.exec(made.out)?.[1] ?? '';
    const status = async (): Promise<number> => (await fetch(url)).status;
    await until(async () => (await status()) === 200);
    await run('--revoke', 'all');
    await until(async () => (await status()) === 401);
    const log = server.lines().join('\n');
    assert.ok(log.includes('/frame/hall.png') && !log.includes(tokenIn(made)));
  });

  it('works on the config in the state store', async (t) => {
    const folder = tempTree(t, { 'config.yaml': CONFIG });
    const env = { STORE_URL: `file:${path.join(folder, 'state')}`, CONFIG_FILE: 'store:' };
    const run = (...args: string[]) => runCommand(folder, args, env);
    await run('config', 'push', 'config.yaml', '--force');
    const made = await run('token', '--frame', 'hall', '--write');
    assert.equal(made.code, 0, made.err);
    const { out } = await run('config', 'pull');
    assert.ok(out.includes(tokenDigest(tokenIn(made))) && out.includes('# at the door'));
    assert.match(
      (await run('config', 'history')).out,
      /stipple token, by \S+: set frames\.hall\.frame_tokens\.token/,
    );
    assert.match((await run('token', '--frame', 'hall', '--revoke', 'token')).out, /^revoked token in /);
  });
});
