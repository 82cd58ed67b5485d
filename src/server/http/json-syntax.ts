/**
 * Finds the position at which a text stops being JSON (RFC 8259). JSON.parse does not always tell it, and quotes the
 * text.
 */
import type { Slices } from '../../platform/base/turns.ts';

type State = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'after item' | 'after entry' | 'end';
type Kind = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'word';
type Bracket = '{' | '[';

const TOKEN = /[{}[\],:]|[-+\w.]{1,64}/y;
/** Characters of a string that stand for themselves. JSON forbids control characters inside. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
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

/** Pieces that are looked at between two looks at the clock. */
const STEP = 1_000;

/** Pieces that are looked at. Whoever sends more of them has tools that find the rest. */
const MAX_STEPS = 300_000;

/**
 * Describe the first error in a text that JSON.parse refuses: `line 1, column 8: expected a value`. Of a long text only the
 * beginning is looked at: `behind line 1, column 200001`.
 */
export function* describeJsonError(text: string): Slices<string> {
  const { offset, state } = yield* firstError(text);
  return state === 'unknown'
    ? `behind ${placeOf(text, offset)}`
    : `${placeOf(text, offset)}: expected ${EXPECTED[state]}`;
}

function placeOf(text: string, offset: number): string {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  const column = offset === 0 ? 1 : offset - text.lastIndexOf('\n', offset - 1);
  return `line ${line}, column ${column}`;
}

function* firstError(text: string): Slices<{ readonly offset: number; readonly state: State | 'unknown' }> {
  const open: Bracket[] = [];
  let state: State = 'value';
  let offset = 0;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (steps % STEP === STEP - 1) yield;
    offset += matchAt(SPACE, text, offset).length;
    const token = text[offset] === '"' ? yield* stringAt(text, offset) : matchAt(TOKEN, text, offset);
    const kind = kindOf(token);
    const next = kind === null ? undefined : NEXT[state][kind];
    if (next === undefined) return { offset, state };
    state = stateAfter(next, token, open);
    offset += token.length;
  }
  return { offset, state: 'unknown' };
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

/** A whole string; empty where it is none. In a loop: the stack of a regular expression ends after some million escapes. */
function* stringAt(text: string, offset: number): Slices<string> {
  let end = offset + 1;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (steps % STEP === STEP - 1) yield;
    end += matchAt(PLAIN, text, end).length;
    if (text[end] === '"') return text.slice(offset, end + 1);
    const escaped = matchAt(ESCAPED, text, end).length;
    if (escaped === 0) return '';
    end += escaped;
  }
  return '';
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
