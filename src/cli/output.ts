/** Output of commands: answers on standard output, everything else on standard error. */
import { printableJson, printableLines } from '../platform/base/printable.ts';

// The reader may stop reading (`stipple | head`): that is not an error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** Texts of others in them are made harmless for the terminal. */
export const say = {
  /** The answer of the command. */
  answer(line: string): void {
    process.stdout.write(`${printableLines(line)}\n`);
  },
  /** The answer of the command for programs. */
  json(value: unknown): void {
    process.stdout.write(`${printableJson(JSON.stringify(value, null, 2))}\n`);
  },
  /** Errors, and other messages beside the answer. */
  error(line: string): void {
    process.stderr.write(`${printableLines(line)}\n`);
  },
};
