/**
 * One connection of the HTTP server. Node's parser reads all requests of a chunk at once and starts each: a caller that
 * sends thousands and reads nothing makes the server do and keep the work of thousands. Here the parser gets its bytes
 * in pieces: one request, and the next when that one is answered.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { LIMITS } from '../base/limits.ts';
import { pieceEnd } from './request-pieces.ts';
import type { TaskBatcher } from './task-batcher.ts';

export interface ConnectionHooks {
  /** Where work that may come for thousands of connections at once waits for its turn. */
  readonly tasks: TaskBatcher;
  /** A request has begun. */
  onBusy(connection: Connection): void;
  /** The connection waits for its next request. */
  onIdle(connection: Connection): void;
}

type Parse = (bytes: Buffer) => void;

/** What a connection is reading or answering. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Bytes of the body that are still to come; 0 where it does not say how many they are. */
  bodyLeft: number;
  /** When the answer was first seen on its way, by `performance.now()`; null before. */
  answerMs: number | null;
}

/** Node takes its own listener away from a socket that it hands out, and an error without one ends the process. */
const ignore = (): void => {};

export class Connection {
  readonly #socket: Socket;
  readonly #hooks: ConnectionHooks;
  readonly #parse: Parse;
  readonly #onFinish = (): void => this.#answered();
  #exchange: Exchange | null = null;
  #unparsed: Buffer | null = null;
  /**
   * `dropped`: the caller sent too much ahead; the answer is the last. `closing`: the last answer is out.
   * `lingering`: it is, and what arrives is thrown away.
   */
  #state: 'open' | 'dropped' | 'closing' | 'lingering' = 'open';
  #discarded = 0;
  /** The caller will send no more. */
  #hasEnded = false;
  #begun = 0;

  private constructor(socket: Socket, parse: Parse, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.#hooks = hooks;
    this.#parse = parse;
    socket.on('error', ignore);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.removeListener('data', parse);
    // Node ends a connection after its last answer by the one, and after the caller's end by the other.
    socket.destroySoon = () => this.#close();
    socket.end = ((...args: Parameters<Socket['end']>) => this.#endWith(args)) as Socket['end'];
  }

  /** Stand between a socket and the parser that Node has just given it; null when Node has changed how it does that. */
  static attach(socket: Socket, hooks: ConnectionHooks): Connection | null {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    return parse === undefined || others.length > 0 ? null : new Connection(socket, parse, hooks);
  }

  /**
   * Note that a request has begun. Call it before its handler.
   * @returns false when it must not be handled
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#exchange !== null || this.#state !== 'open') {
      this.#socket.destroy();
      return false;
    }
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    const bodyLeft = coding === undefined ? Number(length ?? 0) : 0;
    this.#exchange = { request, response, bodyLeft, answerMs: null };
    // Of such a body nothing is read after its answer, so the connection cannot be used again.
    const isLongBody = coding !== undefined || bodyLeft > LIMITS.unreadBodyBytes;
    const isAhead = bodyLeft === 0 && (this.#unparsed?.length ?? 0) > LIMITS.pipelineBytes;
    this.#begun++;
    if (isLongBody || isAhead || this.#begun >= LIMITS.requestsPerConnection)
      response.shouldKeepAlive = false;
    response.on('finish', this.#onFinish);
    this.#hooks.onBusy(this);
    return true;
  }

  /** Parse no more: what came is no HTTP. */
  fail(): void {
    if (this.#state === 'open') this.#state = 'dropped';
    this.#unparsed = null;
  }

  /** Send a text that is no answer of a handler, and close. */
  refuse(text: string): void {
    if (this.#state === 'lingering' || !this.#socket.writable || this.#exchange?.response.headersSent) {
      this.#socket.destroy();
      return;
    }
    this.#socket.write(text);
    this.#linger();
  }

  /** How long its whole answer has been on its way to the caller, as far as this has been asked before. */
  answerAgeMs(nowMs: number): number {
    const exchange = this.#exchange;
    if (exchange === null || !exchange.response.writableEnded) return 0;
    exchange.answerMs ??= nowMs;
    return nowMs - exchange.answerMs;
  }

  /** Close at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#state === 'open') {
      this.#unparsed = this.#unparsed === null ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#feed();
      return;
    }
    // Thrown away, so that the caller gets to read its answer. Paused, the system would keep some and Node some more.
    this.#discarded += bytes.length;
    if (this.#discarded <= LIMITS.lingerBytes) return;
    if (this.#state === 'lingering') this.#socket.pause();
    else this.#socket.destroy();
  }

  /** Give the parser what it may have. */
  #feed(): void {
    while (this.#unparsed !== null && !this.#waits()) {
      const bytes: Buffer = this.#unparsed;
      const end = this.#nextEnd(bytes);
      this.#unparsed = end < bytes.length ? bytes.subarray(end) : null;
      this.#parse(this.#unparsed === null ? bytes : bytes.subarray(0, end));
    }
    if (this.#unparsed !== null) this.#hold(this.#unparsed);
  }

  #nextEnd(bytes: Buffer): number {
    const exchange = this.#exchange;
    if (exchange === null || exchange.bodyLeft === 0) return pieceEnd(bytes);
    const end = Math.min(exchange.bodyLeft, bytes.length);
    exchange.bodyLeft -= end;
    return end;
  }

  /** True while no byte may be parsed: the request is all there and not answered, or there will be no further one. */
  #waits(): boolean {
    return this.#state !== 'open' || this.#socket.destroyed || this.#exchange?.request.complete === true;
  }

  /** Keep what came ahead of its time, if it is little. */
  #hold(bytes: Buffer): void {
    if (bytes.length <= LIMITS.pipelineBytes) {
      // A part of a chunk would keep all of it in memory.
      this.#unparsed = Buffer.from(bytes);
      return;
    }
    this.#unparsed = null;
    if (this.#state !== 'open') return;
    this.#state = 'dropped';
    const response = this.#exchange?.response;
    if (response?.headersSent === false) response.shouldKeepAlive = false;
  }

  /** The answer is with the system: on to the next request. */
  #answered(): void {
    const exchange = this.#exchange;
    if (exchange === null || this.#socket.destroyed) return;
    const { request, response } = exchange;
    if (this.#state === 'dropped' || (!request.complete && !response.shouldKeepAlive)) this.#linger();
    if (this.#state !== 'open') return;
    if (request.complete) this.#next();
    else request.once('end', () => this.#next());
  }

  /** Wait for the next request. One that is here already gets a turn of the event loop of its own. */
  #next(): void {
    this.#exchange = null;
    this.#hooks.onIdle(this);
    if (this.#unparsed !== null) setImmediate(() => this.#continue());
    else if (this.#hasEnded) this.#endIdle();
  }

  #continue(): void {
    this.#feed();
    if (this.#hasEnded && this.#exchange === null) this.#endIdle();
  }

  /** After the last answer. What the caller is still sending must not make the system throw the answer away. */
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
    // Who says that it sends no more may still want its answers.
    this.#hasEnded = true;
    if (this.#exchange === null && this.#unparsed === null) this.#endIdle();
    return this.#socket;
  }

  /** Maybe together with thousands of others. */
  #endIdle(): void {
    this.#hooks.tasks.add(() => this.#socket.destroy());
  }

  #end(args: Parameters<Socket['end']> | []): Socket {
    return Socket.prototype.end.apply(this.#socket, args as Parameters<Socket['end']>);
  }

  /**
   * Say that nothing more will come, and throw away for a moment what arrives: closed with unread bytes, the system
   * resets the connection, and the caller may lose the answer (RFC 9112, section 9.6).
   */
  #linger(): void {
    if (this.#state === 'lingering') return;
    this.#state = 'lingering';
    this.#unparsed = null;
    this.#end([]);
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), LIMITS.lingerMs);
    this.#socket.once('end', () => this.#socket.destroy());
    this.#socket.once('close', () => clearTimeout(timer));
  }
}
