/**
 * An HTTP server, for devices and for metrics alike: connections and their number, timeouts, header limits, and error bodies
 * even for malformed requests.
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { networkOf } from '../../fleet/calls/attempts.ts';
import { ERRORS, type ErrorCode } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { BatchedTasks } from './batched-tasks.ts';
import { BodyBudget } from './body-budget.ts';
import { BODY_LIMITS } from './body-limits.ts';
import { Connection } from './connection.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import { ConnectionRoom } from './connection-room.ts';
import type { ErrorBody } from './json.ts';
import { listen } from './listen.ts';

/** How often it is logged that there are too many connections, or that none can be accepted. */
const TROUBLE_EVERY_MS = 10_000;
const ALL_BUSY = 'connection refused: as many as may be are being answered';

/**
 * While the server stops: a request may be on its way on a connection that was opened a moment before. The rest of one that
 * has begun may take a pause, and so long in all; who sends a byte now and then would hold up the end otherwise.
 */
const SILENT_MS = 500;
const QUIET_MS = 1_000;
const HALF_MS = 3_000;
const STOP_LOOK_MS = 100;

/** Connections beyond the limit, which are about to be closed. */
const SPARE_CONNECTIONS = 16;

export interface HttpServerOptions {
  readonly logger: Logger;
  /** Connections at a time. */
  readonly maxConnections: number;
  /** Instead of the limits of the same names. */
  readonly socketIdleMs?: number;
  readonly requestMs?: number;
  readonly requestCheckMs?: number;
  readonly answerMs?: number;
}

export class HttpServer {
  readonly #server: Server;
  readonly #options: HttpServerOptions;
  readonly #tasks = new BatchedTasks();
  readonly #connections = new Map<Socket, Connection>();
  readonly #room = new ConnectionRoom();
  readonly #bodies = new BodyBudget();
  readonly #hooks: ConnectionHooks = {
    tasks: this.#tasks,
    bodies: this.#bodies,
    onPhase: (socket, phase) => {
      const connection = this.#connections.get(socket);
      if (connection !== undefined) this.#room.move(connection, phase);
    },
  };
  #timers: readonly NodeJS.Timeout[] = [];
  #troubleMs = 0;

  constructor(app: RequestListener, options: HttpServerOptions) {
    this.#options = options;
    const { socketIdleMs, requestMs, requestCheckMs } = { ...LIMITS, ...options };
    const server = createServer({
      maxHeaderSize: LIMITS.headerBytes,
      keepAliveTimeout: LIMITS.keepAliveMs,
      headersTimeout: Math.min(LIMITS.headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: requestCheckMs,
      // Express answers a missing Host with the usual error body.
      requireHostHeader: false,
    });
    server.timeout = socketIdleMs;
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      if (this.#connections.get(request.socket)?.begin(request, response) !== false) app(request, response);
    };
    server.on('request', handle);
    // The route that reads the body sends `100 Continue`; others answer at once.
    server.on('checkContinue', handle);
    server.on('checkExpectation', handle);
    server.on('connect', (_request, socket: Socket) => this.#refuse(socket, 'method_not_allowed'));
    server.on('connection', (socket) => this.#admit(socket));
    server.on('drop', () => this.#trouble(ALL_BUSY));
    server.on('timeout', (socket) => this.#tasks.add(() => socket.destroy()));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      this.#connections.get(socket)?.fail();
      this.#tasks.add(() => this.#clientError(error, socket));
    });
    server.on('error', (error: NodeJS.ErrnoException) => this.#acceptError(error));
    this.#server = server;
  }

  /** Start to listen. Rejects with a `ListenError` when the address cannot be used. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const address = await listen(this.#server, host, port);
    // Connections that come faster than others can be closed are closed by Node, which costs next to nothing.
    this.#server.maxConnections = this.#options.maxConnections + SPARE_CONNECTIONS;
    const { requestCheckMs, answerMs } = { ...LIMITS, ...this.#options };
    this.#timers = [
      setInterval(() => this.#cutDeaf(answerMs), requestCheckMs).unref(),
      setInterval(() => this.#bodies.giveUpStalled(), BODY_LIMITS.checkMs).unref(),
    ];
    return address;
  }

  /** Accept no new connections; resolve when all running requests are answered, or after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections.values()) connection.leave();
    this.#server.closeIdleConnections();
    const startMs = performance.now();
    const halves = setInterval(() => this.#closeUnsaid(startMs), STOP_LOOK_MS);
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
    for (const interval of [halves, ...this.#timers]) clearInterval(interval);
  }

  /**
   * While the server stops: close connections without a complete request, when nothing comes any more, and all of them when
   * they had their time. Browsers open some ahead, on which nothing was ever sent: Node does not count them as idle.
   */
  #closeUnsaid(startMs: number): void {
    const nowMs = performance.now();
    const isOver = nowMs - startMs > HALF_MS;
    for (const connection of [...this.#room.in('idle'), ...this.#room.in('receiving')]) {
      const isQuiet = connection.quietMs(nowMs) > QUIET_MS && nowMs - startMs > SILENT_MS;
      if (isOver || isQuiet) this.#tasks.add(() => connection.destroy());
    }
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Close connections whose callers do not read their answers. They are not idle if they send a byte now and then. */
  #cutDeaf(answerMs: number): void {
    const nowMs = performance.now();
    for (const connection of [...this.#room.in('receiving'), ...this.#room.in('answering')]) {
      if (connection.answerAgeMs(nowMs) > answerMs) this.#tasks.add(() => connection.destroy());
    }
  }

  #admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const connection = Connection.attach(socket, network, this.#hooks);
    if (connection === null) {
      this.#trouble(
        'this version of Node parses requests in an unknown way: pipelined ones are not held back',
      );
      return;
    }
    this.#connections.set(socket, connection);
    this.#room.add(connection);
    socket.once('close', () => {
      this.#room.remove(connection);
      this.#connections.delete(socket);
    });
    if (this.#connections.size > this.#options.maxConnections) this.#makeRoom(connection);
  }

  #makeRoom(newest: Connection): void {
    const closed = this.#room.toClose(newest);
    if (closed === newest) this.#trouble(ALL_BUSY);
    // At once, so that the next one finds another.
    this.#room.remove(closed);
    closed.destroy();
  }

  /** Node's parser refused the request before there was one to route. */
  #clientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else this.#refuse(socket, refusalCode(error.code), error.code);
  }

  #refuse(socket: Socket, code: ErrorCode, reason?: string): void {
    const connection = this.#connections.get(socket);
    this.#options.logger.info({ status: ERRORS[code].status, code, reason }, 'malformed request refused');
    if (connection === undefined) socket.end(refusalAnswer(code));
    else connection.refuse(refusalAnswer(code));
  }

  /** Mostly for lack of descriptors, which idle connections have. The system tries again by itself. */
  #acceptError(error: NodeJS.ErrnoException): void {
    if (!this.#server.listening) return;
    this.#trouble(`connection not taken: ${error.code ?? error.message}`);
    const spared = this.#room.toSpare();
    if (spared === null) return;
    this.#room.remove(spared);
    spared.destroy();
  }

  #trouble(message: string): void {
    const nowMs = Date.now();
    if (nowMs - this.#troubleMs < TROUBLE_EVERY_MS) return;
    this.#troubleMs = nowMs;
    this.#options.logger.warn({ connections: this.#connections.size }, message);
  }
}

/** The code for an error of Node's parser. */
function refusalCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_request';
}

/** A whole answer with the usual error body. The connection is closed after it. */
function refusalAnswer(code: ErrorCode): string {
  const { status, text } = ERRORS[code];
  const body: ErrorBody = { status, code, error: text };
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}
