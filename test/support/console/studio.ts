/** The studio in a real browser: a server with screens to edit, and what tests do in the editor. */
import type { Browser, Page } from 'playwright-core';
import { findConsole } from '../../../src/config/env/assets.ts';
import { startServer, type TestServer, type TestServerOptions } from '../server/server.ts';
import { CONSOLE_TOKEN, openConsole } from './open-console.ts';

export const HOSTILE = '<img src=x onerror=alert(1)>';
export const SCRIPT = `log_warn(${JSON.stringify(HOSTILE)})
return {
  data = { text = time_format(time_now(), "%H:%M"), word = "one" },
  refresh_rate = 600,
}
`;
const TEMPLATE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="20" y="200" font-size="{{ 40 * layout.scale }}">{{ data.text }} {{ data.word }} {{ params.greeting }}</text>
</svg>
`;
const META = `title: Hours
service: "0.1"
params:
  greeting:
    type: string
    default: hello
  count:
    type: int
    default: 3
    max: 9
`;
const SCREENS = {
  'hours.lua': SCRIPT,
  'hours.svg': TEMPLATE,
  'hours.meta.yaml': META,
  'windows.lua': 'return {\r\n  data = {}\r\n}\r\n',
  'windows.svg': TEMPLATE,
  'lib/units.lua': 'return {}\n',
};

export async function startStudio(more: TestServerOptions = {}): Promise<TestServer> {
  const server = await startServer({
    screens: SCREENS,
    config: 'default_screen: local/hours\n',
    env: { SERVICE_ADMIN_TOKEN: CONSOLE_TOKEN },
    consoleDir: findConsole(),
    ...more,
  });
  await server.app.warm;
  return server;
}

export interface OpenStudio {
  readonly server: TestServer;
  readonly page: Page;
  /** Fails where the console of the browser has an error. */
  close(): Promise<void>;
}

/** A server of its own, with the screen `hours` in the studio, and its pictures drawn. */
export async function openStudio(browser: Browser): Promise<OpenStudio> {
  const server = await startStudio();
  const opened = await openConsole(browser, server.url, { path: '/studio/local/hours' });
  const { page } = opened;
  await drawn(page);
  const close = async (): Promise<void> => {
    opened.assertClean();
    await opened.close();
    await server.stop();
  };
  return { server, page, close };
}

/** Wait until all pictures are those of the text in the editor. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForSelector('.contact-sheet[aria-busy="false"] .sheet[data-old="false"] .sheet-card img');
}

/** What pictures show, as texts to compare. */
export async function picturesIn(page: Page, selector: string): Promise<readonly string[]> {
  return (await page.evaluate(`
    Promise.all([...document.querySelectorAll(${JSON.stringify(selector)})].map(async (shown) => {
      const image = new Image();
      image.src = shown.src;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL();
    }))`)) as readonly string[];
}

export async function pictureOf(page: Page, panel: string): Promise<string | undefined> {
  return (await picturesIn(page, `[data-panel="${panel}"] img`))[0];
}

/** As people read it. */
export async function textOf(page: Page, selector: string): Promise<string> {
  await page.waitForSelector(selector);
  return (await page.locator(selector).allInnerTexts())[0] ?? '';
}

export async function editorText(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allInnerTexts())
    .map((line) => line.replaceAll(/[\u200b\n]/g, ''))
    .join('\n');
}

export async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

export async function openTab(page: Page, name: string): Promise<void> {
  await page.click(`.tabs a:has-text("${name}")`);
  await page.waitForSelector(`.cm-content[aria-label="Text of ${name}"]`);
}

export async function openFileTab(page: Page, name: string): Promise<void> {
  await page.click(`.tabs a:has-text("${name}")`);
  await page.waitForSelector(`.cm-content[aria-label$="${name}"]`);
}
