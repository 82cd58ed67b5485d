/** A server with the web console, as the build has made it. */
import { findConsole } from '../../../src/config/env/assets.ts';
import { startServer, type TestServer, type TestServerOptions } from '../server/server.ts';
import { CONSOLE_TOKEN } from './open-console.ts';

/** Start a server on which `openConsole` can sign in. */
export function startConsoleServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startServer({
    ...options,
    consoleDir: findConsole(),
    env: { SERVICE_ADMIN_TOKEN: CONSOLE_TOKEN, ...options.env },
  });
}
