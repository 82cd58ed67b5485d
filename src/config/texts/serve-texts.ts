/** The thread that answers questions about texts. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Packer, sentOnce } from '../../platform/base/pack-data.ts';
import { runAtOnce } from '../../platform/base/turns.ts';
import { Unpacker } from '../../platform/base/unpack-data.ts';
import {
  type AnsweredText,
  type AskedText,
  nextPiece,
  sendPiece,
  type TextThreadSetup,
} from './text-messages.ts';
import type { AnyTextOp } from './text-op.ts';
import { TextSession } from './text-session.ts';

/** Answer all questions of the main thread. @param ops every kind of question */
export function serveTexts(ops: readonly AnyTextOp[]): void {
  const { label, port } = workerData as TextThreadSetup;
  const byName = new Map(ops.map((op) => [op.name, op]));
  const session = new TextSession(label, { mark: sentOnce });
  const [packer, unpacker] = [new Packer(), new Unpacker()];
  parentPort?.on('message', ({ op }: AskedText) => {
    const question = runAtOnce(unpacker.unpack(() => nextPiece(port)));
    parentPort?.postMessage(answered(port, packer, () => byName.get(op)?.run(session, question as never)));
  });
}

function answered(port: MessagePort, packer: Packer, answer: () => unknown): AnsweredText {
  let pieces = 0;
  try {
    const value = answer();
    runAtOnce(
      packer.pack(value, (piece) => {
        pieces += 1;
        sendPiece(port, piece);
      }),
    );
    return { pieces };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
