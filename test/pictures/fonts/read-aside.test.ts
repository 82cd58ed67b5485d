import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFontBook, sameFonts } from '../../../src/pictures/fonts/font-book.ts';
import { readFontBookAside } from '../../../src/pictures/fonts/read-aside.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { BUNDLED_DIR } from '../../support/fonts/bundled.ts';

const NEVER = new AbortController().signal;
const BUNDLED = { dir: BUNDLED_DIR, origin: 'embedded' } as const;

describe('readFontBookAside', () => {
  it('gives the book that readFontBook gives, with what it could not read', async (t) => {
    const dirs = [{ dir: tempTree(t, { 'a.ttf': 'no font' }), origin: 'custom' } as const, BUNDLED];
    const read = await readFontBookAside(dirs, NEVER);
    assert.deepEqual(read, { ok: true, value: readFontBook(dirs) });
    assert.ok(read.ok && read.value.unreadable.length === 1 && sameFonts(read.value, readFontBook(dirs)));
  });

  it('does not take a directory that is away for an empty one, unless it is not the operator’s', async (t) => {
    const dir = path.join(tempTree(t), 'gone');
    const missing = await readFontBookAside([{ dir, origin: 'custom' }, BUNDLED], NEVER);
    assert.ok(!missing.ok);
    assert.match(missing.error, /^the fonts cannot be read: ENOENT: .*gone/);
    assert.ok((await readFontBookAside([{ dir, origin: 'system' }, BUNDLED], NEVER)).ok);
  });

  it('ends when it is told to', async () => {
    const stopping = new AbortController();
    const read = readFontBookAside([BUNDLED], stopping.signal);
    stopping.abort();
    assert.deepEqual(await read, { ok: false, error: 'the fonts cannot be read: their thread ended' });
  });
});
