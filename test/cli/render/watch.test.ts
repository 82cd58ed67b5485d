import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ExitError } from '../../../src/cli/exit.ts';
import { watchedBy } from '../../../src/cli/render/watch.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { finish, start } from '../../support/processes/stipple.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 48"><text y="9">{{ data.text }}</text></svg>';
const screen = (text: string): string => `return { data = { text = "${text}" }, refresh_rate = 60 }`;

/** Lines of a process as they come: `next` waits for one that it has not given yet. */
function linesOf(child: ChildProcess): { next(): Promise<string> } {
  let text = '';
  let given = 0;
  const line = (): string | undefined => text.split('\n').slice(0, -1)[given];
  return {
    next: async () => {
      for (;;) {
        const found = line();
        if (found !== undefined) {
          given += 1;
          return found;
        }
        await new Promise((resolve, reject) => {
          child.once('close', () => reject(new Error(`ended after: ${text}`)));
          child.stderr?.once('data', (chunk) => {
            text += chunk;
            resolve(null);
          });
        });
      }
    },
  };
}

describe('stipple render --watch', () => {
  it('draws again after each change, says what is broken and goes on, and ends with 0 on Ctrl-C', async (t) => {
    const top = tempTree(t, {
      'screens/card.lua': screen('one'),
      'screens/card.svg': SVG,
      'config.yaml': 'default_screen: card\n',
    });
    const file = (name: string): string => path.join(top, name);
    // The picture lies among what is watched: that it changes is no change.
    const child = start(top, ['render', '-o', 'screens/out.png', '--size', '80x48', '--watch'], {
      SCREENS_DIR: file('screens'),
      CONFIG_FILE: file('config.yaml'),
    });
    const ended = finish(child);
    const lines = linesOf(child);
    const drawn = /^screens\/out\.png: 80 x 48, 4 inks, .* refresh (\d+) s$/;
    assert.match(await lines.next(), drawn);
    const first = readFileSync(file('screens/out.png'));

    writeFileSync(file('screens/card.lua'), screen('two'));
    assert.match(await lines.next(), drawn);
    const second = readFileSync(file('screens/out.png'));
    assert.notDeepEqual(second, first);

    writeFileSync(file('screens/card.lua'), 'error("on purpose")');
    assert.match(await lines.next(), /^card\.lua:1: on purpose/);
    writeFileSync(file('config.yaml'), 'devices: [\n');
    assert.match(await lines.next(), /config\.yaml:2:1: /);
    writeFileSync(file('screens/card.lua'), screen('one'));
    assert.match(await lines.next(), /config\.yaml:2:1: /);
    writeFileSync(file('config.yaml'), 'devices: { DEFAULT: { screen: card, refresh: 77 } }\n');
    assert.match(await lines.next(), drawn);
    assert.deepEqual(readFileSync(file('screens/out.png')), first);

    child.kill('SIGINT');
    const { code, out } = await ended;
    assert.deepEqual([code, out], [0, '']);
  });
});

describe('watchedBy', () => {
  it('refuses to watch where everything is embedded', () => {
    assert.throws(
      () => watchedBy({ screensDir: null, configFile: null }, { outputs: { png: 'a.png', svg: null } }),
      (error) => error instanceof ExitError && error.exitCode === 64 && /SCREENS_DIR/.test(error.message),
    );
  });

  it('knows the picture among the screens under another name', (t) => {
    const top = tempTree(t, { 'screens/a.lua': '' });
    symlinkSync(path.join(top, 'screens'), path.join(top, 'link'));
    const { places, except } = watchedBy(
      { screensDir: path.join(top, 'link'), configFile: null },
      { outputs: { png: path.join(top, 'screens/new.png'), svg: null } },
    );
    assert.deepEqual([...except], [path.join(places[0] ?? '', 'new.png')]);
  });
});
