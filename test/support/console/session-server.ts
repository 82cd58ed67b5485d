/** A server with the console, an admin and people of other roles, for tests of sessions. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { TOKEN } from '../server/admin.ts';
import { adminTokens } from '../server/named-tokens.ts';
import { startServer, type TestServer, type TestServerOptions } from '../server/server.ts';
import { ConsoleBrowser } from './browser.ts';
import type { ConsoleFolder } from './fixture.ts';

export const SESSION_MAC = 'AA:BB:CC:DD:EE:01';
export const SESSION_CONFIG = `default_screen: plain
devices:
  "${SESSION_MAC}": { screen: plain }
`;
/** The viewer vera and the admin ada. */
export const SESSION_PEOPLE: string = adminTokens({ vera: 'viewer', ada: 'admin' });

/** Start one. Null for a server that the test stops itself. */
export async function startSessionServer(
  t: TestContext | null,
  { dir }: ConsoleFolder,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const env = { SERVICE_ADMIN_TOKEN: TOKEN, SERVICE_URL_SECRET: 'u'.repeat(32), ...options.env };
  const config = SESSION_CONFIG + SESSION_PEOPLE;
  const server = await startServer({ config, consoleDir: dir, ...options, env });
  t?.after(() => server.stop());
  return server;
}

/** A browser whose user has shown a token. */
export async function signedIn(server: TestServer, token: string = TOKEN): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(server.url);
  assert.equal((await browser.signIn(token)).status, 200);
  return browser;
}
