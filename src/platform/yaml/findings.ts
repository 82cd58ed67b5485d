/** Collects what is wrong with a YAML file: problems make it unusable, warnings only mean that a value is ignored. */
import { Comparisons } from '../base/nearest.ts';
import { byPosition, type Position } from '../base/position.ts';
import type { YamlProblem } from './node.ts';

/** Findings of one kind that are described: a person mends the first ones, and reads again. The others are counted. */
const MOST_DESCRIBED = 1_000;

/** The same for all parts of a text: a config may have a mistake in each of its 10 000 devices. */
const MOST_ADDED = 10_000;

/** A message, or what makes it: for messages that cost something. */
type Message = string | (() => string);

/** The findings of one text. */
export class Findings {
  readonly problems: YamlProblem[] = [];
  readonly warnings: YamlProblem[] = [];
  /** For hints: the author of the text writes the words and often the candidates. */
  readonly comparisons = new Comparisons();
  private readonly text: string;
  private moreProblems = 0;
  private moreWarnings = 0;
  private lines: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** How many there are, those that are not described included. */
  get count(): number {
    return this.problems.length + this.moreProblems + this.warnings.length + this.moreWarnings;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Note something that makes the file unusable. */
  problem(at: Position, message: Message): void {
    if (this.problems.length < MOST_DESCRIBED) this.problems.push(described(at, message));
    else this.moreProblems++;
  }

  /** Note a value that is ignored, or probably a mistake. */
  warn(at: Position, message: Message): void {
    if (this.warnings.length < MOST_DESCRIBED) this.warnings.push(described(at, message));
    else this.moreWarnings++;
  }

  /**
   * Add the findings of a part of the text.
   * @param lineOf number in the text of a line of the part
   */
  add(part: Findings, lineOf: (line: number) => number): void {
    this.moreProblems += part.moreProblems + addUpTo(this.problems, part.problems, lineOf);
    this.moreWarnings += part.moreWarnings + addUpTo(this.warnings, part.warnings, lineOf);
  }

  /** The problems in the order of the text; a last one says how many more there are. */
  get allProblems(): readonly YamlProblem[] {
    return complete(this.problems, this.moreProblems, 'problems');
  }

  /** The same for warnings. */
  get allWarnings(): readonly YamlProblem[] {
    return complete(this.warnings, this.moreWarnings, 'warnings');
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

function described({ line, column }: Position, message: Message): YamlProblem {
  return { line, column, message: typeof message === 'string' ? message : message() };
}

/** @returns how many are left out */
function addUpTo(all: YamlProblem[], part: readonly YamlProblem[], lineOf: (line: number) => number): number {
  const added = part.slice(0, Math.max(MOST_ADDED - all.length, 0));
  for (const found of added) all.push({ ...found, line: lineOf(found.line) });
  return part.length - added.length;
}

function complete(found: readonly YamlProblem[], more: number, noun: string): readonly YamlProblem[] {
  const sorted = found.toSorted(byPosition);
  const last = sorted.at(-1);
  if (more === 0 || last === undefined) return sorted;
  return [...sorted, { line: last.line, column: last.column, message: `and ${more} more ${noun}` }];
}
