import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { ConfigEdit } from '../../../src/config/edit/model.ts';
import { ConfigStore } from '../../../src/config/source/store.ts';
import type { ConfigWriteFailure } from '../../../src/config/source/write-failure.ts';
import { ConfigWriter } from '../../../src/config/source/writer.ts';
import { err, ok } from '../../../src/platform/base/result.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { remove, set } from '../edit/editing.ts';
import { type Opened, openFile } from './open-writer.ts';

const TEXT = '# mine\ndefault_screen: one # c\n';

async function open(t: TestContext, text = TEXT): Promise<Opened & { readonly folder: string }> {
  const folder = tempTree(t, { 'c.yaml': text });
  return { folder, ...(await openFile(`${folder}/c.yaml`)) };
}

/** Makes edits; the failure, or null. */
async function change(
  writer: ConfigWriter,
  ...edits: readonly ConfigEdit[]
): Promise<ConfigWriteFailure | null> {
  const done = await writer.change<null, never>(() => ok({ edits, value: null }));
  return done.ok ? null : done.error;
}

describe('ConfigWriter.change', () => {
  it('writes the file, takes it into use at once, and gives the planned value', async (t) => {
    const { file, store, writer } = await open(t);
    const before = store.snapshot;
    const done = await writer.change(({ snapshot, raw, text }) => {
      assert.deepEqual([snapshot.defaultScreen, raw, text], ['one', { default_screen: 'one' }, TEXT]);
      return ok({ edits: [set('default_screen', 'two'), set('admin/token', 'secret')], value: 7 });
    });
    assert.deepEqual(done, { ok: true, value: 7 });
    assert.equal(readFileSync(file, 'utf8'), '# mine\ndefault_screen: two # c\nadmin:\n  token: secret\n');
    assert.deepEqual(
      [before.defaultScreen, store.snapshot.defaultScreen, store.secrets.adminToken],
      ['one', 'two', 'secret'],
    );
    assert.deepEqual(store.raw, { default_screen: 'two', admin: { token: 'secret' } });
    assert.equal(store.text, readFileSync(file, 'utf8'));
  });

  it('hands on the refusal of a plan, and writes nothing without edits', async (t) => {
    const { file, writer } = await open(t);
    const before = statSync(file).mtimeMs;
    assert.deepEqual(await writer.change(() => err('no such device')), {
      ok: false,
      error: 'no such device',
    });
    assert.equal(await change(writer), null);
    assert.equal(await change(writer, set('default_screen', 'one'), remove('devices/x')), null);
    assert.equal(statSync(file).mtimeMs, before);
  });

  it('goes on after a plan that throws', async (t) => {
    const { writer } = await open(t);
    await assert.rejects(
      writer.change(() => {
        throw new Error('bug');
      }),
      /bug/,
    );
    assert.equal(await change(writer, set('default_screen', 'two')), null);
  });

  it('keeps mode and link of the file, and leaves nothing beside it', async (t) => {
    const { folder, file } = await open(t);
    chmodSync(file, 0o600);
    symlinkSync('c.yaml', `${folder}/link.yaml`);
    const { writer } = await openFile(`${folder}/link.yaml`);
    assert.equal(await change(writer, set('default_screen', 'two')), null);
    assert.ok(lstatSync(`${folder}/link.yaml`).isSymbolicLink());
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(readFileSync(file, 'utf8'), /two/);
    assert.deepEqual(readdirSync(folder), ['c.yaml', 'link.yaml']);
  });

  it('makes a hundred changes at once one after the other, in the order of the calls', async (t) => {
    const { file, store, writer } = await open(t, `${TEXT}devices: {}\n`);
    const seen: number[] = [];
    const all = Array.from({ length: 100 }, (_, index) =>
      writer.change(({ snapshot }) => {
        seen.push(snapshot.devices.size);
        const mac = `AA:BB:CC:DD:EE:${index.toString(16).toUpperCase().padStart(2, '0')}`;
        return ok({ edits: [set(`devices/${mac}`, { screen: `s${index}` })], value: index });
      }),
    );
    const done = await Promise.all(all);
    assert.deepEqual(
      done.map((result) => result.ok && result.value),
      seen,
    );
    assert.deepEqual(
      [...store.snapshot.devices.values()].map(({ screen }) => screen),
      seen.map((index) => `s${index}`),
    );
    const { store: again } = await openFile(file);
    assert.deepEqual(again.snapshot, store.snapshot);
    assert.ok(again.text.startsWith(TEXT));
  });
});

describe('a file that was changed by hand', () => {
  it('is read before it is written', async (t) => {
    const { file, store, writer } = await open(t);
    appendFileSync(file, 'auth_mode: ed25519 # by hand\n');
    assert.equal(store.snapshot.authMode, 'api_key');
    const done = await writer.change(({ snapshot }) =>
      ok({ edits: [set('default_screen', snapshot.authMode)], value: null }),
    );
    assert.ok(done.ok);
    assert.equal(
      readFileSync(file, 'utf8'),
      '# mine\ndefault_screen: ed25519 # c\nauth_mode: ed25519 # by hand\n',
    );
    assert.equal(store.snapshot.authMode, 'ed25519');
  });

  it('is planned for anew when that happens during the write', async (t) => {
    const { file, writer } = await open(t);
    let plans = 0;
    const done = await writer.change(() => {
      // An editor that knows no lock saves between our read and our write.
      if (plans++ === 0) appendFileSync(file, 'auth_mode: ed25519\n');
      return ok({ edits: [set('default_screen', `plan${plans}`)], value: null });
    });
    assert.ok(done.ok);
    assert.equal(readFileSync(file, 'utf8'), '# mine\ndefault_screen: plan2 # c\nauth_mode: ed25519\n');
  });

  it('is not written when it cannot be used any more; the config in use stays', async (t) => {
    const { file, store, writer } = await open(t);
    writeFileSync(file, 'default_screen: [one\n');
    const failure = await change(writer, set('default_screen', 'two'));
    assert.ok(failure?.kind === 'unparsable');
    assert.match(
      failure.message,
      /^the config file cannot be used as it stands, so it is not written: c\.yaml:2:1: /,
    );
    assert.equal(readFileSync(file, 'utf8'), 'default_screen: [one\n');
    assert.equal(store.snapshot.defaultScreen, 'one');
    rmSync(file);
    assert.equal((await change(writer, set('default_screen', 'two')))?.kind, 'io');
    assert.deepEqual(readdirSync(file.replace('/c.yaml', '')), []);
  });
});

describe('a change that cannot be made', () => {
  it('is refused where the config is embedded, before it is planned', async () => {
    const store = await ConfigStore.open({ configFile: null });
    assert.ok(store.ok);
    const writer = await ConfigWriter.open(store.value);
    const done = await writer.change(() => assert.fail('planned'));
    const message = 'config is embedded/read-only; set CONFIG_FILE';
    assert.deepEqual(done, { ok: false, error: { kind: 'read_only', message } });
  });

  it('is rolled back when the config would not load', async (t) => {
    const { file, store, writer } = await open(t);
    const failure = await change(writer, set('devices/DEFAULT', { name: 'no screen' }));
    assert.ok(failure?.kind === 'rolled_back');
    assert.match(
      failure.message,
      /would not load with this change: c\.yaml:5:5: devices\.DEFAULT: expected a `screen`/,
    );
    assert.match(
      (await change(writer, set('default_screen/x', 1)))?.message ?? '',
      /expected maps on the way/,
    );
    assert.match(
      (await change(writer, set('admin/token', 'x'.repeat(9_000_000))))?.message ?? '',
      /at most 8388608 bytes/,
    );
    assert.equal(readFileSync(file, 'utf8'), TEXT);
    assert.equal(store.snapshot.defaultScreen, 'one');
  });
});

describe('ConfigWriter.open', () => {
  it('removes what a killed server has left beside the file, and nothing else', async (t) => {
    const kept = ['.c.yaml.0123456789ab.bak', '.c.yaml.short.tmp', '.other.0123456789ab.tmp', 'c.yaml'];
    const folder = tempTree(
      t,
      Object.fromEntries([...kept, '.c.yaml.0123456789ab.tmp'].map((name) => [name, TEXT])),
    );
    await openFile(`${folder}/c.yaml`);
    assert.deepEqual(readdirSync(folder), kept);
  });
});
