/** A server with the console of the tests, and what its page loads. */
import type { TestContext } from 'node:test';
import { TOKEN } from '../server/admin.ts';
import { startServer, type TestServer } from '../server/server.ts';

/** What browsers send for a page. */
export const PAGE_CALL: Readonly<Record<string, string>> = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

/** Start one with the files of a folder. Null for a server that the test stops itself. */
export async function startPageServer(
  t: TestContext | null,
  consoleDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const started = await startServer({ consoleDir, env: { SERVICE_ADMIN_TOKEN: TOKEN, ...env } });
  t?.after(() => started.stop());
  return started;
}

/** What a page loads, and the base that it tells its script. */
export function addressesOf(html: string): { base: string; links: string[] } {
  const links = [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, at = '']) => at);
  return { base: /data-base="([^"]*)"/.exec(html)?.[1] ?? '', links };
}
