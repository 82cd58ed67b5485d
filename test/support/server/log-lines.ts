/** Where the log of a test goes. */
import { Writable } from 'node:stream';

export type LogLines = Record<string, unknown>[];

/** A stream for a logger that puts each of its lines, parsed, into the list. */
export function logInto(lines: LogLines): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString('utf8').split('\n')) if (line !== '') lines.push(JSON.parse(line));
      done();
    },
  });
}
