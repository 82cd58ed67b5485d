/** Runs the server until it is stopped. */
import { type EnvSettings, readSecrets, type Secrets } from '../config/env/env.ts';
import { type Barriers, missingBarriers, ownBarriers } from '../pictures/isolation/barriers.ts';
import { dismissAhead } from '../pictures/isolation/start-program.ts';
import { hideProcess } from '../pictures/native/confine.ts';
import { keepHeapsSmall } from '../platform/base/garbage.ts';
import { LIMITS } from '../platform/base/limits.ts';
import type { Logger } from '../platform/base/logger.ts';
import { maxConnections, ownOpenFiles } from '../platform/files/open-files.ts';
import { ListenError } from '../server/http/listen.ts';
import { EXIT, ExitError } from './exit.ts';
import { catchHangUps } from './hang-up.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { requireOpenFiles } from './require-open-files.ts';
import { loadSecrets, loadSettings } from './settings.ts';
import { memoryOf, prepare, serverLogger } from './setup.ts';
import { logStart, logUse } from './start-log.ts';
import { stopSignal } from './stop-signal.ts';

/**
 * Start the server, and return when it has stopped.
 * @throws {ExitError} for an environment, config or address that cannot be used, or a system that allows too little
 */
export async function serve(): Promise<void> {
  const settings = loadSettings();
  // They load their modules at the start, all at the same time.
  const threads = memoryOf(settings).rasterWorkers;
  const limit = requireOpenFiles(ownOpenFiles(threads) + LIMITS.connectionsMin);
  // Before secrets are in memory that others of its user could read.
  hideProcess();
  const secrets = loadSecrets();
  const logger = await prepare(settings, startLog);
  logBarriers(ownBarriers(), logger);
  const connections = maxConnections(limit, threads);
  const server = await openServer({ settings, secrets, readSecrets, logger, maxConnections: connections });
  if (settings.rasterIsolation === 'thread') dismissAhead();
  keepHeapsSmall();
  try {
    await run(server, secrets);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The log, and its first line. */
async function startLog(settings: EnvSettings): Promise<Logger> {
  const logger = await serverLogger(settings);
  logStart(settings, logger);
  return logger;
}

/** Serve until SIGTERM or SIGINT; a second signal ends the process at once. At SIGHUP everything is read again. */
async function run({ app, engine, setup }: OpenServer, secrets: Secrets): Promise<void> {
  const { logger } = setup;
  const stopped = stopSignal();
  const address = await app.start().catch((error: unknown) => {
    if (!(error instanceof ListenError)) throw error;
    throw new ExitError(EXIT.failed, `cannot listen on ${error.address}: ${reason(error)}`);
  });
  logger.info({ address: address.address, port: address.port }, 'listening');
  // It rejects only where the server cannot start, and `failed` says why.
  catchHangUps().onReload(() => void app.reload().catch(() => {}));
  const failed = app.warm.then(
    () => {
      // Only for the log: a server that cannot tell what it uses still serves.
      logUse({ setup, secrets, engine }).catch((cause: unknown) =>
        logger.warn({ err: cause }, 'not looked at'),
      );
      return new Promise<never>(() => {});
    },
    (cause: unknown) => {
      logger.fatal({ err: cause }, 'not started');
      throw new ExitError(EXIT.system, `cannot start: ${(cause as Error).message}`);
    },
  );
  const signal = await Promise.race([stopped, failed]);
  logger.info({ signal }, 'stopping');
  await app.stop();
  logger.info('stopped');
}

function reason(error: ListenError): string {
  if (error.code === 'EADDRINUSE') return 'the address is in use';
  if (error.code === 'EACCES') return 'not permitted';
  if (error.code === 'EADDRNOTAVAIL') return 'this machine does not have that address';
  return error.code ?? error.message;
}

/** One line with the barriers, and a warning for each that is missing. */
export function logBarriers(barriers: Barriers, logger: Logger): void {
  logger.info({ ...barriers }, 'confinement');
  for (const sentence of missingBarriers(barriers)) logger.warn(sentence);
}
