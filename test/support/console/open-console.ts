/** The web console in a real browser: signed in, and with everything noted that must not happen. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** The token that servers of these tests have. */
export const CONSOLE_TOKEN = 'token-of-the-console-0123456789abcdef';

export interface ConsoleWish {
  /** Below `/console`, with its query. */
  readonly path?: string;
  /** Null to stay at the login. */
  readonly token?: string | null;
  readonly scheme?: 'light' | 'dark';
  readonly widthPx?: number;
  readonly heightPx?: number;
}

export interface OpenConsole {
  readonly page: Page;
  /** What went wrong in the browser so far: exceptions, breaches of the CSP, errors in its log. */
  readonly faults: readonly string[];
  /** Fails with all that went wrong. */
  assertClean(): void;
  /** To another page below `/console`, loaded anew. */
  go(path: string): Promise<void>;
  /** Have another session from now on, at no page as yet. */
  signIn(token: string): Promise<void>;
  close(): Promise<void>;
}

/** Answers that a test provokes stand in the log of the browser, too, and those after which the page tries again. */
const REFUSED = /Failed to load resource: the server responded with a status of (?:4|503)/;

/** Open the console of a server. Close it before the browser. */
export async function openConsole(
  browser: Browser,
  url: string,
  wish: ConsoleWish = {},
): Promise<OpenConsole> {
  const { path = '/', token = CONSOLE_TOKEN, scheme = 'light', widthPx = 1440, heightPx = 900 } = wish;
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width: widthPx, height: heightPx },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text());
  });
  const signIn = async (shown: string): Promise<void> => {
    await page.goto('about:blank');
    const answer = await context.request.post(`${url}/console/session`, {
      data: { token: shown },
      headers: { Origin: new URL(url).origin },
    });
    assert.equal(answer.status(), 200, await answer.text());
  };
  if (token !== null) await signIn(token);
  const go = async (to: string): Promise<void> => {
    await page.goto(`${url}/console${to}`);
    await page.waitForSelector(token === null ? '.login form' : '#page h1, #page h2');
  };
  await go(path);
  return {
    page,
    go,
    signIn,
    faults,
    assertClean: () => assert.deepEqual(faults, []),
    close: () => context.close(),
  };
}
