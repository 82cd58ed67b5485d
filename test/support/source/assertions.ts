/** Finds tests that assert nothing, by the words of compiled files. */
import jsTokens from 'js-tokens';

/** A test or a function, with every identifier in it. */
interface Body {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const SPACE = /^(?:WhiteSpace|LineTerminatorSequence|SingleLineComment|MultiLineComment)$/;
const TEST = new Set(['it', 'test']);
const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'function']);
/** What fails when something is not as it should be. */
const ASSERTING = /^(?:assert.*|until)$/;

interface Word {
  readonly type: string;
  readonly value: string;
}

/** Index behind the bracket that closes the one at `start`. */
function endOf(words: readonly Word[], start: number): number {
  const open = words[start]?.value ?? '';
  let depth = 0;
  for (let at = start; at < words.length; at++) {
    const value = words[at]?.value;
    if (value === open) depth += 1;
    else if (value === CLOSING[open]) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return words.length;
}

/** Index behind the semicolon that ends the statement at `start`. */
function statementEnd(words: readonly Word[], start: number): number {
  let at = start;
  while (at < words.length && words[at]?.value !== ';') {
    at = (words[at]?.value ?? '') in CLOSING ? endOf(words, at) : at + 1;
  }
  return at;
}

function bodyOf(name: string, words: readonly Word[]): Body {
  return {
    name,
    words: new Set(words.filter(({ type }) => type === 'IdentifierName').map(({ value }) => value)),
  };
}

export interface Bodies {
  /** Calls of `it` and `test`. */
  readonly tests: readonly Body[];
  /** Functions, methods and constants that have a name. */
  readonly helpers: readonly Body[];
}

/** Tests and helpers in a JavaScript text. */
export function readBodies(source: string): Bodies {
  const words = [...jsTokens(source)].filter(({ type }) => !SPACE.test(type));
  const tests: Body[] = [];
  const helpers: Body[] = [];
  for (const [at, { value }] of words.entries()) {
    const [before, next] = [words[at - 1]?.value, words[at + 1]?.value];
    if (next === '=' && before === 'const') {
      helpers.push(bodyOf(value, words.slice(at + 1, statementEnd(words, at))));
    }
    if (next !== '(' || before === '.' || CONTROL.has(value)) continue;
    const behind = endOf(words, at + 1);
    if (TEST.has(value)) tests.push(bodyOf(words[at + 2]?.value ?? '', words.slice(at, behind)));
    else if (words[behind]?.value === '{') {
      helpers.push(bodyOf(value, words.slice(at + 1, endOf(words, behind))));
    }
  }
  return { tests, helpers };
}

/** Names of helpers that assert, themselves or through one another. */
export function assertingNames(helpers: readonly Body[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const { name, words } of helpers) if (asserts(words, names)) names.add(name);
  }
  return names;
}

/** True when one of the words asserts, or is the name of a helper that does. */
export function asserts(words: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return [...words].some((word) => ASSERTING.test(word) || names.has(word));
}
