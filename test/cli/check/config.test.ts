/** `stipple check` of a config, as people run it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isConfigFile } from '../../../src/cli/check/config.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../../support/processes/stipple.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const FILES = {
  'screens/hello.lua': 'return {}',
  'screens/hello.svg': SVG,
  'screens/hello.meta.yaml': 'params: { name: { type: string } }\n',
  'config.yaml': `devices:
  "AA:BB:CC:DD:EE:01":
    screen: hello
    nme: Hall
    params:
      nmae: Luise
`,
  'broken.yaml': 'devices:\n  "AA:BB:CC:DD:EE:01": { screen: [1] \n',
  'missing.yaml': 'devices: { DEFAULT: { screen: helo } }\n',
};

function check(
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Outcome> {
  return runCommand(cwd, ['check', ...args], env);
}

describe('stipple check of a config', () => {
  it('finds what is wrong with it, and with its devices as their screens are', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens') };
    const { code, out } = await check(cwd, env, 'config.yaml');
    assert.deepEqual(
      [code, out.trimEnd().split('\n')],
      [
        0,
        [
          'config.yaml:4:5: warning: unknown key `devices.AA:BB:CC:DD:EE:01.nme`; did you mean `name`?',
          'config.yaml:6:7: warning: devices.AA:BB:CC:DD:EE:01.params.nmae: the screen has no such param; did you mean name?',
          '1 config with 1 device checked: 0 errors, 2 warnings, 0 notes',
        ],
      ],
    );
    assert.equal((await check(cwd, env, 'config.yaml', '--strict')).code, 1);
    const missing = await check(cwd, env, 'missing.yaml');
    assert.equal(missing.code, 1);
    assert.match(
      missing.out,
      /^missing\.yaml:1:23: error: devices\.DEFAULT\.screen: screen "helo" not found/,
    );
    const broken = await check(cwd, env, 'broken.yaml', '--json');
    assert.equal(broken.code, 1);
    const { errors, findings } = JSON.parse(broken.out);
    assert.deepEqual([errors, findings[0].file], [1, 'broken.yaml']);
    assert.deepEqual(readdirSync(cwd).sort(), ['broken.yaml', 'config.yaml', 'missing.yaml', 'screens']);
  });

  it('goes with a check that is given no path, where CONFIG_FILE names one', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens'), CONFIG_FILE: path.join(cwd, 'config.yaml') };
    const { out } = await check(path.join(cwd, 'screens'), env);
    assert.match(out, /^\.\.\/config\.yaml:6:7: warning: /m);
    assert.match(out, /^1 screen checked: 0 errors, 2 warnings, 0 notes$/m);
    const named = await check(path.join(cwd, 'screens'), env, '.');
    assert.match(named.out, /^1 screen checked: 0 errors, 0 warnings, 0 notes$/m);
  });

  it('refuses options that are for screens', async (t) => {
    const cwd = tempTree(t, FILES);
    const { code, err } = await check(cwd, {}, 'config.yaml', '--render', 'a.png');
    assert.equal(code, 64);
    assert.match(err, /config\.yaml: --root, --render and --no-run have no effect on a config/);
  });
});

describe('stipple config check', () => {
  const run = (
    cwd: string,
    env: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<Outcome> => runCommand(cwd, ['config', ...args], env);

  it('says of a config what `stipple check` says of it', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens') };
    for (const args of [
      ['config.yaml'],
      ['config.yaml', '--strict'],
      ['missing.yaml'],
      ['broken.yaml', '--json'],
    ]) {
      assert.deepEqual(await run(cwd, env, 'check', ...args), await check(cwd, env, ...args), args.join(' '));
    }
  });

  it('takes the config of CONFIG_FILE, else the embedded one, and says so', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens'), CONFIG_FILE: 'missing.yaml' };
    const named = await run(cwd, env, 'check');
    assert.equal(named.code, 1);
    assert.match(named.out, /^missing\.yaml:1:23: error: .*\n1 config with 1 device checked: 1 error, /);
    const embedded = await run(cwd, {}, 'check', '--strict');
    assert.deepEqual(
      [embedded.code, embedded.out],
      [0, 'the embedded config checked: 0 errors, 0 warnings, 0 notes\n'],
    );
  });

  it('does not take a file that is not there for one without mistakes', async (t) => {
    const cwd = tempTree(t, FILES);
    const ofVariable = await run(cwd, { CONFIG_FILE: 'none.yaml' }, 'check');
    const why = 'the server writes it from the embedded config when it starts';
    assert.deepEqual(ofVariable, {
      code: 1,
      out: '',
      err: `stipple: CONFIG_FILE: none.yaml does not exist; ${why}\n`,
    });
    for (const place of ['none.yaml', 'screens']) {
      const { code, err } = await run(cwd, {}, 'check', place);
      assert.deepEqual([code, err], [64, `stipple: ${place}: there is no such file\n`]);
    }
  });

  it('is found by those who misspell it', async (t) => {
    const cwd = tempTree(t);
    const said = async (...args: readonly string[]): Promise<string> =>
      (await runCommand(cwd, args)).err.split('\n')[0] ?? '';
    assert.equal(await said('confg', 'check'), 'stipple: there is no command "confg"; did you mean config?');
    assert.equal(
      await said('config', 'chek'),
      'stipple: there is no command "config chek"; did you mean check?',
    );
    assert.equal(
      await said('config', 'zebra'),
      'stipple: there is no command "config zebra"; expected check, pull, push, history or undo',
    );
    assert.equal(await said('config'), 'stipple: config: expected check, pull, push, history or undo');
  });
});

describe('isConfigFile', () => {
  it('knows a config from the YAML files of screens and repos', (t) => {
    const names = [
      'config.yaml',
      'x.yml',
      'meta.yaml',
      'a.meta.yaml',
      'sample.yaml',
      'service-screens.yaml',
      'a.lua',
    ];
    const cwd = tempTree(t, Object.fromEntries(names.map((name) => [name, ''])));
    const configs = [...names, 'none.yaml'].filter((name) => isConfigFile(path.join(cwd, name)));
    assert.deepEqual(configs, ['config.yaml', 'x.yml']);
  });
});
