/** Hostile scripts, each on a device of its own: they end in error screens in time, read no files and leave no traces. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { macOf } from '../support/device/mac.ts';
import {
  getDisplay,
  getDisplayInTurn,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text>{{ data.text }}</text></svg>';

/** Each with a part of its message. */
const BAD: Readonly<Record<string, readonly [script: string, message: RegExp]>> = {
  'a slow selector': [
    'local d = html_parse(("<b>x</b>"):rep(100000)) d:select("b:nth-last-child(3n+1)")',
    /more than 2 (s|seconds) of CPU/,
  ],
  'an error whose text spins': [
    'error(setmetatable({}, { __tostring = function() while true do end end }))',
    /more than 2 s of CPU/,
  ],
  'an error whose text fails': [
    'error(setmetatable({}, { __tostring = function(e) error(e) end }))',
    /C stack overflow|error in/,
  ],
  'an error of megabytes': ['error(("x"):rep(10000000), 0)', /x{500}/],
  'a close that spins': [
    'local x <close> = setmetatable({}, { __close = function() while true do end end }) error("x")',
    /more than 2 s of CPU/,
  ],
  'a finalizer': ['setmetatable({}, { __gc = function() while true do end end })', /'__gc' is not available/],
  'a late finalizer': [
    'local m = {} for n = 1, 1e5 do setmetatable({}, m) end m.__gc = function() while true do end end setmetatable({}, m)',
    /'__gc' is not available/,
  ],
  bytecode: ['assert(load("\\27Lua\\84\\0\\25\\147\\r\\n\\26\\n"))()', /attempt to load a binary chunk/],
  'deep recursion': ['local function f(n) return f(n + 1) + 1 end f(0)', /stack overflow|64 MiB/],
  'recursion through C': ['local function f(s) return (s:gsub(".", f)) end f("x")', /C stack overflow/],
  'coroutines in coroutines': ['local function f() return coroutine.wrap(f)() end f()', /C stack overflow/],
  'a table that contains itself': ['local t = {} t.t = { t } return { data = t }', /contains itself/],
  'a table of tables of tables': [
    'local t = {} for n = 1, 60 do t = { t, t } end return { data = t }',
    /more than 200000 values/,
  ],
  'a very deep table': [
    'local t = {} for n = 1, 1e4 do t = { t } end return { data = t }',
    /nested deeper than 64 levels/,
  ],
  'a gigabyte of text': [
    'local s, t = ("x"):rep(3e7), {} for n = 1, 50 do t[n] = s end return { data = t }',
    /more than 16 MiB of text/,
  ],
  'a function as result': ['return { data = { f = print } }', /data\.f: a function cannot be part/],
  'no table at all': ['return "text"', /must return a table/],
  'a page nested without end': ['html_parse(("<p><i>"):rep(100000))', /nested deeper than 1000 levels/],
  'JSON nested without end': ['json_decode(("["):rep(1000000))', /nested deeper than 200 levels/],
  'too much of everything logged': ['while true do print(("x"):rep(1000)) end', /more than 2 s of CPU/],
  'requests without end': [
    'while true do pcall(http_get, "http://127.0.0.1:1/") end',
    /more than 2 s(econds)? of CPU|longer than \d/,
  ],
  'modules that are not there': [
    'while true do pcall(require, "m" .. math.random()) end',
    /more than 2 s of CPU/,
  ],
  'a module that needs itself': ['require("ring")', /modules need each other: ring\.lua -> ring\.lua/],
};

/** Tries all kinds of paths, and returns those that it could read. */
const PATHS = `
  local names = { "../secret", "lib/../../secret", "..\\\\secret", "%2e%2e/secret", params.outside, params.outside .. ".lua", "/etc/passwd", "/proc/self/environ",
    "link", "linked/secret", "loop", ".hidden", ".git/config", "pipe", "folder", "a\\0b", "", ".", "./", "secret.lua/..", ("x/"):rep(600) .. "y", "//etc/passwd", "file:///etc/passwd" }
  local read = {}
  for _, name in ipairs(names) do
    for _, f in ipairs({ require, read_asset }) do
      for _, full in ipairs({ name, name .. ".lua" }) do
        local ok, value = pcall(f, full)
        if ok then read[#read + 1] = full .. "=" .. tostring(value) end
      end
    end
  end
  return { data = { text = #read == 0 and "nothing" or table.concat(read, ",") } }`;

const PROTOTYPE = `return { data = {
  text = "shown", ["__proto__"] = { polluted = "yes" }, constructor = { prototype = { polluted = "yes" } },
  toString = "x", hasOwnProperty = "y", valueOf = "z" }, ["__proto__"] = { skip_update = true, polluted = "yes" } }`;

const WITNESS =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text>[{{ data.polluted }}{{ params.polluted }}{{ device.polluted }}]</text></svg>';

const NAMES = Object.keys(BAD);

describe('a hostile script', () => {
  let server: TestServer;
  before(async () => {
    const bad = NAMES.flatMap((name, n) => [
      [`bad${n}.lua`, `\n${BAD[name]?.[0]}`],
      [`bad${n}.svg`, SVG],
    ]);
    const devices = NAMES.map((_, n) => `  "${macOf('AB', n)}": { screen: bad${n} }`);
    server = await startServer({
      screens: {
        ...PLAIN_SCREEN,
        ...Object.fromEntries(bad),
        'ring.lua': 'local m = require("ring") return m',
        ...{
          'paths.lua': PATHS,
          'paths.svg': SVG,
          'deep/paths/script.lua': PATHS,
          'deep/paths/screen.svg': SVG,
        },
        ...{ 'proto.lua': PROTOTYPE, 'proto.svg': SVG },
        ...{ 'witness.lua': 'return { data = {} }', 'witness.svg': WITNESS },
        ...{ '.hidden': 'return "SECRET"', '.hidden.lua': 'return "SECRET"', '.git/config': 'SECRET' },
      },
      config: `default_screen: plain
devices:
${devices.join('\n')}
  "AC:00:00:00:00:01": { screen: paths, params: { outside: /tmp/secret } }
  "AC:00:00:00:00:02": { screen: local/deep/paths, params: { outside: /tmp/secret } }
  "AC:00:00:00:00:03": { screen: proto }
  "AC:00:00:00:00:04": { screen: witness }
`,
      composeThreads: 4,
    });
    layTraps(server.screensDir);
  });
  after(() => server.stop());

  /** Symbolic links, pipes and secret files beside and below the screens. */
  function layTraps(screens: string): void {
    const outside = path.dirname(screens);
    for (const name of ['secret', 'secret.lua']) writeFileSync(path.join(outside, name), 'return "SECRET"');
    for (const folder of [screens, path.join(screens, 'deep/paths')]) {
      for (const ending of ['', '.lua'])
        symlinkSync(path.join(outside, 'secret.lua'), path.join(folder, `link${ending}`));
      symlinkSync(outside, path.join(folder, 'linked'));
      symlinkSync(folder, path.join(folder, 'loop'));
      execFileSync('mkfifo', [path.join(folder, 'pipe'), path.join(folder, 'pipe.lua')]);
      mkdirSync(path.join(folder, 'folder.lua'));
      mkdirSync(path.join(folder, 'folder'));
    }
  }

  for (const [n, name] of NAMES.entries()) {
    it(`ends in an error screen: ${name}`, async () => {
      const started = performance.now();
      const logged = server.logs.length;
      const [hostile, other] = await Promise.all([
        getDisplayInTurn(server, macOf('AB', n)),
        getDisplayInTurn(server, 'CC:00:00:00:00:01'),
      ]);
      assert.ok(performance.now() - started < LIMITS.composeWallMs + 3_000);
      assert.deepEqual([hostile.refresh_rate, other.refresh_rate], [60, 120]);
      const line = server.logs
        .slice(logged)
        .find((entry) => entry['code'] !== undefined && entry['level'] === 'error');
      assert.match(String(line?.['msg']), BAD[name]?.[1] ?? /never/);
      assert.ok(
        !String(line?.['msg']).includes(server.screensDir),
        'the message holds no path of the machine',
      );
    });
  }

  for (const [device, place] of [
    ['AC:00:00:00:00:01', 'at the top'],
    ['AC:00:00:00:00:02', 'in a folder'],
  ] as const) {
    it(`reads only its own files: ${place}`, async () => {
      const { filename } = await getDisplay(server, device);
      const svg = server.engine.store.get(filename as never)?.svg ?? '';
      assert.match(svg, /<text>nothing<\/text>/);
    });
  }

  it('changes no prototype by the keys that it returns', async () => {
    const { filename, refresh_rate } = await getDisplay(server, 'AC:00:00:00:00:03');
    assert.equal(refresh_rate, 900);
    assert.match(server.engine.store.get(filename as never)?.svg ?? '', /<text>shown<\/text>/);
    // More calls than threads, so that all threads are checked.
    const pages = await Promise.all(
      Array.from({ length: 12 }, () => getDisplay(server, 'AC:00:00:00:00:04')),
    );
    for (const page of pages) {
      assert.match(server.engine.store.get(page.filename as never)?.svg ?? '', /<text>\[\]<\/text>/);
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });
});
