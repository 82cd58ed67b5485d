/** Reads a stream line by line; a line has a limit, as what is read may be no export at all. */
import { StringDecoder } from 'node:string_decoder';
import { EXIT, ExitError } from '../exit.ts';

/** The longest text that Node can hold, nearly. The longest line has all revisions of the config. */
const MAX_LINE = 500_000_000;

/**
 * The lines of a UTF-8 text.
 * @throws {ExitError} 1 for a line that is too long, and what cannot be read
 */
export async function* streamLines(
  stream: AsyncIterable<Buffer>,
  maxLine: number = MAX_LINE,
): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8');
  let number = 1;
  let pieces: string[] = [];
  let length = 0;
  try {
    for await (const bytes of stream) {
      const [first = '', ...more] = decoder.write(bytes).split('\n');
      pieces.push(first);
      length += first.length;
      for (const next of more) {
        yield pieces.join('');
        number++;
        pieces = [next];
        length = next.length;
      }
      if (length > maxLine)
        throw new ExitError(EXIT.failed, `Line ${number} is longer than any of an export.`);
    }
  } catch (error) {
    if (error instanceof ExitError || !(error instanceof Error && 'syscall' in error)) throw error;
    throw new ExitError(EXIT.failed, `the export cannot be read: ${error.message}`);
  }
  if (length > 0) yield pieces.join('');
}
