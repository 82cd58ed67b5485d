import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { metaFindings, templateFindings } from '../../../../src/engine/check/byonk/files.ts';
import { ALL_RULES } from '../../../../src/engine/check/byonk/rules.ts';
import { scriptFindings } from '../../../../src/engine/check/byonk/script.ts';
import type { CheckFinding } from '../../../../src/engine/check/finding.ts';
import { tempTree } from '../../../support/files/temp-tree.ts';
import { runCommand } from '../../../support/processes/stipple.ts';
import { BYONK_FILES } from './screen.ts';

/** `line:column word` of every finding. */
function places(findings: readonly CheckFinding[]): string[] {
  return findings.map(({ line, column, message }) => `${line}:${column} ${message.split(' ', 1)[0]}`);
}

function script(source: string): string[] {
  return places(scriptFindings('a.lua', source));
}

describe('check --from byonk', () => {
  it('names everything that a screen of byonk has otherwise, with its place and what to write instead', async (t) => {
    const cwd = tempTree(t, BYONK_FILES);
    const { code, out } = await runCommand(cwd, ['check', '--from', 'byonk', '--no-run']);
    assert.equal(code, 1);
    for (const { there, instead } of ALL_RULES) {
      assert.ok(out.includes(`: ${there} ${instead}`), `nothing is said of ${there} in ${out}`);
    }
    assert.match(
      out,
      /^byonk-screens\.yaml:1:1: error: byonk-screens\.yaml is called service-screens\.yaml$/m,
    );
    assert.match(out, /^board\/meta\.yaml:3:1: warning: byonk is called service/m);
    assert.match(out, /^board\/script\.lua:21:53: error: module_size is called module$/m);
    assert.match(out, /^board\/screen\.svg:3:8: warning: data-byonk-tone is called data-tone$/m);
    assert.match(out, /^board\/screen\.svg:5:92: warning: 'round' changes only 2, where Tera 1 reads/m);
  });

  it('says nothing of it unless it is asked', async (t) => {
    const cwd = tempTree(t, BYONK_FILES);
    const { out } = await runCommand(cwd, ['check', '--no-run']);
    assert.doesNotMatch(out, /is called module|data-tone|service-screens/);
  });
});

describe('the script of a screen from byonk', () => {
  it('has options told apart by the function that they are given to', () => {
    assert.deepEqual(script('qr_svg(x, { top = 1 }) other { top = 1 } local t = { top = 1, contrast = 3 }'), [
      '1:13 top',
    ]);
    assert.deepEqual(script('image_process (p, {contrast = 3, crop = {w = 1}})'), [
      '1:20 contrast',
      '1:42 w',
    ]);
    assert.deepEqual(script('local o = {}\no.module_size = 3'), ['2:3 module_size']);
    assert.deepEqual(script('if module_size == 3 then f(module_size) end'), []);
  });

  it('is not confused by comments, texts and names of others', () => {
    assert.deepEqual(
      script(
        '-- device.colors\n--[[ module_size = 1 ]] s = "ec_level = 1" x = my.device.colors y = a.fonts[1]',
      ),
      [],
    );
    assert.deepEqual(script(`require'byonk-base-v1/std' require "lib/std"`), [
      '1:1 require("byonk-base-v1/…")',
    ]);
  });

  it('is no error where it does without what is missing here, by a look at it', () => {
    const levels = (source: string): string[] =>
      scriptFindings('a.lua', source).map(({ level, message }) => `${level} ${message.split(' ', 1)[0]}`);
    for (const source of [
      'local c = device.colors or layout.colors',
      'if device.colors then c = device.colors[1] end',
      'local c = device.colors ~= nil and #device.colors or 2',
      'if not device.colors then c = 2 end',
    ]) {
      const found = levels(source);
      assert.ok(found.length > 0 && found.every((one) => one === 'note device.colors'), source);
    }
    assert.deepEqual(levels('local c = device.dither and device.dither.noise_scale'), [
      'note device.dither',
      'note device.dither',
    ]);
    assert.deepEqual(levels('local c = device.colors_actual or device.colors'), [
      'note device.colors_actual',
      'error device.colors',
    ]);
    assert.deepEqual(levels('local c = device.dither.error_clamp or 1'), ['error device.dither']);
  });

  it('may have a noise scale that is one here', () => {
    assert.deepEqual(script('return { noise_scale = 0.5 }'), []);
    assert.deepEqual(script('return { noise_scale = 4.0 }'), ['1:10 noise_scale']);
  });
});

describe('the other files of a screen from byonk', () => {
  it('are read even where they have faults', () => {
    assert.deepEqual(places(templateFindings('a.svg', '<g data-byonk-tone="continuous">{{ 1 | }}')), [
      '1:4 data-byonk-tone',
    ]);
    assert.deepEqual(places(metaFindings('meta.yaml', 'title: [\nbyonk : "0.19"\n')), ['2:1 byonk']);
    assert.deepEqual(metaFindings('meta.yaml', 'description: byonk: x\n  byonk: 1\n'), []);
  });
});

describe('docs/coming-from-byonk.md', () => {
  /** The tests run from the output folder, which lies beside the documents. */
  const root = path.join(import.meta.dirname, '..', '..', '..', '..', '..');
  const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

  it('lists all that the check knows, and is linked', () => {
    const guide = read('docs/coming-from-byonk.md');
    for (const { there, instead } of ALL_RULES) {
      assert.ok(guide.includes(`| \`${there}\` | ${instead} |`), `| \`${there}\` | ${instead} |`);
    }
    for (const name of ['README.md', 'docs/templates.md', 'docs/authoring.md']) {
      assert.ok(read(name).includes('coming-from-byonk.md'), name);
    }
  });
});
