/** Where something stands in a text. */

/** Both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Order of positions in a text, for sorting. */
export function byPosition(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}
