/** The HTTP server: time-outs, header limits, and an error body even for what is no HTTP. */
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { ERRORS, type ErrorCode } from '../base/errors.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { ErrorBody } from './json.ts';
import { listen } from './listen.ts';

/** Longer than the idle time of the usual proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;

export class HttpServer {
  readonly #server: Server;

  constructor(app: Express, logger: Logger) {
    this.#server = createServer(
      {
        maxHeaderSize: LIMITS.headerBytes,
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        // Express answers a missing Host with the usual error body.
        requireHostHeader: false,
      },
      app,
    );
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      answerClientError(error, socket, logger),
    );
  }

  /** Start to listen. Rejects with a `ListenError` when the address cannot be used. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return listen(this.#server, host, port);
  }

  /** Take no new connections; resolve when the running requests are answered, or after `graceMs` without them. */
  async stop(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }
}

/** Node's parser refused the request before there was one to route. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, logger: Logger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = clientErrorCode(error.code);
  const { status, text } = ERRORS[code];
  logger.info({ status, code, reason: error.code }, 'malformed request refused');
  const body: ErrorBody = { status, code, error: text };
  const bytes = Buffer.from(JSON.stringify(body));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n${bytes}`,
  );
}

function clientErrorCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_request';
}
