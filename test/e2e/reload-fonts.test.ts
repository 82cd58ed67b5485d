/** SIGHUP and fonts: a real server takes new ones while devices call, without losing a call. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { writeNames } from '../../src/pictures/fonts/name-table.ts';
import { replaceTable } from '../../src/pictures/fonts/sfnt.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { SILKSCREEN } from '../support/fonts/bundled.ts';
import { childrenOf } from '../support/processes/processes.ts';
import { Caller, hangUp, refusalsOf } from '../support/server/reloads.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const SCREENS = {
  'plain.lua': 'return { data = {}, refresh_rate = 120 }',
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="90" font-size="40" font-family="Stipple Test">Hamburg</text></svg>',
  'count.lua': 'return { data = { fonts = fonts }, refresh_rate = 120 }',
  'count.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text y="90">{% for font in data.fonts %}{% if font.name == "Stipple Test" %}known{% endif %}{% endfor %}</text></svg>',
};
const CONFIG = 'default_screen: plain\ndevices: { "AA:BB:CC:DD:EE:05": { screen: count } }\n';

/** Silkscreen under a name that no system has. */
function testFont(): Buffer {
  return replaceTable(readFileSync(SILKSCREEN), 'name', writeNames('Stipple Test'));
}

describe('a server that gets SIGHUP after its fonts have changed', () => {
  for (const isolation of ['process', 'thread']) {
    it(`draws with the new ones, answers every call meanwhile, and keeps them where there are none (${isolation})`, async (t) => {
      const fonts = tempTree(t, { 'notes.txt': 'so that it is not filled' });
      const env = {
        FONTS_DIR: fonts,
        RASTER_ISOLATION: isolation,
        RASTER_THREADS: '2',
        COMPOSE_THREADS: '1',
      };
      const server = await startServerProcess({ screens: SCREENS, config: CONFIG, env });
      t.after(() => server.stop());
      const caller = new Caller(server);
      const before = await caller.wake(1);
      const scriptBefore = await caller.wake(5);
      const workers = childrenOf(server.pid);

      const load = caller.callUntilTold([2, 3, 4]);
      t.after(() => load.stop());
      writeFileSync(path.join(fonts, 'test.ttf'), testFont());
      const { changed } = await hangUp(server);
      assert.deepEqual(changed, ['fonts'], refusalsOf(server));
      const after = await caller.wake(1);
      await until(() => workers.every((pid) => !childrenOf(server.pid).includes(pid)));
      const { calls, failed } = await load.stop();
      assert.deepEqual(failed, []);
      assert.ok(calls > 0);

      assert.notEqual(after.filename, before.filename);
      assert.notDeepEqual(after.png, before.png);
      assert.notDeepEqual((await caller.wake(5)).png, scriptBefore.png);
      // A device that was told of the former picture still gets it.
      assert.deepEqual(await caller.picture(before.imageUrl), before.png);

      // Where the directory is away it goes on with the fonts that it has.
      rmSync(fonts, { recursive: true });
      assert.deepEqual(await hangUp(server), { changed: [], refused: ['fonts'] });
      assert.match(
        refusalsOf(server),
        /"reason":"the fonts cannot be read: ENOENT.*"msg":"fonts not reloaded"/,
      );
      assert.equal((await caller.wake(1)).filename, after.filename);
      mkdirSync(fonts);
      writeFileSync(path.join(fonts, 'notes.txt'), 'so that it is not filled');
      assert.deepEqual(await hangUp(server), { changed: ['fonts'], refused: [] });
      const again = await caller.wake(1);
      assert.equal(again.filename, before.filename);
      assert.deepEqual(again.png, before.png);
      assert.deepEqual(await hangUp(server), { changed: [], refused: [] });
    });
  }
});
