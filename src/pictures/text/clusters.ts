/** Shapes the characters of a chunk into clusters: glyphs for one or more characters that move together. */
import type { FontChoice, FontFinder } from '../fonts/font-finder.ts';
import type { OpenFont, ShapedGlyph } from '../fonts/open-font.ts';
import type { TextShaper } from '../fonts/text-shaper.ts';
import type { ComputedFont } from '../svg/style/font-style.ts';
import type { Character } from './characters.ts';

export interface Cluster {
  readonly font: OpenFont;
  readonly choice: FontChoice;
  /** True for a script whose letters are reordered or joined. */
  readonly isComplex: boolean;
  readonly glyphs: readonly ShapedGlyph[];
  /** The first of its characters. */
  readonly character: Character;
  /** User units, from the font. */
  readonly width: number;
  /** User units, including spacing. */
  advance: number;
}

export interface FontAccess {
  readonly finder: FontFinder;
  readonly shaper: TextShaper;
}

/** Consecutive characters that one font draws. */
interface Stretch {
  readonly font: FontChoice;
  readonly characters: Character[];
}

/** A stretch, or a part of it, that HarfBuzz shapes by the rules of its script. */
interface ScriptPart extends Stretch {
  readonly isComplex: boolean;
}

/** Right-to-left scripts, and characters that change the direction. */
const OTHER_DIRECTION =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Scripts in which each letter has a glyph of its own; all others have rules that HarfBuzz only knows when it is told the
 * script. Marks and common characters belong to no script, and go with what stands before them.
 */
const SIMPLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const COMPLEX =
  /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Clusters, or the reason why characters cannot be shaped. */
type Clusters = readonly Cluster[] | { readonly reason: string };

/** Shape the characters of one chunk, in reading order. */
export function shapeChunk(characters: readonly Character[], fonts: FontAccess): Clusters {
  const stretches = cutByFont(characters, fonts.finder);
  if ('reason' in stretches) return stretches;
  const clusters: Cluster[] = [];
  for (const stretch of stretches) {
    const font = fonts.shaper.open(stretch.font);
    if (font === null) return { reason: 'a font that cannot be opened, or too many' };
    for (const part of cutByScript(stretch)) clusters.push(...clustersOf(part, font));
  }
  return clusters;
}

function cutByFont(
  characters: readonly Character[],
  finder: FontFinder,
): readonly Stretch[] | { readonly reason: string } {
  const stretches: Stretch[] = [];
  let at = 0;
  while (at < characters.length) {
    const wanted = (characters[at] as Character).style.lettering.font;
    const text = textInFont(characters, at, wanted);
    if (OTHER_DIRECTION.test(text)) return { reason: 'right-to-left text' };
    const found = finder.findRuns(text, wanted);
    if (found.missing.length > 0) return { reason: 'a character that no font has' };
    if (found.runs.length === 0) return { reason: 'no font' };
    for (const run of found.runs) {
      const length = [...run.text].length;
      const part = characters.slice(at, at + length);
      at += length;
      const last = stretches.at(-1);
      if (last !== undefined && isSame(last.font, run.font)) last.characters.push(...part);
      else stretches.push({ font: run.font, characters: part });
    }
  }
  return stretches;
}

/** HarfBuzz takes the first script of a text for that of all of it. */
function cutByScript({ font, characters }: Stretch): readonly ScriptPart[] {
  const isComplex = characters.some(({ text }) => COMPLEX.test(text));
  if (!isComplex || !characters.some(({ text }) => SIMPLE.test(text)))
    return [{ font, characters, isComplex }];
  const parts: ScriptPart[] = [];
  let [part, isKnown] = [{ font, characters: [] as Character[], isComplex: false }, false];
  for (const character of characters) {
    const complex = COMPLEX.test(character.text);
    if (complex || SIMPLE.test(character.text)) {
      if (isKnown && part.isComplex !== complex) {
        parts.push(part);
        part = { font, characters: [], isComplex: complex };
      }
      part.isComplex = complex;
      isKnown = true;
    }
    part.characters.push(character);
  }
  return [...parts, part];
}

/** The consecutive characters from `at` on that ask for the same font. */
function textInFont(characters: readonly Character[], at: number, wanted: ComputedFont): string {
  let text = '';
  for (let i = at; characters[i]?.style.lettering.font === wanted; i += 1)
    text += (characters[i] as Character).text;
  return text;
}

function isSame(a: FontChoice, b: FontChoice): boolean {
  if (a === b) return true;
  return (
    a.face === b.face &&
    a.location.every(([tag, value], i) => b.location[i]?.[0] === tag && b.location[i]?.[1] === value)
  );
}

function clustersOf({ characters, font: choice, isComplex }: ScriptPart, font: OpenFont): readonly Cluster[] {
  // Characters by their offsets in the text, in UTF-16 units.
  const at = new Map<number, Character>();
  let text = '';
  for (const character of characters) {
    at.set(text.length, character);
    text += character.text;
  }
  const clusters: Cluster[] = [];
  let glyphs: ShapedGlyph[] = [];
  const shaped = font.shape(text);
  shaped.forEach((glyph, i) => {
    glyphs.push(glyph);
    if (shaped[i + 1]?.cluster === glyph.cluster) return;
    const character = at.get(glyph.cluster);
    if (character !== undefined) {
      const units = glyphs.reduce((sum, { advance }) => sum + advance, 0);
      const width = (units * character.style.fontSize) / font.metrics.unitsPerEm;
      clusters.push({ font, choice, isComplex, glyphs, character, width, advance: width });
    }
    glyphs = [];
  });
  return clusters;
}
