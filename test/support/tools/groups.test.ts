import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { groupFiles } from './groups.ts';

describe('groupFiles', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  after(() => rmSync(folder, { recursive: true }));
  const files = Array.from({ length: 25 }, (_, index) => path.join(folder, `${index + 10}.test.mjs`));
  for (const file of files) writeFileSync(file, '');
  writeFileSync(files[7] as string, 'process.cpuUsage();');
  const options = { folder, timeoutMs: 1_000 };

  it('puts neighbours together, and leaves alone who measures its process', () => {
    const groups = groupFiles(files, { ...options, fewest: 2 });
    assert.equal(groups.files.length, 4);
    assert.equal(groups.files.at(-1), files[7]);
    assert.equal(groups.timeoutMs, 10_000);
    groups.remove();
    assert.ok(!existsSync(groups.files[0] as string));
  });

  it('makes no group where each file is needed to keep the processors at work', () => {
    const groups = groupFiles(files, { ...options, fewest: 24 });
    assert.deepEqual([...groups.files].sort(), files);
    groups.remove();
  });
});
