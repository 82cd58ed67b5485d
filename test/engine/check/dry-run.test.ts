import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, describe, it, type TestContext } from 'node:test';
import { DISPLAYS } from '../../../src/engine/check/displays.ts';
import { DryRunner } from '../../../src/engine/check/dry-run.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480"><text>{{ data.text }}</text></svg>';

describe('DryRunner', () => {
  let runner: DryRunner;

  before(() => {
    runner = new DryRunner({ fonts: [], log: createLogger('silent') });
  });
  after(() => runner.stop());

  function screen(t: TestContext, files: Record<string, string>): Screen {
    const root = tempTree(t, { 'a.svg': SVG, ...files });
    const catalogue = new ScreenCatalogue({ builtinDir: root, localDir: root });
    const located = catalogue.locate('local/a', { screens: new Map() });
    assert.ok(located.ok);
    return located.value;
  }

  async function run(
    t: TestContext,
    files: Record<string, string>,
  ): Promise<{ lines: string[]; svgs: string[] }> {
    const { findings, trials } = await runner.run(screen(t, files), DISPLAYS);
    return {
      lines: findings.map(
        ({ level, file, line, message }) => `${level} ${file}:${line} ${message.replace(/ in \{.*$/, '')}`,
      ),
      svgs: trials.map(({ result }) => (result.ok ? result.value.svg : '')),
    };
  }

  it('runs a screen with the defaults of its params on displays of all kinds', async (t) => {
    const { lines, svgs } = await run(t, {
      'a.lua': 'return { data = { text = params.who .. " " .. layout.width .. "/" .. layout.color_count } }',
      'a.meta.yaml': 'params: { who: { type: string, default: me } }\n',
    });
    assert.deepEqual(lines, []);
    assert.deepEqual(
      svgs.map((svg) => />([^<]*)<\/text>/.exec(svg)?.[1]),
      ['me 800/4', 'me 480/2', 'me 1872/5', 'me 800/6'],
    );
  });

  it('names each failure once, with its place, and the displays if it is not on all', async (t) => {
    const all = await run(t, { 'a.lua': 'local x = nil\nreturn x.y' });
    assert.equal(all.lines.length, 1);
    assert.match(all.lines[0] ?? '', /^error a\.lua:2 attempt to index a nil value/);
    const some = await run(t, { 'a.lua': 'if layout.portrait then error("not upright") end return {}' });
    assert.match(some.lines[0] ?? '', /^error a\.lua:1 not upright \(on 480 x 800 with 2 inks\)$/);
  });

  it('finds what is wrong with the SVG that comes out, and pictures that are not there', async (t) => {
    const broken = await run(t, {
      'a.lua': 'return {}',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
    });
    assert.match(broken.lines[0] ?? '', /^error a\.svg:1 /);
    const image =
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="none.png" width="1" height="1"/></svg>';
    assert.match((await run(t, { 'a.lua': 'return {}', 'a.svg': image })).lines[0] ?? '', /none\.png/);
  });

  it('gives no network, and takes a script that cannot do without for no error', async (t) => {
    const calm = await run(t, {
      'a.lua': 'local r = http_response("https://a.example/x?key=1") return { data = { text = r.error } }',
    });
    assert.deepEqual(calm.lines.length, 1);
    assert.match(calm.lines[0] ?? '', /^note a\.lua:null no answer to GET https:\/\/a\.example\/x:/);
    assert.ok(calm.svgs.every((svg) => svg.includes('there is no network')));
    const failing = await run(t, {
      'a.lua': 'return { data = json_decode(http_get("https://a.example/")) }',
    });
    assert.deepEqual(
      failing.lines.map((line) => line.split(' ')[0]),
      ['note', 'note'],
    );
  });

  it('gives the answers of the sample', async (t) => {
    const { lines, svgs } = await run(t, {
      'a.lua': 'return { data = json_decode(http_get("https://a.example/" .. params.id)) }',
      'a.meta.yaml': 'params: { id: { type: int, required: true } }\n',
      'a.sample.yaml':
        'params: { id: 7 }\nhttp: [ { url: "https://a.example/7", json: { text: from the sample } } ]\n',
    });
    assert.deepEqual(lines, []);
    assert.ok(svgs[0]?.includes('from the sample'));
  });

  it('puts the data of the sample in the place of the script, whatever is in it', async (t) => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('stipple-check-')).length;
    const { lines, svgs } = await run(t, {
      'a.lua': 'error("is not run")',
      'a.sample.json': '{"data": {"text": "]] ]=] ]==] \\n \\" \\\\ ü"}}',
    });
    assert.deepEqual(lines, []);
    assert.ok(svgs[0]?.includes(']] ]=] ]==] \n &quot; \\ ü'), svgs[0]);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('stipple-check-')).length;
    assert.equal(left, before, 'nothing is left behind');
  });

  it('does not run a screen that lacks a value it needs, and says which', async (t) => {
    const { lines, svgs } = await run(t, {
      'a.lua': 'error("is not run")',
      'a.meta.yaml': 'params: { key: { type: string, required: true } }\n',
    });
    assert.deepEqual(lines, ['note a.meta.yaml:null not run: give a value in a.sample.yaml to params.key']);
    assert.deepEqual(svgs, []);
  });

  it('reports a broken sample, and params in it that do not fit', async (t) => {
    const broken = await run(t, { 'a.lua': 'return {}', 'a.sample.yaml': '- 1\n' });
    assert.match(broken.lines.join(), /^error a\.sample\.yaml:1 expected a map/);
    const wrong = await run(t, {
      'a.lua': 'return {}',
      'a.meta.yaml': 'params: { n: { type: int } }\n',
      'a.sample.yaml': 'params: { n: many }\nextra: 1\n',
    });
    assert.match(wrong.lines.join('\n'), /warning a\.sample\.yaml:2 unknown key `extra`/);
    assert.match(wrong.lines.join('\n'), /warning a\.sample\.yaml:null params\.n: expected an integer/);
  });

  it('ends a script that does not end, and goes on with the next', async (t) => {
    const spin = await runner.run(screen(t, { 'a.lua': 'while true do end' }), DISPLAYS.slice(0, 1));
    assert.match(spin.findings[0]?.message ?? '', /CPU|time/);
    assert.deepEqual((await run(t, { 'a.lua': 'return { data = { text = "a" } }' })).lines, []);
  });
});
