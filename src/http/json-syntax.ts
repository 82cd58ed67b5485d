/**
 * Finds the position at which a text stops being JSON (RFC 8259). JSON.parse does not always tell it, and quotes the
 * text.
 */

type State = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'after item' | 'after entry' | 'end';
type Kind = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'word';
type Bracket = '{' | '[';

const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters inside texts
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|[-+\w.]+/y;
/** A token that is neither a bracket, a punctuation character nor a string. */
const WORD = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const SPACE = /[ \t\n\r]*/y;

/** For each state, the effect of a token: another state, or the beginning or end of a map, a list or a value. */
const NEXT: Readonly<Record<State, Partial<Record<Kind, State | 'open' | 'close' | 'done'>>>> = {
  value: { '{': 'open', '[': 'open', text: 'done', word: 'done' },
  'first value': { '{': 'open', '[': 'open', ']': 'close', text: 'done', word: 'done' },
  key: { text: 'colon' },
  'first key': { text: 'colon', '}': 'close' },
  colon: { ':': 'value' },
  'after item': { ',': 'value', ']': 'close' },
  'after entry': { ',': 'key', '}': 'close' },
  end: {},
};

const EXPECTED: Readonly<Record<State, string>> = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a name in double quotes',
  'first key': 'a name in double quotes or }',
  colon: 'a colon',
  'after item': 'a comma or ]',
  'after entry': 'a comma or }',
  end: 'the end',
};

/** Describe the first error in a text that JSON.parse refuses: `line 1, column 8: expected a value`. */
export function describeJsonError(text: string): string {
  const { offset, state } = firstError(text);
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `line ${before.length}, column ${column}: expected ${EXPECTED[state]}`;
}

function firstError(text: string): { readonly offset: number; readonly state: State } {
  const open: Bracket[] = [];
  let state: State = 'value';
  let offset = 0;
  for (;;) {
    offset += matchAt(SPACE, text, offset).length;
    const token = matchAt(TOKEN, text, offset);
    const kind = kindOf(token);
    const next = kind === null ? undefined : NEXT[state][kind];
    if (next === undefined) return { offset, state };
    state = stateAfter(next, token, open);
    offset += token.length;
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

/** Null when there is no token. */
function kindOf(token: string): Kind | null {
  if (token.startsWith('"')) return 'text';
  if (/^[{}[\],:]/.test(token)) return token as Kind;
  return WORD.test(token) ? 'word' : null;
}

function stateAfter(next: State | 'open' | 'close' | 'done', token: string, open: Bracket[]): State {
  if (next === 'open') {
    open.push(token as Bracket);
    return token === '{' ? 'first key' : 'first value';
  }
  if (next !== 'close' && next !== 'done') return next;
  if (next === 'close') open.pop();
  const inside = open.at(-1);
  if (inside === undefined) return 'end';
  return inside === '{' ? 'after entry' : 'after item';
}
