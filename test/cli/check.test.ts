/** `stipple check` as people and CI run it: in a process of its own, in a directory of its own. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { addFiles, tempTree } from '../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../support/processes/stipple.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480"><rect width="400" height="480"/></svg>';
const GOOD = { 'good.lua': 'return { refresh_rate = 60 }', 'good.svg': SVG };

interface Checked extends Omit<Outcome, 'out'> {
  /** Lines of standard output. */
  readonly out: readonly string[];
}

async function check(cwd: string, ...args: readonly string[]): Promise<Checked> {
  const { out, ...ended } = await runCommand(cwd, ['check', ...args]);
  return { ...ended, out: out.trimEnd().split('\n') };
}

describe('stipple check', () => {
  it('ends with 0 and a summary when nothing is wrong', async (t) => {
    const cwd = tempTree(t, GOOD);
    const { code, out, err } = await check(cwd);
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(out, ['1 screen checked: 0 errors, 0 warnings, 0 notes']);
    assert.deepEqual(readdirSync(cwd).sort(), ['good.lua', 'good.svg'], 'nothing is written');
  });

  it('prints one line a finding, as editors read them, relative to the working directory, and ends with 1', async (t) => {
    const cwd = tempTree(t, {
      'screens/bad/script.lua': 'return {\n',
      'screens/bad/screen.svg': '<svg>\n  {{ 1 | uper }}</svg>',
      'screens/good.lua': 'error("at run time")',
      'screens/good.svg': SVG,
    });
    const { code, out } = await check(cwd, 'screens');
    assert.equal(code, 1);
    assert.equal(out.length, 4, out.join('\n'));
    assert.match(out[0] ?? '', /^screens\/bad\/script\.lua:2:1: error: .*<eof>/);
    assert.match(out[1] ?? '', /^screens\/bad\/screen\.svg:2:10: error: unknown filter 'uper'/);
    assert.match(out[2] ?? '', /^screens\/good\.lua:1:1: error: at run time/);
    assert.equal(out[3], '2 screens checked: 3 errors, 0 warnings, 0 notes');
    assert.match((await check(path.join(cwd, 'screens/bad'), '..')).out[0] ?? '', /^script\.lua:2:1: error/);
    assert.equal((await check(cwd, 'screens', '--no-run')).out.length, 3, 'only what is read');
  });

  it('fails for warnings only when told to be strict', async (t) => {
    const cwd = tempTree(t, { ...GOOD, 'good.meta.yaml': 'titel: x\n' });
    const relaxed = await check(cwd);
    assert.equal(relaxed.code, 0);
    assert.match(relaxed.out[0] ?? '', /^good\.meta\.yaml:1:1: warning: unknown key `titel`/);
    assert.equal((await check(cwd, '--strict')).code, 1);
  });

  it('prints JSON alone when asked to', async (t) => {
    const cwd = tempTree(t, { ...GOOD, 'bad.lua': '=', 'bad.svg': SVG });
    const { code, out } = await check(cwd, '--json');
    assert.equal(code, 1);
    const { errors, warnings, notes, findings, screens } = JSON.parse(out.join('\n'));
    assert.deepEqual([errors, warnings, notes, findings], [1, 0, 0, []]);
    assert.deepEqual(
      screens.map((screen: { path: string; ok: boolean }) => [screen.path, screen.ok]),
      [
        ['bad', false],
        ['good', true],
      ],
    );
    const [finding] = screens[0].findings;
    assert.deepEqual(
      [finding.file, finding.level, finding.line, finding.column],
      ['bad.lua', 'error', 1, null],
    );
  });

  it('takes a folder, a file or the common name of one screen, with the files of its repo', async (t) => {
    const cwd = tempTree(t, {
      'repo/service-screens.yaml': 'name: Repo\nroot: screens\n',
      'repo/screens/lib/m.lua': 'return 1',
      'repo/screens/a/b/script.lua': 'require("lib/m") return {}',
      'repo/screens/a/b/screen.svg': SVG,
      'repo/screens/a/flat.lua': 'require("lib/m") return {}',
      'repo/screens/a/flat.svg': SVG,
      'repo/screens/bad.lua': '=',
      'repo/screens/bad.svg': SVG,
    });
    for (const written of ['a/b', 'a/b/', 'a/b/screen.svg', 'a/flat', 'a/flat.lua', 'a/flat.svg']) {
      const { code, out } = await check(cwd, `repo/screens/${written}`);
      assert.deepEqual([code, out], [0, ['1 screen checked: 0 errors, 0 warnings, 0 notes']], written);
    }
    assert.match((await check(cwd, 'repo')).out.at(-1) ?? '', /^3 screens checked: 1 error,/);
  });

  it('reads shared files relative to --root where there is no repo', async (t) => {
    const cwd = tempTree(t, {
      'top/lib/m.lua': 'return 1',
      'top/a/s.lua': 'require("lib/m") return {}',
      'top/a/s.svg': SVG,
    });
    assert.equal((await check(cwd, 'top/a/s.lua')).code, 1);
    assert.equal((await check(cwd, 'top/a/s.lua', '--root', 'top')).code, 0);
  });

  it('says what is wrong with the manifest of a repo', async (t) => {
    const cwd = tempTree(t, { ...GOOD, 'service-screens.yaml': 'root: ../x\n' });
    assert.match(
      (await check(cwd)).out[0] ?? '',
      /^service-screens\.yaml:1:7: error: root: expected a folder/,
    );
    addFiles(cwd, { 'service-screens.yaml': 'root: none\n' });
    assert.match(
      (await check(cwd)).out[0] ?? '',
      /^service-screens\.yaml:1:1: error: root: there is no folder "none"/,
    );
  });

  it('fails for a folder without screens: it may be the wrong one', async (t) => {
    const cwd = tempTree(t, { 'readme.md': 'x' });
    const { code, out } = await check(cwd);
    assert.deepEqual([code, out[0]], [1, '.:1:1: error: there is no screen in this folder']);
  });

  it('ends with 64 for a command line that cannot be meant', async (t) => {
    const cwd = tempTree(t, { ...GOOD, 'other.lua': 'return {}', 'other.svg': SVG, 'readme.md': 'x' });
    for (const args of [
      ['none'],
      ['readme.md'],
      ['--fast'],
      ['.', '--render', 'x.png'],
      ['good.lua', '--render', 'x.png', '--colors', 'red'],
      ['good.lua', '--render', 'x.png', '--device', 'z'],
      ['good.lua', '--device', 'x'],
      ['good.lua', '--colors', '#000000,#ffffff'],
      ['good.lua', '--render', 'x.png', '--no-run'],
      ['good.lua', '--render'],
      ['.', '--root', '.'],
    ]) {
      const { code, err } = await check(cwd, ...args);
      assert.equal(code, 64, `${args}: ${err}`);
      assert.ok(err.startsWith('stipple: ') && !err.includes('    at '), err);
    }
  });

  it('gives what is said of the picture one place, the right one', async (t) => {
    const cwd = tempTree(t, {
      ...GOOD,
      'good.svg': SVG.replace(
        '<rect',
        '\n  <rect data-tone="loud" transform-origin="a b c d" transform="scale(2)"',
      ),
    });
    const { code, out } = await check(cwd, 'good.lua', '--render', 'a.png');
    assert.equal(code, 0);
    assert.deepEqual(
      out.slice(0, -1).map((line) => line.split(' is ignored')[0]),
      [
        'good.svg:2:3: warning: transform-origin "a b c d" of <rect>',
        'good.svg:2:3: warning: data-tone "loud" of <rect>',
      ],
    );
  });

  it('draws one screen on the panel that is asked for', async (t) => {
    const cwd = tempTree(t, GOOD);
    mkdirSync(path.join(cwd, 'out'));
    const { code, err } = await check(
      cwd,
      'good.lua',
      '--render',
      'out/a.png',
      '-d',
      'x',
      '-c',
      '#000000,#ffffff',
    );
    assert.deepEqual([code, err], [0, 'out/a.png: written\n']);
    const picture = sharp(path.join(cwd, 'out/a.png')).greyscale().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [1872, 1404]);
    const middle = 700 * 1872;
    assert.deepEqual([data[middle + 100], data[middle + 1800]], [0, 255]);
  });
});
