import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { SystemFonts } from '../../../src/pictures/fonts/system-fonts.ts';
import { bundledFile, SILKSCREEN, withTempDir } from '../../support/fonts/bundled.ts';

test('faces are found by family, without their characters', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'b.ttf'));
    copyFileSync(bundledFile('silkscreen/Silkscreen_700Bold.ttf'), path.join(dir, 'a.ttf'));
    const faces = new SystemFonts([dir]).families().get('silkscreen');
    assert.deepEqual(
      faces?.map((face) => [face.weight, face.origin, face.coverage]),
      [
        [700, 'system', null],
        [400, 'system', null],
      ],
    );
  }));

test('damaged files and missing directories are passed over', () =>
  withTempDir((dir) => {
    writeFileSync(path.join(dir, 'a.ttf'), 'no font');
    copyFileSync(SILKSCREEN, path.join(dir, 'b.ttf'));
    const fonts = new SystemFonts([path.join(dir, 'missing'), dir]);
    assert.deepEqual([...fonts.families().keys()], ['silkscreen']);
  }));

test('the directories are read once', () =>
  withTempDir((dir) => {
    const fonts = new SystemFonts([dir]);
    const before = fonts.families();
    copyFileSync(SILKSCREEN, path.join(dir, 'late.ttf'));
    assert.equal(fonts.families(), before);
  }));
