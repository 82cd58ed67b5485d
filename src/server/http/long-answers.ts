/**
 * Long answers, which are made for one caller: two of a caller at a time, in slices, and counted until they are read.
 * Whoever asks for thousands of lists and reads none would fill the memory otherwise, with a token of the least role.
 */
import type { ServerResponse } from 'node:http';
import { overloaded } from '../../platform/base/errors.ts';
import { inTurns, mainTurns, type Slices } from '../../platform/base/turns.ts';
import { BODY_LIMITS } from './body-limits.ts';
import { readerOf } from './body-owner.ts';
import { Connection } from './connection.ts';

/** Answers in work by caller, and those that wait for them to end. */
const LINES = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

/**
 * Make something for an answer.
 * @throws {AppError} overloaded when the caller waits for too many, or has left
 */
export async function makeAnswer<T>(response: ServerResponse, work: Slices<T>): Promise<T> {
  const { name } = readerOf(response);
  return mainTurns.run(`answers: ${name}`, async (turns) => {
    await enter(name);
    try {
      if (response.closed) throw overloaded();
      return await inTurns(turns, work);
    } finally {
      leave(name);
    }
  });
}

async function enter(name: string): Promise<void> {
  const line = LINES.get(name) ?? { running: 0, waiting: [] };
  LINES.set(name, line);
  if (line.running < BODY_LIMITS.answersInWork) line.running += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
}

function leave(name: string): void {
  const line = LINES.get(name);
  if (line === undefined) return;
  const next = line.waiting.shift();
  if (next !== undefined) next();
  else line.running -= 1;
  if (line.running === 0) LINES.delete(name);
}

/**
 * Count the bytes of an answer until it is read, or its connection ends. Where there is no room for it, the one that has
 * waited for longest is given up, of the caller that has the most.
 * @returns false when that is this one, or the caller has left: what can be asked for again is refused then, and an error,
 *          or what a call has done, is told all the same
 */
export function holdAnswer(response: ServerResponse, bytes: number): boolean {
  const { socket } = response.req;
  const bodies = Connection.of(socket)?.bodies;
  // What is short is taken over by the system at once, whether it is read or not.
  if (bodies === undefined || bytes < BODY_LIMITS.shortAnswerBytes) return true;
  // Nobody would be told of the end of what has ended.
  if (response.closed || socket.destroyed) return false;
  const holding = bodies.open(readerOf(response), false, () => socket.destroy());
  response.once('close', () => holding.release());
  // The largest fleets have lists that are longer than a share: then it is the only one.
  return holding.resize(Math.min(bytes, BODY_LIMITS.shares.reader.owner));
}
