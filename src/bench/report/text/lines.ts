/** Lines of text for a terminal: their width, and how they are cut, wrapped and set in columns. */

/** No line of a report is wider. */
export const MAX_COLUMNS = 100;

/** An upper bound for the columns of a character: East Asian letters and emoji take two. */
function columnsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x1100 || (code >= 0x2000 && code <= 0x25ff) ? 1 : 2;
}

/** An upper bound for the columns that a text takes. */
export function columnCount(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** The text, shortened with `…` where it is too wide. */
export function cutToColumns(text: string, columns: number): string {
  if (columnCount(text) <= columns) return text;
  let cut = '';
  let used = 1;
  for (const character of text) {
    used += columnsOf(character);
    if (used > columns) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** The text in lines of at most so many columns, broken at spaces where there are any. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, columns))) {
    if (line !== '' && columnCount(line) + 1 + columnCount(word) > columns) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => one.trimEnd());
}

function pieces(word: string, columns: number): readonly string[] {
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const own = columnsOf(character);
    if (used + own > columns) {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += own;
  }
  return [...found, piece];
}

/** A column of a table: figures stand at the right, words at the left. */
export type Alignment = 'left' | 'right';

/** Rows in columns that are as wide as their widest cell, two spaces apart. The last cell is cut where it is too wide. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[],
): readonly string[] {
  const widths = alignments.map((_, at) => Math.max(0, ...rows.map((row) => columnCount(row[at] ?? ''))));
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - columnCount(cell)));
      return alignments[at] === 'right' ? space + cell : cell + space;
    });
    return cutToColumns(cells.join('  ').trimEnd(), MAX_COLUMNS);
  });
}

/** A name and what is to be said of it, wrapped beside it. */
export function nameLine(name: string, text: string, indent = 10): readonly string[] {
  const lines = wrapText(text, MAX_COLUMNS - indent);
  return lines.map((line, at) => `${(at === 0 ? name : '').padEnd(indent)}${line}`.trimEnd());
}
