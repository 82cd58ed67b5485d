/**
 * Divides Unicode into the groups by which fonts are subset. A group is so large that most pictures need the same ones,
 * whose instances are in the cache, and so small that a font can be parsed quickly.
 */

/** First and last code point. */
type Range = readonly [number, number];

interface Group {
  readonly name: string;
  readonly ranges: readonly Range[];
}

/** Scripts whose characters are used together. Characters outside of all groups are kept one by one. */
const GROUPS: readonly Group[] = [
  {
    name: 'ascii',
    ranges: [[0x20, 0x7e]],
  },
  {
    name: 'western',
    ranges: [
      [0xa0, 0xff],
      [0x2010, 0x2027],
      [0x202f, 0x203a],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2190, 0x2193],
      [0x2212, 0x2212],
    ],
  },
  {
    name: 'latin',
    ranges: [
      [0x100, 0x24f],
      [0x1e00, 0x1eff],
      [0xa720, 0xa7ff],
    ],
  },
  {
    name: 'ipa',
    ranges: [
      [0x250, 0x2ff],
      [0x1d00, 0x1dbf],
    ],
  },
  {
    name: 'marks',
    ranges: [
      [0x300, 0x36f],
      [0x1ab0, 0x1aff],
      [0x1dc0, 0x1dff],
      [0x20d0, 0x20ff],
    ],
  },
  {
    name: 'greek',
    ranges: [
      [0x370, 0x3ff],
      [0x1f00, 0x1fff],
    ],
  },
  {
    name: 'cyrillic',
    ranges: [
      [0x400, 0x52f],
      [0x1c80, 0x1c8f],
      [0x2de0, 0x2dff],
      [0xa640, 0xa69f],
    ],
  },
  { name: 'armenian', ranges: [[0x530, 0x58f]] },
  {
    name: 'hebrew',
    ranges: [
      [0x590, 0x5ff],
      [0xfb1d, 0xfb4f],
    ],
  },
  {
    name: 'arabic',
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfeff],
    ],
  },
  { name: 'thai', ranges: [[0xe00, 0xe7f]] },
  {
    name: 'georgian',
    ranges: [
      [0x10a0, 0x10ff],
      [0x1c90, 0x1cbf],
      [0x2d00, 0x2d2f],
    ],
  },
  {
    name: 'kana',
    ranges: [
      [0x3000, 0x30ff],
      [0x31f0, 0x31ff],
    ],
  },
  {
    name: 'jamo',
    ranges: [
      [0x1100, 0x11ff],
      [0xa960, 0xa97f],
      [0xd7b0, 0xd7ff],
    ],
  },
];

/** Indic and South-East Asian scripts fill blocks of 128; each block is a group of its own. */
const BLOCKS: Range = [0x700, 0x1aaf];
const BLOCK_SIZE = 128;

/** The characters that a font must keep: whole groups, and single ones (CJK, symbols, icons, emoji). */
export interface CharacterSet {
  /** A stable name of the set; equal sets have equal keys. */
  readonly key: string;
  readonly ranges: readonly Range[];
}

/** Collects the characters of a picture for one font instance. */
export class CharacterNeeds {
  readonly #groups = new Set<string>();
  readonly #singles = new Set<number>();

  /** Note every character of `text`. */
  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 0x7f) {
        this.#groups.add('ascii');
        continue;
      }
      const codePoint = text.codePointAt(at) ?? unit;
      if (codePoint > 0xffff) at += 1;
      this.#addCodePoint(codePoint);
    }
  }

  #addCodePoint(codePoint: number): void {
    const group = groupOf(codePoint);
    if (group === null) this.#singles.add(codePoint);
    else this.#groups.add(group);
  }

  /** The set of all noted characters. */
  finish(): CharacterSet {
    const groups = [...this.#groups].sort();
    const singles = [...this.#singles].sort((a, b) => a - b);
    return {
      key: `${groups.join('+')}/${singles.map((codePoint) => codePoint.toString(36)).join('.')}`,
      ranges: [
        SPACE,
        ...groups.flatMap(groupRanges),
        ...singles.map((codePoint): Range => [codePoint, codePoint]),
      ],
    };
  }
}

/** Layout needs a space in every font. */
const SPACE: Range = [0x20, 0x20];

function groupOf(codePoint: number): string | null {
  for (const group of GROUPS) {
    for (const [first, last] of group.ranges) {
      if (codePoint >= first && codePoint <= last) return group.name;
    }
  }
  if (codePoint >= BLOCKS[0] && codePoint <= BLOCKS[1]) return `u${Math.floor(codePoint / BLOCK_SIZE)}`;
  return null;
}

function groupRanges(name: string): readonly Range[] {
  const known = GROUPS.find((group) => group.name === name);
  if (known !== undefined) return known.ranges;
  const first = Number(name.slice(1)) * BLOCK_SIZE;
  return [[first, first + BLOCK_SIZE - 1]];
}
