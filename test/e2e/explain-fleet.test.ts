/** Why a device shows what it shows: situations about a fleet, its repos and its store, each with the real thing. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { display, setup } from '../support/device/calls.ts';
import { assertExplained, explained } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { below, gitDaemon } from '../support/repos/git-servers.ts';
import { garden, tempRepo } from '../support/repos/open-repos.ts';
import { says, settled } from '../support/repos/screen-repos.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getDisplay, getImage } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:';

describe('the explanation of a screen of a repo', () => {
  it('says that its git server is gone, and of when that is what is shown', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('one'));
    const daemon = await gitDaemon(t, path.dirname(repo.dir));
    const url = below(daemon.url, repo.dir);
    const admin = await startAdmin({
      config: garden(url, {}, `devices: {"${MAC}01": {screen: garden/tulips}}\n`),
    });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).status, 'ready');
    await getImage((await getDisplay(admin.server, `${MAC}01`)).image_url);
    const before = await explained(admin, `${MAC}01`);
    assert.ok(
      [before.code, ...before.others.map(({ code }) => code)].every((code) => code !== 'repo_offline'),
    );

    await daemon.stop();
    await admin.call('POST', '/screen-repos/garden/update');
    assert.equal((await settled(admin, 'garden')).status, 'offline');
    const { text } = await finding(admin, `${MAC}01`, 'repo_offline');
    assert.match(
      text,
      /^The repo garden of its screen could not be fetched \(".+"\): what was fetched at \S+ is used/,
    );
    assert.match(text, /Look at its address, token and pin\.$/);
    // It goes on with what was fetched.
    assert.equal((await getDisplay(admin.server, `${MAC}01`)).refresh_rate, 75);

    const again = await gitDaemon(t, path.dirname(repo.dir), Number(new URL(daemon.url).port));
    assert.equal(again.url, daemon.url);
    await admin.call('POST', '/screen-repos/garden/update');
    assert.equal((await settled(admin, 'garden')).status, 'ready');
    const { code, others } = await explained(admin, `${MAC}01`);
    assert.ok([code, ...others.map((one) => one.code)].every((one) => one !== 'repo_offline'));
  });
});

describe('the explanation of a device among others of its model', () => {
  it('says that its firmware is old, by what devices say that are known', async (t) => {
    const devices = [1, 2, 3].map((last) => `  "${MAC}0${last}": { screen: plain }\n`).join('');
    const admin = await startAdmin({ config: `default_screen: plain\ndevices:\n${devices}` });
    t.after(() => admin.server.stop());
    const wake = (mac: string, version: string) =>
      getDisplay(admin.server, mac, { Model: 'og', 'FW-Version': version });
    await wake(`${MAC}01`, '1.5.2');
    await wake(`${MAC}02`, '1.8.15');
    // Strangers may say what they like.
    await wake(`${MAC}99`, '9.9.9');
    const { text } = await finding(admin, `${MAC}01`, 'old_firmware');
    assert.match(
      text,
      /^Its firmware is old: "1\.5\.2" at \S+, and others of its model run "1\.8\.15"\. Update it\.$/,
    );
    const { code, others } = await explained(admin, `${MAC}02`);
    assert.ok([code, ...others.map((one) => one.code)].every((one) => one !== 'old_firmware'));
  });
});

describe('the explanation of a device without an entry', () => {
  it('says that registration is closed, and what lets it in, and no more when it has an entry', async (t) => {
    const clock = new MovedClock();
    t.after(() => clock.restore());
    const admin = await startAdmin({ config: 'default_screen: plain\n' });
    t.after(() => admin.server.stop());
    const mac = `${MAC}01`;
    const { api_key: key } = (await setup(admin.server, mac)).body;
    await getImage((await display(admin.server, mac, key)).body.image_url);
    await admin.takeConfig('registration_enabled: false\ndefault_screen: plain\n');
    const { text } = await finding(admin, mac, 'pending');
    assert.match(text, /Registration is closed: without an entry it gets no key when it has lost its own\.$/);
    clock.pass(3600);
    assert.equal((await setup(admin.server, mac)).body.status, 404);
    await assertExplained(
      admin,
      mac,
      'setup_refused',
      /, as registration is closed \(registration_enabled: false\) and it has no entry: if its panel says "Registration is closed\..*give it an entry, and reset it; if not, something else there uses its MAC address/,
    );
    assert.equal((await admin.post('/devices', { key: mac, screen: 'local/plain' })).status, 200);
    const { summary } = await explained(admin, mac);
    assert.doesNotMatch(summary, /registration_enabled/);
  });
});

describe('the explanation of a config in the state store', () => {
  it('names what a command has pushed and undone, and who', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-explain-'));
    const redis = await startRedis();
    const env = { CONFIG_FILE: 'store:', STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: folder };
    const admin = await startAdmin({ env });
    t.after(async () => {
      await admin.server.stop();
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    await getDisplay(admin.server, `${MAC}01`);
    const { body } = await admin.get('/config/text');
    const text = `${body.text.replace(/^devices:.*$/m, '')}\ndevices:\n  "${MAC}01": { screen: clock, refresh: 1234 }\n`;
    writeFileSync(path.join(folder, 'config.yaml'), text);
    const run = async (...args: readonly string[]): Promise<void> => {
      const { code, out, err } = await runCommand(folder, ['config', ...args], { STORE_URL: redis.url });
      assert.equal(code, 0, out + err);
    };
    const changes = async (): Promise<readonly string[]> => {
      const { code, others, evidence } = await explained(admin, `${MAC}01`);
      const found =
        code === 'config_changed' ? { evidence } : others.find((one) => one.code === 'config_changed');
      return (found?.evidence ?? []).map((one) => one.text);
    };
    await run('push', 'config.yaml', '--force');
    await until(
      async () => (await changes()).some((one) => one.includes('stipple config push')) || null,
      'it is told',
    );
    await assertExplained(
      admin,
      `${MAC}01`,
      'config_changed',
      /\(default_screen, the whole entry\) was changed at/,
    );
    await getDisplay(admin.server, `${MAC}01`);
    await run('undo');
    await until(
      async () => (await changes()).some((one) => one.includes('stipple config undo')) || null,
      'it is told',
    );
  });
});

async function finding(admin: Admin, key: string, code: string): Promise<{ readonly text: string }> {
  const said = await explained(admin, key);
  const all = [{ code: said.code, text: said.summary }, ...said.others];
  const found = all.find((one) => one.code === code);
  assert.ok(found !== undefined, JSON.stringify(all));
  return found;
}
