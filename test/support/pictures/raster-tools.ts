/** What a raster worker draws with, for tests that draw in their own thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { RasterTools } from '../../../src/engine/jobs/raster-tools.ts';
import type { FontBook } from '../../../src/pictures/fonts/font-book.ts';
import { bundledBook } from '../fonts/bundled.ts';

/** Tools with the bundled fonts, or those of a book, which are stopped after the tests of the file. */
export function openTools(fonts: FontBook = bundledBook()): RasterTools {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  const tools = new RasterTools({ fonts, scratchDir });
  after(() => {
    tools.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  });
  return tools;
}
