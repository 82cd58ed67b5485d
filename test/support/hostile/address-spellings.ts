/** Spellings of one IPv4 address: as hosts of URLs, which parsers read in many ways, and as IPv6 addresses that stand for it. */

type Random = (below: number) => number;
type Bytes = readonly number[];

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}

function number(value: number, random: Random): string {
  switch (random(4)) {
    case 0:
      return `0${value.toString(8)}`;
    case 1:
      return `0x${value.toString(16)}`;
    case 2:
      return `0X000${value.toString(16).toUpperCase()}`;
    default:
      return String(value);
  }
}

/** As `inet_aton` reads it: one to four numbers of any base, the last of which has the bytes that are left. */
function numbers(bytes: Bytes, random: Random): string {
  const count = 1 + random(4);
  const last = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
  return [...bytes.slice(0, count - 1), last].map((value) => number(value, random)).join('.');
}

/** What the mapping of IDNA makes the same text of: full-width digits, and the dots of Chinese and Japanese. */
function fullWidth(text: string, random: Random): string {
  return Array.from(text, (sign) => {
    if (sign === '.') return pick(random, ['.', '。', '．', '｡']);
    return /\d/.test(sign) && random(2) === 0 ? String.fromCodePoint(0xff10 + Number(sign)) : sign;
  }).join('');
}

function percent(text: string, random: Random): string {
  return Array.from(text, (sign) =>
    random(3) === 0 ? `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}` : sign,
  ).join('');
}

/** An IPv6 address in one of its forms: short, long, with capitals, with its end in dots. */
function ipv6(bytes: Bytes, random: Random): string {
  const groups = Array.from({ length: 8 }, (_, n) => ((bytes[2 * n] ?? 0) << 8) | (bytes[2 * n + 1] ?? 0));
  const hex = groups.map((group) => group.toString(16).padStart(random(2) === 0 ? 1 : 4, '0'));
  const text = random(3) === 0 ? [...hex.slice(0, 6), bytes.slice(12).join('.')].join(':') : hex.join(':');
  return random(2) === 0 ? text : text.toUpperCase();
}

/** How IPv6 embeds IPv4, with where the bytes go. What is left may be anything. */
const EMBEDDINGS: readonly (readonly [name: string, prefix: Bytes, at: Bytes, hasTail: boolean])[] = [
  ['mapped', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255], [12, 13, 14, 15], false],
  ['translated', [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0], [12, 13, 14, 15], false],
  ['compatible', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [12, 13, 14, 15], false],
  ['NAT64', [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], [12, 13, 14, 15], false],
  ['local NAT64 /96', [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0, 0, 0, 0], [12, 13, 14, 15], false],
  ['local NAT64 /64', [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0], [9, 10, 11, 12], true],
  ['local NAT64 /56', [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0], [7, 9, 10, 11], true],
  ['local NAT64 /48', [0, 0x64, 0xff, 0x9b, 0, 1, 0, 0, 0], [6, 7, 9, 10], true],
  ['6to4', [0x20, 0x02], [2, 3, 4, 5], true],
  ['ISATAP', [0x2a, 0x00, 0x14, 0x50, 0, 0, 0, 1, 0, 0, 0x5e, 0xfe], [12, 13, 14, 15], false],
  ['ISATAP, global', [0x2a, 0x00, 0x14, 0x50, 0, 0, 0, 1, 2, 0, 0x5e, 0xfe], [12, 13, 14, 15], false],
];

/** One that means the address to some network, with the name of its kind. */
export function embedded(bytes: Bytes, random: Random): readonly [address: string, kind: string] {
  const [kind, prefix, at, hasTail] = pick(random, EMBEDDINGS);
  const whole = [...prefix, ...Array<number>(16 - prefix.length).fill(0)];
  const last = at.at(-1) ?? 15;
  // What translators leave out of account.
  if (hasTail) for (let n = last + 1; n < 16; n += 1) whole[n] = random(256);
  for (const [n, place] of at.entries()) whole[place] = bytes[n] ?? 0;
  return [ipv6(whole, random), kind];
}

/** A host of a URL that some parser reads as the address, with the name of its kind. */
export function spelledHost(bytes: Bytes, random: Random): readonly [host: string, kind: string] {
  const plain = bytes.join('.');
  switch (random(6)) {
    case 0:
      return [plain, 'plain'];
    case 1:
      return [`${numbers(bytes, random)}${random(3) === 0 ? '.' : ''}`, 'numbers'];
    case 2:
      return [fullWidth(plain, random), 'full width'];
    case 3:
      return [percent(numbers(bytes, random), random), 'percent'];
    default: {
      const [address, kind] = embedded(bytes, random);
      return [`[${address}]`, kind];
    }
  }
}
