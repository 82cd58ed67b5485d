/** What commands print: answers on standard output, everything else on standard error. */

// Whoever reads may stop reading (`stipple | head`): that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** `1 screen`, `2 screens`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export const say = {
  /** What the command was asked for. */
  answer(line: string): void {
    process.stdout.write(`${line}\n`);
  },
  /** What went wrong, or what is worth knowing beside the answer. */
  error(line: string): void {
    process.stderr.write(`${line}\n`);
  },
};
