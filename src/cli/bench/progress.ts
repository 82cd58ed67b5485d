/** Shows how a bench goes on: one line that is written over on a terminal, a line now and then elsewhere. */
import type { Progress } from '../../bench/watch.ts';

/** Elsewhere, such as in the log of a CI. */
const EVERY_SECONDS = 10;

export interface ProgressLine {
  show(progress: Progress): void;
  /** Leave the terminal clean for what follows. */
  end(): void;
}

export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  let last = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (stream.isTTY) stream.write('\r\u001b[K');
  };
  return {
    show: (progress) => {
      const line = describe(progress);
      if (progress.step !== null) {
        clear();
        stream.write(`${line}\n`);
      } else if (stream.isTTY) {
        clear();
        stream.write(line.slice(0, Math.max((stream.columns ?? 80) - 1, 20)));
      } else if (progress.seconds - last >= EVERY_SECONDS || progress.seconds < last) {
        last = progress.seconds;
        stream.write(`${line}\n`);
      }
    },
    end: clear,
  };
}

function describe({ phase, seconds, ofSeconds, offered, served, held, errors, step }: Progress): string {
  if (step !== null) {
    const { ratePerSecond, p99, failure } = step;
    const how = failure ?? `kept${p99 === null ? '' : `, p99 ${Math.round(p99)} ms`}`;
    return `${ratePerSecond.toFixed(1)} wakes/s: ${how}`;
  }
  const time = `${Math.round(seconds)} s${ofSeconds === null ? '' : ` of ${ofSeconds} s`}`;
  if (phase === 'warm-up') return `warming up: ${time}`;
  const busy = held === 0 ? '' : `, ${held} told to come back (429)`;
  return `${time}: ${offered} wakes due, ${served} served${busy}, ${errors} errors`;
}
