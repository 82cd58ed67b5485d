/** Output of commands: answers on standard output, everything else on standard error. */

// The reader may stop reading (`stipple | head`): that is not an error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** `1 screen`, `2 screens`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export const say = {
  /** The answer of the command. */
  answer(line: string): void {
    process.stdout.write(`${line}\n`);
  },
  /** Errors, and other messages beside the answer. */
  error(line: string): void {
    process.stderr.write(`${line}\n`);
  },
};
