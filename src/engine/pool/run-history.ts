/**
 * A run of a screen over several tries. A script that waits for the network or for a picture would keep its thread all
 * the while. So its try ends, the thread goes to others, and when the answer is there the screen runs again from the
 * start: as each question gets the answer that it got before, the new try comes to the same place.
 */
import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { FetchAnswer } from '../../screens/fetch/request.ts';
import type { ImageAnswer } from '../../screens/script/image/image-request.ts';

/** Each try repeats the work of those before; a script with more slow requests keeps its thread for the rest. */
const MAX_TRIES = 8;

/** What a script can ask for. */
export type AnswerToRun = FetchAnswer | ImageAnswer | DataAnswer;

interface Asked {
  readonly question: string;
  readonly answer: Promise<AnswerToRun>;
}

export class RunHistory {
  readonly #asked: Asked[] = [];
  /** Ends what the run waits for when it ends; made when it first waits. */
  #aborter: AbortController | null = null;
  /** Time that all tries have waited for a thread. */
  placeMs = 0;
  #lines = 0;
  #tries = 1;
  #bytes = 0;

  /** Fires when the run has ended. */
  get signal(): AbortSignal {
    this.#aborter ??= new AbortController();
    return this.#aborter.signal;
  }

  /** Bytes of all answers so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get mayTryAgain(): boolean {
    return this.#tries < MAX_TRIES;
  }

  /** Begin anew: what was answered is forgotten, and what was logged stays logged. */
  beginAnew(): void {
    this.#asked.length = 0;
  }

  /** Begin the next try. */
  tryAgain(): void {
    this.#tries += 1;
  }

  /**
   * The answer that an earlier try got to the question of this number, from 1. Undefined where it is new: from one that
   * differs on, all are, as files may have changed between two tries.
   */
  answerTo(number: number, question: string): Promise<AnswerToRun> | undefined {
    const asked = this.#asked[number - 1];
    if (asked === undefined) return undefined;
    if (asked.question === question) return asked.answer;
    this.#asked.length = number - 1;
    return undefined;
  }

  /** Keep the next question, and its answer to be. */
  note(question: string, answer: Promise<AnswerToRun>): void {
    this.#asked.push({ question, answer });
    void answer.then((answered) => {
      if (answered.ok) this.#bytes += 'body' in answered ? answered.body.length : answered.bytes.length;
    });
  }

  /** True when the line of this number that a try has logged, from 1, was not logged by an earlier one. */
  isNewLine(number: number): boolean {
    if (number <= this.#lines) return false;
    this.#lines = number;
    return true;
  }

  /** The run is over. */
  end(): void {
    this.#aborter?.abort();
  }
}
