/** Finds in a script what byonk 0.19 does differently, without running it. */
import type { CheckFinding } from '../finding.ts';
import { isComment, LineCounter, type LuaToken, luaTokens, quotedText } from '../lua-tokens.ts';
import {
  FILES,
  KEYS_ANYWHERE,
  MAX_NOISE,
  MEMBERS,
  NOISE,
  OPTION_VALUES,
  OPTIONS,
  type Rule,
  ruleFinding,
} from './rules.ts';

/** An open bracket, and the function whose call it belongs to, or the key whose table it is. */
interface Open {
  readonly bracket: string;
  readonly owner: string | undefined;
}

const CLOSING = new Set([')', ']', '}']);

/** Everything to change in a script, in its order. */
export function scriptFindings(file: string, source: string): CheckFinding[] {
  const tokens = [...luaTokens(source)];
  const found = [...paramComments(tokens), ...readCode(tokens.filter((token) => !isComment(token)))];
  const lines = new LineCounter(source);
  return found
    .toSorted((a, b) => a.at.index - b.at.index)
    .map(({ rule, at }) => ruleFinding(rule, file, lines.positionOf(at.index)));
}

/** A rule that a token breaks. */
interface Break {
  readonly rule: Rule;
  readonly at: LuaToken;
}

/** Old screens declare their params in a comment. */
function paramComments(tokens: readonly LuaToken[]): Break[] {
  const rule = FILES.get('@params');
  if (rule === undefined) return [];
  return tokens.filter(({ text }) => /^--\[=*\[\s*@params\b/.test(text)).map((at) => ({ rule, at }));
}

/** Reads the code once, and knows for every token which call or table it is in. */
function readCode(code: readonly LuaToken[]): Break[] {
  const found: Break[] = [];
  const open: Open[] = [];
  const guarded = guardedMembers(code);
  for (const [index, token] of code.entries()) {
    const near = new Near(code, index);
    found.push(...rulesAt(near, open.at(-1), guarded).map((rule) => ({ rule, at: token })));
    if (CLOSING.has(token.text)) open.pop();
    else if (token.text === '(' || token.text === '[' || token.text === '{')
      open.push({ bracket: token.text, owner: ownerOf(near, open.at(-1)) });
  }
  return found;
}

/** A token and its neighbours. */
class Near {
  readonly #code: readonly LuaToken[];
  readonly #index: number;

  constructor(code: readonly LuaToken[], index: number) {
    this.#code = code;
    this.#index = index;
  }

  /** The text of the token at a distance; `''` beyond the ends. */
  at(distance: number): string {
    return this.#code[this.#index + distance]?.text ?? '';
  }

  /** True for a key in a table, or a member that is assigned to. */
  get isKey(): boolean {
    return this.at(1) === '=' && this.at(2) !== '=' && ['{', ',', ';', '.'].includes(this.at(-1));
  }

  /** `table.field`, of a token that is followed by a field. */
  get member(): string {
    return `${this.at(0)}.${this.at(2)}`;
  }

  /** True for a name that is not a member of something. */
  get isName(): boolean {
    return this.at(-1) !== '.' && this.at(-1) !== ':';
  }
}

/** A call owns its arguments and their table; a key owns the table after it. */
function ownerOf(near: Near, outer: Open | undefined): string | undefined {
  if (near.at(0) === '(') return near.at(-1);
  if (near.at(0) !== '{') return undefined;
  if (near.at(-1) === '=') return near.at(-2);
  // `f { … }` is a call, too.
  return outer?.bracket === '(' ? outer.owner : near.at(-1);
}

/** Behind a member that the script looks at before it uses it. */
const GUARDS: ReadonlySet<string> = new Set(['and', 'or', 'then', '==', '~=']);

/** The members that a script looks at, and does without: such a script runs on both servers. */
function guardedMembers(code: readonly LuaToken[]): ReadonlySet<string> {
  const guarded = new Set<string>();
  for (const index of code.keys()) {
    const near = new Near(code, index);
    if (near.at(1) === '.' && (GUARDS.has(near.at(3)) || near.at(-1) === 'not')) guarded.add(near.member);
  }
  return guarded;
}

function rulesAt(near: Near, open: Open | undefined, guarded: ReadonlySet<string>): readonly Rule[] {
  const found = [keyRule(near, open), valueRule(near, open), memberRule(near, guarded), requireRule(near)];
  return found.filter((rule) => rule !== undefined);
}

function keyRule(near: Near, open: Open | undefined): Rule | undefined {
  if (!near.isKey) return undefined;
  const key = near.at(0);
  if (key === 'noise_scale' && Number(near.at(2)) > MAX_NOISE) return NOISE.get(key);
  const own = open?.bracket === '{' ? OPTIONS.get(open.owner ?? '')?.get(key) : undefined;
  return own ?? KEYS_ANYWHERE.get(key);
}

function valueRule(near: Near, open: Open | undefined): Rule | undefined {
  if (!near.isKey || open?.owner !== 'image_process') return undefined;
  return OPTION_VALUES.get(`${near.at(0)} = "${quotedText(near.at(2)) ?? ''}"`);
}

function memberRule(near: Near, guarded: ReadonlySet<string>): Rule | undefined {
  if (!near.isName) return undefined;
  const name = near.at(0);
  if (name === 'fonts' && ['[', '.'].includes(near.at(1))) return MEMBERS.get('fonts[…]');
  const rule = near.at(1) === '.' ? MEMBERS.get(near.member) : undefined;
  return rule !== undefined && guarded.has(near.member) ? { ...rule, level: 'note' } : rule;
}

function requireRule(near: Near): Rule | undefined {
  if (near.at(0) !== 'require' || !near.isName) return undefined;
  const name = quotedText(near.at(1) === '(' ? near.at(2) : near.at(1)) ?? '';
  return name.startsWith('byonk-base-v') ? FILES.get('require("byonk-base-v1/…")') : undefined;
}
