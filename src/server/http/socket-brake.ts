/** Stops the bytes of a socket for a while, so that whoever sends them waits, and tells when they are wanted. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export class SocketBrake {
  readonly #socket: Socket;
  #isOn = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Take no bytes until `release`. */
  hold(): void {
    this.#isOn = true;
    this.#socket.pause();
  }

  /** Take bytes again. Node stops a socket for reasons of its own, which this does not touch. */
  release(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#socket.resume();
  }
}

/** Tells when somebody begins to read a body; Node itself does after the answer, to discard it. */
export function onFirstRead(request: IncomingMessage, then: () => void): void {
  const read = request._read;
  request._read = (size) => {
    then();
    read.call(request, size);
  };
}
