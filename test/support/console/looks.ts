/** How a page of the console looks to people: in light and dark, on a phone and on a desk. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityFaults, overflowOf } from '../browser/page-checks.ts';

/** Widths of windows. */
const WIDTHS_PX = [360, 1440];
/** Two frames: what is drawn anew for another width or scheme is there. */
const SETTLED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/**
 * Fails where axe-core finds something serious, or where the page is wider than the window, in either scheme and at
 * either width. The page stays open, as it does when its reader turns a phone or the evening comes. It is left light and wide.
 */
export async function assertClear(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no colour is on its way to another.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(SETTLED);
      const look = `${colorScheme}, ${width} px`;
      assert.deepEqual(await accessibilityFaults(page), [], look);
      const overflowPx = await overflowOf(page);
      assert.ok(overflowPx <= 0, `${look}: ${overflowPx} px too wide`);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
