/** Collects what is wrong with a YAML file: problems make it unusable, warnings only mean that a value is ignored. */
import { Comparisons } from '../base/nearest.ts';
import type { Position } from '../base/position.ts';
import type { YamlProblem } from './node.ts';

/** The findings of one text. */
export class Findings {
  readonly problems: YamlProblem[] = [];
  readonly warnings: YamlProblem[] = [];
  /** For hints: who writes the text writes the words and often the candidates. */
  readonly comparisons = new Comparisons();
  private readonly text: string;
  private lines: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get isEmpty(): boolean {
    return this.problems.length + this.warnings.length === 0;
  }

  /** Note something that makes the file unusable. */
  problem({ line, column }: Position, message: string): void {
    this.problems.push({ line, column, message });
  }

  /** Note a value that is ignored, or probably a mistake. */
  warn({ line, column }: Position, message: string): void {
    this.warnings.push({ line, column, message });
  }

  /**
   * Add the findings of a part of the text.
   * @param lineOf number in the text of a line of the part
   */
  add(part: Findings, lineOf: (line: number) => number): void {
    for (const found of part.problems) this.problems.push({ ...found, line: lineOf(found.line) });
    for (const found of part.warnings) this.warnings.push({ ...found, line: lineOf(found.line) });
  }

  /**
   * A hint for a line with a colour that YAML took for a comment, to be added to a message; else empty. `colors:
   * #000000,#ffffff` is the easiest mistake to make in such a file.
   */
  colourHint(line: number): string {
    this.lines ??= this.text.split('\n');
    const bare = /(?:^|[\s[,:-])#[0-9a-f]{6}/i.test(this.lines[line - 1] ?? '');
    return bare ? '; an unquoted # starts a comment, so put colours in quotes: "#000000,#ffffff"' : '';
  }
}
