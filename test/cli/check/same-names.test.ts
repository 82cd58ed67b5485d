/** `stipple check` of screens that are named like embedded ones, as people run it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { tempTree } from '../../support/files/temp-tree.ts';
import { runCommand } from '../../support/processes/stipple.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const FILES = {
  'screens/weather/script.lua': 'return {}',
  'screens/weather/screen.svg': SVG,
  'screens/clock.lua': 'return {}',
  'screens/clock.svg': SVG,
  'screens/hello.lua': 'return {}',
  'screens/hello.svg': SVG,
  'other/hello.lua': 'return {}',
  'other/hello.svg': SVG,
  'config.yaml':
    'screens: { clock: { script: hello.lua, template: hello.svg } }\ndevices: { DEFAULT: { screen: clock } }\n',
};

async function notes(
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const { code, out, err } = await runCommand(cwd, ['check', ...args, '--no-run'], env);
  assert.equal(code, 0, out + err);
  return out.split('\n').filter((line) => line.includes(': note: '));
}

describe('stipple check of a screen that is named like an embedded one', () => {
  it('says that it is drawn by this name, where it lies in SCREENS_DIR', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens') };
    const drawn = (name: string) =>
      `screens/${name}:1:1: note: \`screen: ${name}\` draws this screen, and not the embedded one, which is service-builtin/${name}`;
    assert.deepEqual(await notes(cwd, env, 'screens'), [drawn('clock'), drawn('weather')]);
    assert.deepEqual(await notes(cwd, env, 'screens/weather'), [drawn('weather')]);
    assert.deepEqual(await notes(path.join(cwd, 'screens'), env, 'hello'), []);
    const status = await runCommand(cwd, ['status'], env);
    assert.match(status.out, /from the screens directory instead of embedded: clock, weather$/m);
  });

  it('says that the embedded one is drawn, where it does not', async (t) => {
    const cwd = tempTree(t, FILES);
    const [unset] = await notes(cwd, {}, 'screens/weather');
    assert.match(
      unset ?? '',
      /note: `screen: weather` draws the embedded one, and not this screen: SCREENS_DIR is not set$/,
    );
    const other = path.join(cwd, 'other');
    const [elsewhere] = await notes(cwd, { SCREENS_DIR: other }, 'screens/weather');
    assert.ok(elsewhere?.endsWith(`and not this screen: SCREENS_DIR is ${other}`), elsewhere);
  });

  it('says what the config has drawn by this name', async (t) => {
    const cwd = tempTree(t, FILES);
    const env = { SCREENS_DIR: path.join(cwd, 'screens'), CONFIG_FILE: path.join(cwd, 'config.yaml') };
    assert.deepEqual(await notes(cwd, env, 'screens/clock'), [
      'screens/clock:1:1: note: `screen: clock` draws local/hello, and not this screen: the section `screens` of the config says so; this one is local/clock',
    ]);
  });
});
