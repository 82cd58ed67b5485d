/** A server with the web console, as the build has made it. */
import { writeFileSync } from 'node:fs';
import { findConsole } from '../../../src/config/env/assets.ts';
import { startServer, type TestServer, type TestServerOptions } from '../server/server.ts';
import { configFile } from '../server/typed-screen.ts';
import { CONSOLE_TOKEN } from './open-console.ts';

/** Start a server on which `openConsole` can sign in. */
export function startConsoleServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startServer({
    ...options,
    consoleDir: findConsole(),
    env: { SERVICE_ADMIN_TOKEN: CONSOLE_TOKEN, ...options.env },
  });
}

/** Give a server a config as from the start, for the next test. */
export async function restoreConfig(server: TestServer, text: string): Promise<void> {
  writeFileSync(configFile(server), text);
  await server.app.reload();
}
