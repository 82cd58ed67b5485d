/** What commands print: answers on standard output, everything else on standard error. */

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
