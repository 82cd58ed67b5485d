/** Stops the bytes of a socket for a while: whoever sends them waits. */
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
