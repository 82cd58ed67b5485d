/**
 * Decodes JSON text (RFC 8259) into Lua values.
 *
 * The bytes are read directly, without JSON.parse: strings keep all bytes, whole numbers stay 64-bit integers, and `1.0`
 * stays a float. A null is nil in a map, and `json_null` in a list, where nil would change the length.
 */
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { markList } from '../to-lua.ts';
import { hexValue } from '../url-escapes.ts';

const MAX_DEPTH = 200;
const BYTE = { quote: 0x22, backslash: 0x5c, minus: 0x2d, dot: 0x2e, u: 0x75 } as const;
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);
/** Characters of integers that a JavaScript number always holds exactly. */
const SAFE_DIGITS = 15;
/** Characters of the longest 64-bit integer, sign included. */
const MAX_DIGITS = 20;
/** `+`, `-`, `.`, `E` and `e`. */
const NUMBER_MARKS: ReadonlySet<number> = new Set([0x2b, BYTE.minus, BYTE.dot, 0x45, 0x65]);
const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/;

const ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meaning]) => [letter.charCodeAt(0), meaning.charCodeAt(0)],
  ),
);

/**
 * Push the value of a JSON text.
 * @throws {LuaRaise} the text is not JSON, with byte and line
 */
export function pushJson(lua: LuaStack, bytes: Uint8Array): void {
  new Decoder(lua, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).document();
}

class Decoder {
  readonly #lua: LuaStack;
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(lua: LuaStack, bytes: Buffer) {
    this.#lua = lua;
    this.#bytes = bytes;
  }

  document(): void {
    // A byte order mark is not part of JSON, but many servers send one.
    if (this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf) this.#at = 3;
    if (!this.#value()) this.#lua.pushNil();
    this.#space();
    if (this.#at < this.#bytes.length) throw this.#unexpected('the end');
  }

  /** Push a value; a null pushes nothing and returns false. */
  #value(): boolean {
    switch (this.#space()) {
      case '{':
        this.#map();
        return true;
      case '[':
        this.#list();
        return true;
      case '"':
        this.#string();
        return true;
      case 't':
        this.#word('true');
        this.#lua.pushBoolean(true);
        return true;
      case 'f':
        this.#word('false');
        this.#lua.pushBoolean(false);
        return true;
      case 'n':
        this.#word('null');
        return false;
      default:
        this.#number();
        return true;
    }
  }

  #map(): void {
    const { api, L } = this.#enter('{');
    api.lua_createtable(L, 0, 8);
    if (this.#space() === '}') this.#at += 1;
    else {
      do {
        if (this.#space() !== '"') throw this.#unexpected('a key in quotes');
        this.#string();
        if (this.#space() !== ':') throw this.#unexpected("':'");
        this.#at += 1;
        // A null also removes an earlier value of the same key, since the last value counts.
        if (!this.#value()) this.#lua.pushNil();
        api.lua_rawset(L, -3);
      } while (this.#more('}'));
    }
    this.#depth -= 1;
  }

  #list(): void {
    const { api, L } = this.#enter('[');
    api.lua_createtable(L, 8, 0);
    if (this.#space() === ']') this.#at += 1;
    else {
      let index = 0n;
      do {
        if (!this.#value()) api.lua_pushlightuserdata(L, 0);
        index += 1n;
        api.lua_rawseti(L, -2, index);
      } while (this.#more(']'));
    }
    markList(this.#lua);
    this.#depth -= 1;
  }

  #enter(bracket: string): LuaStack {
    this.#word(bracket);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new LuaRaise(`json_decode: nested deeper than ${MAX_DEPTH} levels`);
    this.#lua.reserve(8);
    return this.#lua;
  }

  /** After an element: true at a comma, false at the closing bracket. */
  #more(close: string): boolean {
    const next = this.#space();
    if (next !== ',' && next !== close) throw this.#unexpected(`',' or '${close}'`);
    this.#at += 1;
    return next === ',';
  }

  #string(): void {
    const start = this.#at + 1;
    const bytes = this.#bytes;
    let at = start;
    for (;;) {
      const byte = bytes[at];
      if (byte === BYTE.quote) break;
      if (byte === BYTE.backslash) {
        this.#escapedString(start);
        return;
      }
      this.#at = at;
      if (byte === undefined || byte < 0x20) throw this.#unexpected('the end of a string');
      at += 1;
    }
    this.#at = at + 1;
    this.#lua.pushBytes(bytes.subarray(start, at));
  }

  /** Decodes into one buffer of the same length: no escape is shorter than the bytes of its character. */
  #escapedString(start: number): void {
    const bytes = this.#bytes;
    const end = this.#stringEnd(start);
    const decoded = Buffer.allocUnsafe(end - start);
    let length = 0;
    this.#at = start;
    while (this.#at < end) {
      const byte = bytes[this.#at] ?? 0;
      this.#at += 1;
      if (byte === BYTE.backslash) length = this.#escape(decoded, length);
      else decoded[length++] = byte;
    }
    this.#at = end + 1;
    this.#lua.pushBytes(decoded.subarray(0, length));
  }

  /** Index of the quote that ends the string. */
  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (bytes[at] !== BYTE.quote) {
      const byte = bytes[at];
      this.#at = at;
      if (byte === undefined || byte < 0x20) throw this.#unexpected('the end of a string');
      at += byte === BYTE.backslash ? 2 : 1;
    }
    return at;
  }

  /** Append the character of the escape at the current position to the buffer; returns the new length. */
  #escape(into: Buffer, length: number): number {
    const letter = this.#bytes[this.#at] ?? 0;
    if (letter === BYTE.u) return length + into.write(this.#unicodeEscape(), length, 'utf8');
    const meaning = ESCAPES.get(letter);
    if (meaning === undefined) throw this.#unexpected('an escape such as \\n');
    this.#at += 1;
    into[length] = meaning;
    return length + 1;
  }

  /** `\uXXXX`; a surrogate pair is one character, a lone surrogate U+FFFD. */
  #unicodeEscape(): string {
    const first = this.#hex();
    const isHigh = first >= 0xd800 && first <= 0xdbff;
    if (isHigh && this.#bytes[this.#at] === BYTE.backslash && this.#bytes[this.#at + 1] === BYTE.u) {
      const back = this.#at;
      this.#at += 1;
      const low = this.#hex();
      if (low >= 0xdc00 && low <= 0xdfff) return String.fromCharCode(first, low);
      this.#at = back;
    }
    return String.fromCharCode(first);
  }

  #hex(): number {
    let value = 0;
    for (let n = 1; n <= 4; n++) {
      const digit = hexValue(this.#bytes[this.#at + n]);
      if (digit < 0) throw this.#unexpected('four hex digits');
      value = value * 16 + digit;
    }
    this.#at += 5;
    return value;
  }

  #number(): void {
    const { api, L } = this.#lua;
    let end = this.#at;
    while (isNumberByte(this.#bytes[end])) end += 1;
    const match = NUMBER.exec(this.#bytes.toString('latin1', this.#at, end));
    if (match === null) throw this.#unexpected('a value');
    const [text, fraction, exponent] = match;
    this.#at += text.length;
    if (fraction !== undefined || exponent !== undefined) api.lua_pushnumber(L, Number(text));
    else if (text.length <= SAFE_DIGITS) api.lua_pushinteger(L, BigInt(Number(text)));
    else this.#longInteger(text);
  }

  #longInteger(text: string): void {
    const { api, L } = this.#lua;
    // Longer numbers need more than 64 bits in any case, and BigInt would read them slowly.
    const value = text.length > MAX_DIGITS ? null : BigInt(text);
    if (value !== null && value >= MIN_INTEGER && value <= MAX_INTEGER) api.lua_pushinteger(L, value);
    else api.lua_pushnumber(L, Number(text));
  }

  #word(word: string): void {
    if (this.#bytes.toString('latin1', this.#at, this.#at + word.length) !== word) {
      throw this.#unexpected('a value');
    }
    this.#at += word.length;
  }

  /** Skip white space and return the next character, empty at the end. */
  #space(): string {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) return '';
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return String.fromCharCode(byte);
      this.#at += 1;
    }
  }

  #unexpected(wanted: string): LuaRaise {
    const line = this.#bytes.toString('latin1', 0, this.#at).split('\n').length;
    const found =
      this.#at >= this.#bytes.length
        ? 'the text ends'
        : `got ${JSON.stringify(this.#bytes.toString('utf8', this.#at, this.#at + 12))}`;
    return new LuaRaise(`json_decode: expected ${wanted} at byte ${this.#at + 1} (line ${line}), ${found}`);
  }
}

/** True for the bytes that can be part of a number. */
function isNumberByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x30 && byte <= 0x39) || NUMBER_MARKS.has(byte);
}
