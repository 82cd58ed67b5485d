/** The HTTP server: connections and their number, timeouts, header limits, and error bodies even for malformed requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { ERRORS, type ErrorCode } from '../base/errors.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { BatchedTasks } from './batched-tasks.ts';
import { Connection, type ConnectionHooks } from './connection.ts';
import { listen } from './listen.ts';
import { refusalAnswer, refusalCode } from './refusal-answer.ts';

/** How often it is logged that there are too many connections, or that none can be accepted. */
const TROUBLE_EVERY_MS = 10_000;
const ALL_BUSY = 'connection refused: as many as may be are being answered';

/** A request may be on its way on a connection that was opened a moment before the end. */
const SILENT_MS = 500;

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
  /** Connections without a request, the one that has waited longest first, and connections with one. */
  readonly #idle = new Set<Connection>();
  readonly #busy = new Set<Connection>();
  readonly #hooks: ConnectionHooks = {
    tasks: this.#tasks,
    onBusy: (connection) => {
      this.#idle.delete(connection);
      this.#busy.add(connection);
    },
    onIdle: (connection) => {
      this.#busy.delete(connection);
      this.#idle.add(connection);
    },
  };
  #sweeper: NodeJS.Timeout | null = null;
  #troubleMs = 0;

  constructor(app: Express, options: HttpServerOptions) {
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
    this.#sweeper = setInterval(() => this.#cutDeaf(answerMs), requestCheckMs).unref();
    return address;
  }

  /** Accept no new connections; resolve when all running requests are answered, or after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections.values()) connection.leave();
    this.#server.closeIdleConnections();
    const silent = setTimeout(() => this.#closeSilent(), SILENT_MS);
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(silent);
    clearTimeout(timer);
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
  }

  /** Close connections on which nothing was ever sent, as browsers open them ahead: Node does not count them as idle. */
  #closeSilent(): void {
    for (const [socket, connection] of this.#connections) if (socket.bytesRead === 0) connection.destroy();
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Close connections whose callers do not read their answers. They are not idle if they send a byte now and then. */
  #cutDeaf(answerMs: number): void {
    const nowMs = performance.now();
    for (const connection of this.#busy) {
      if (connection.answerAgeMs(nowMs) > answerMs) this.#tasks.add(() => connection.destroy());
    }
  }

  #admit(socket: Socket): void {
    const connection = Connection.attach(socket, this.#hooks);
    if (connection === null) {
      this.#trouble(
        'this version of Node parses requests in an unknown way: pipelined ones are not held back',
      );
      return;
    }
    this.#connections.set(socket, connection);
    this.#idle.add(connection);
    socket.once('close', () => {
      this.#idle.delete(connection);
      this.#busy.delete(connection);
      this.#connections.delete(socket);
    });
    if (this.#connections.size > this.#options.maxConnections) this.#makeRoom();
  }

  /** Close the connection that has been without a request for the longest time; the new one comes last. */
  #makeRoom(): void {
    const [longest] = this.#idle;
    if (longest === undefined) return;
    if (this.#idle.size === 1) this.#trouble(ALL_BUSY);
    this.#idle.delete(longest);
    longest.destroy();
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
    this.#makeRoom();
  }

  #trouble(message: string): void {
    const nowMs = Date.now();
    if (nowMs - this.#troubleMs < TROUBLE_EVERY_MS) return;
    this.#troubleMs = nowMs;
    this.#options.logger.warn({ connections: this.#connections.size }, message);
  }
}
