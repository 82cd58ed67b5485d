/** Messages between the main thread and the thread of texts. The data come before, in pieces, on a port of their own. */

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Piece } from '../../platform/base/pack-data.ts';

/** To the thread: the pieces of a question are all there. */
export interface AskedText {
  readonly op: string;
  readonly pieces: number;
}

/** Back: the pieces of the answer are all there, or something went wrong that nobody expected. */
export type AnsweredText = { readonly pieces: number } | { readonly error: string };

/** What the thread is started with. */
export interface TextThreadSetup {
  readonly label: string;
  /** The pieces of questions and answers. */
  readonly port: MessagePort;
}

export function sendPiece(port: MessagePort, piece: Piece): void {
  port.postMessage(piece, [piece.codes.buffer as ArrayBuffer, piece.numbers.buffer as ArrayBuffer]);
}

/** A piece that is known to be there. */
export function nextPiece(port: MessagePort): Piece {
  const received: { readonly message: Piece } | undefined = receiveMessageOnPort(port);
  if (received === undefined) throw new Error('expected another piece of plain data, got none');
  return received.message;
}
