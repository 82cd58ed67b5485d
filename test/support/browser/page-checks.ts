/** What a page looks like, asked in the browser. The scripts are texts, because they run there and not here. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** How far the page is wider than the window, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}

/** Open everything that can be opened. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
}

const OVERLAPPING = `[...document.querySelectorAll('svg.chart')].flatMap((chart) => {
  const texts = [...chart.querySelectorAll('text')].map((text) => ({
    text: text.textContent,
    // The ink of digits and letters is less high than their box.
    box: text.getBoundingClientRect(),
  }));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2;
  return texts.flatMap((one, at) => [
    ...(one.box.left < 0 || one.box.right > window.innerWidth ? [one.text + ' leaves the window'] : []),
    ...texts.slice(at + 1).filter((other) => meet(one.box, other.box)).map((other) => one.text + ' meets ' + other.text),
  ]);
})`;

/** Texts in charts that lie on each other, or outside of the window. */
export function overlappingTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(OVERLAPPING);
}

const FAINT = `(() => {
  const parse = (colour) => {
    const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\\d.]+/g) ?? []).map(Number);
    return { r, g, b, a };
  };
  const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ({ r, g, b }) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.a === 1) return colour;
    }
    return { r: 255, g: 255, b: 255 };
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  let seen = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const invisible = ['TITLE', 'DESC', 'STYLE'].includes(element.tagName.toUpperCase());
    if (node.data.trim() === '' || invisible || !element.checkVisibility()) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const ink = parse(element instanceof SVGElement ? style.fill : style.color);
    const [light, dark] = [luminance(ink), luminance(behind(element))].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5 || ink.a < 1) found.add(element.tagName + '.' + element.className + ': ' + contrast.toFixed(2));
  }
  return { seen, found: [...found] };
})()`;

/** Texts whose contrast to what is behind them is below 4.5, and the number of texts that were looked at. */
export function faintTexts(
  page: Page,
): Promise<{ readonly seen: number; readonly found: readonly string[] }> {
  return page.evaluate(FAINT);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Faults of accessibility that axe-core calls serious or critical. Its half a megabyte is read once for each page, and of
 * what is well it keeps no list.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(' | ')))`);
}
