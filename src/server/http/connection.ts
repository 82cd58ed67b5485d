/**
 * One connection of the HTTP server. Node's parser reads all requests of a chunk at once and starts each of them: a caller
 * that sends thousands of requests and reads no answer makes the server do and keep the work of all. Here the parser gets
 * its bytes in pieces: one request, and the next one when that is answered; and the bytes of a body when they are asked for.
 * What is held until then, and of a head that is not complete, is counted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { LIMITS } from '../../platform/base/limits.ts';
import type { BodyBudget } from './body-budget.ts';
import { BODY_LIMITS } from './body-limits.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import { type Exchange, HeldRequest } from './held-request.ts';
import { pieceEnd } from './request-pieces.ts';
import { onFirstRead, SocketBrake } from './socket-brake.ts';

type Parse = (bytes: Buffer) => void;

/** Node removes its own listener from a socket that it hands out, and an error without a listener ends the process. */
const ignore = (): void => {};

const OF_SOCKETS = new WeakMap<Socket, Connection>();

export class Connection {
  /** The network of the caller, which counts as one. */
  readonly network: string;
  readonly #socket: Socket;
  readonly #hooks: ConnectionHooks;
  readonly #parse: Parse;
  readonly #onFinish = (): void => this.#answered();
  #exchange: Exchange | null = null;
  #unparsed: Buffer | null = null;
  readonly #held: HeldRequest;
  readonly #brake: SocketBrake;
  /** What the parser has of a head that is not complete. */
  #headBytes = 0;
  #isParsing = false;
  /** When the caller last sent something, by `performance.now()`. */
  #lastByteMs = performance.now();
  /**
   * `dropped`: the caller sent too much ahead; the current answer is the last. `closing`: the last answer is sent.
   * `lingering`: it is sent, and bytes that arrive are discarded.
   */
  #state: 'open' | 'dropped' | 'closing' | 'lingering' = 'open';
  #discarded = 0;
  /** The caller will send no more. */
  #hasEnded = false;
  #begun = 0;
  /** The server stops: the answer that runs, or the next one, is the last. */
  #isLeaving = false;

  private constructor(socket: Socket, parse: Parse, network: string, hooks: ConnectionHooks) {
    OF_SOCKETS.set(socket, this);
    this.network = network;
    this.#socket = socket;
    this.#hooks = hooks;
    this.#held = new HeldRequest(hooks.bodies, network, () => socket.destroy());
    this.#brake = new SocketBrake(socket);
    this.#parse = parse;
    socket.on('error', ignore);
    socket.once('close', () => this.#held.letGo());
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.removeListener('data', parse);
    // Node calls the first after its last answer, and the second when the caller has ended.
    socket.destroySoon = () => this.#close();
    socket.end = ((...args: Parameters<Socket['end']>) => this.#endWith(args)) as Socket['end'];
  }

  /** The connection of a socket; undefined for one that is none of ours. */
  static of(socket: Socket): Connection | undefined {
    return OF_SOCKETS.get(socket);
  }

  /** What may be held of bodies that are being received. */
  get bodies(): BodyBudget {
    return this.#hooks.bodies;
  }

  /** Put a connection between a socket and the parser that Node has just attached; null when Node attaches it in another way. */
  static attach(socket: Socket, network: string, hooks: ConnectionHooks): Connection | null {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    return parse === undefined || others.length > 0 ? null : new Connection(socket, parse, network, hooks);
  }

  /**
   * Note that a request has begun. To be called before its handler.
   * @returns false when it must not be handled
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#exchange !== null || this.#state !== 'open') {
      this.#socket.destroy();
      return false;
    }
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    const bodyLeft = coding === undefined ? Number(length ?? 0) : 0;
    const hasBody = coding !== undefined || bodyLeft > 0;
    const isRead = coding === undefined && bodyLeft <= LIMITS.pipelineBytes;
    this.#exchange = { request, response, bodyLeft, isRead, answerMs: null };
    this.#headBytes = 0;
    if (hasBody) onFirstRead(request, () => this.#readBody(request));
    // The rest of such a body is not read after the answer, so the connection cannot be used again.
    const isLongBody = coding !== undefined || bodyLeft > LIMITS.unreadBodyBytes;
    const isAhead = bodyLeft === 0 && (this.#unparsed?.length ?? 0) > LIMITS.pipelineBytes;
    this.#begun++;
    const isLast = this.#isLeaving || this.#begun >= LIMITS.requestsPerConnection;
    if (isLongBody || isAhead || isLast) response.shouldKeepAlive = false;
    response.on('finish', this.#onFinish);
    this.#hooks.onPhase(this.#socket, hasBody ? 'receiving' : 'answering');
    return true;
  }

  /** Hand out the body from now on. */
  #readBody(request: IncomingMessage): void {
    const exchange = this.#exchange;
    if (exchange?.request !== request || exchange.isRead) return;
    exchange.isRead = true;
    this.#brake.release();
    if (!this.#isParsing) this.#feed();
  }

  /** Take no request after the one that runs, and tell the caller so: it would go on as long as it has something to ask. */
  leave(): void {
    this.#isLeaving = true;
    const response = this.#exchange?.response;
    if (response?.headersSent === false) response.shouldKeepAlive = false;
  }

  /** Stop parsing: what came is not HTTP. */
  fail(): void {
    if (this.#state === 'open') this.#state = 'dropped';
    this.#unparsed = null;
  }

  /** Send a text that is not the answer of a handler, and close. */
  refuse(text: string): void {
    if (this.#state === 'lingering' || !this.#socket.writable || this.#exchange?.response.headersSent) {
      this.#socket.destroy();
      return;
    }
    this.#socket.write(text);
    this.#linger();
  }

  /** Tells for how long the complete answer has been waiting for the caller to read it, since this was first asked. */
  answerAgeMs(nowMs: number): number {
    const exchange = this.#exchange;
    if (exchange === null || !exchange.response.writableEnded) return 0;
    exchange.answerMs ??= nowMs;
    return nowMs - exchange.answerMs;
  }

  /** Tells for how long nothing has come of a request that is not complete. */
  quietMs(nowMs: number): number {
    return nowMs - this.#lastByteMs;
  }

  /** Close at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#lastByteMs = performance.now();
    if (this.#state === 'open') {
      this.#unparsed = this.#unparsed === null ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#held.came(bytes.length);
      this.#feed();
      return;
    }
    // Discarded, so that the caller gets to read its answer. If paused, the system and Node would buffer some of it.
    this.#discarded += bytes.length;
    if (this.#discarded <= LIMITS.lingerBytes) return;
    if (this.#state === 'lingering') this.#socket.pause();
    else this.#socket.destroy();
  }

  /** Give the parser the bytes that it may parse. */
  #feed(): void {
    while (this.#unparsed !== null && !this.#waits()) {
      const bytes: Buffer = this.#unparsed;
      const end = this.#nextEnd(bytes);
      this.#unparsed = end < bytes.length ? bytes.subarray(end) : null;
      if (this.#exchange === null) this.#headBytes += end;
      this.#isParsing = true;
      this.#parse(this.#unparsed === null ? bytes : bytes.subarray(0, end));
      this.#isParsing = false;
      if (this.#exchange?.request.complete === true) this.#hooks.onPhase(this.#socket, 'answering');
    }
    if (this.#unparsed !== null) this.#hold(this.#unparsed);
    this.#held.count(this.#heldBytes());
  }

  #heldBytes(): number {
    if (this.#state !== 'open' || this.#socket.destroyed) return 0;
    const waiting = this.#unparsed?.length ?? 0;
    if (this.#exchange === null) return this.#headBytes === 0 ? 0 : this.#headBytes + waiting;
    if (this.#exchange.isRead || waiting === 0) return 0;
    // While it is paused, Node takes a little more.
    return BODY_LIMITS.requestBytes + waiting + this.#socket.readableHighWaterMark;
  }

  #nextEnd(bytes: Buffer): number {
    const exchange = this.#exchange;
    if (exchange === null || exchange.bodyLeft === 0) return pieceEnd(bytes);
    const end = Math.min(exchange.bodyLeft, bytes.length);
    exchange.bodyLeft -= end;
    return end;
  }

  /** True while no byte may be parsed: a complete request is not yet answered, or no further one is accepted. */
  #waits(): boolean {
    if (this.#state !== 'open' || this.#socket.destroyed) return true;
    return this.#exchange !== null && (this.#exchange.request.complete || !this.#exchange.isRead);
  }

  /** Keep the bytes of a body that nobody reads yet, and of later requests, if they are few. */
  #hold(bytes: Buffer): void {
    const exchange = this.#exchange;
    const isUnread = exchange?.isRead === false && !exchange.request.complete;
    // A caller that has its answer may send the next request before the end of this one is noted.
    if (isUnread || exchange?.response.writableFinished === true) {
      this.#unparsed = Buffer.from(bytes);
      this.#brake.hold();
      return;
    }
    if (bytes.length <= LIMITS.pipelineBytes) {
      // A slice would keep the whole chunk in memory.
      this.#unparsed = Buffer.from(bytes);
      return;
    }
    this.#unparsed = null;
    if (this.#state !== 'open') return;
    this.#state = 'dropped';
    if (exchange?.response.headersSent === false) exchange.response.shouldKeepAlive = false;
  }

  /** The answer is handed to the system: go on to the next request. */
  #answered(): void {
    const exchange = this.#exchange;
    if (exchange === null || this.#socket.destroyed) return;
    const { request, response } = exchange;
    if (this.#state === 'dropped' || (!request.complete && !response.shouldKeepAlive)) this.#linger();
    if (this.#state !== 'open') return;
    if (request.complete) this.#next();
    else request.once('end', () => this.#next());
  }

  /** Wait for the next request. One that has arrived already gets its own turn of the event loop. */
  #next(): void {
    this.#exchange = null;
    this.#headBytes = 0;
    this.#brake.release();
    this.#hooks.onPhase(this.#socket, 'idle');
    if (this.#unparsed !== null) setImmediate(() => this.#continue());
    else if (this.#hasEnded || this.#isLeaving) this.#endIdle();
  }

  #continue(): void {
    this.#feed();
    if (this.#hasEnded && this.#exchange === null) this.#endIdle();
  }

  /** Close after the last answer, in a way that the caller gets it even while it is still sending. */
  #close(): void {
    const unread = this.#state === 'dropped' || this.#unparsed !== null;
    if (unread || this.#exchange?.request.complete === false) this.#linger();
    else if (this.#state === 'open') {
      this.#state = 'closing';
      Socket.prototype.destroySoon.call(this.#socket);
    }
  }

  #endWith(args: Parameters<Socket['end']>): Socket {
    if (args.length > 0 || this.#state !== 'open') return this.#end(args);
    // A caller that sends no more may still wait for answers.
    this.#hasEnded = true;
    if (this.#exchange === null && this.#unparsed === null) this.#endIdle();
    return this.#socket;
  }

  /** Runs in batches: thousands of connections may end at once. */
  #endIdle(): void {
    this.#hooks.tasks.add(() => this.#socket.destroy());
  }

  #end(args: Parameters<Socket['end']> | []): Socket {
    return Socket.prototype.end.apply(this.#socket, args as Parameters<Socket['end']>);
  }

  /**
   * End the sending side, and discard what arrives for a moment: if a connection is closed with unread bytes, the system
   * resets it, and the caller may lose the answer (RFC 9112, section 9.6).
   */
  #linger(): void {
    if (this.#state === 'lingering') return;
    this.#state = 'lingering';
    this.#unparsed = null;
    this.#held.letGo();
    this.#end([]);
    this.#socket.resume();
    // What has come is read first: the server may have been held up itself.
    const timer = setTimeout(() => setImmediate(() => this.#socket.destroy()), LIMITS.lingerMs);
    this.#socket.once('end', () => this.#socket.destroy());
    this.#socket.once('close', () => clearTimeout(timer));
  }
}
