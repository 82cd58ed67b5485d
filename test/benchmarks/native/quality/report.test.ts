/** What a run writes: tables in which a missed gate is seen, and sheets that show inks as they are. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { writeSheet } from '../../../../benchmarks/native/quality/contact-sheet.ts';
import { GATES, judge } from '../../../../benchmarks/native/quality/gates.ts';
import { drawGrey } from '../../../../benchmarks/native/quality/image.ts';
import { gateTable } from '../../../../benchmarks/native/quality/report.ts';

test('the table of gates says which is met, which is missed and which was not measured', () => {
  const text = gateTable([
    judge(GATES.tone, 0.11),
    judge(GATES.peak, 12, 'worst'),
    judge(GATES.hvsPsnr, null),
  ]);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  assert.equal(new Set(rows.map((row) => row.length)).size, 1);
  assert.match(rows[2] ?? '', /tone error.* 0\.110 .*at most 0\.5 levels.* pass \|$/);
  assert.match(rows[3] ?? '', /: worst .* 12\.000 .* FAIL \|$/);
  assert.match(rows[4] ?? '', /not measured \|$/);
});

test('a contact sheet shows the cropped pixels enlarged, in their exact colours, below their labels', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-sheet-'));
  try {
    const file = path.join(folder, 'sheet.png');
    const image = drawGrey('board', 40, 40, (x, y) => ((x + y) % 2 === 0 ? 85 : 170));
    const cell = { label: 'a & b < c', image, crop: [1, 0, 30, 20] as const };
    await writeSheet(file, [cell, cell], { columns: 1, zoom: 3, colours: 24 });
    const { data, info } = await sharp(file)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [30 * 3 + 24, 2 * (20 * 3 + 36) + 12]);
    const at = (x: number, y: number): number | undefined => data[(y * info.width + x) * 3];
    assert.deepEqual([at(12, 36), at(14, 38), at(15, 36), at(12, 39)], [170, 170, 85, 85]);
    assert.equal(at(12, 36 + 60 + 12 + 24), 170);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
