/** Write a line for whoever runs the bench. */
export function writeLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
