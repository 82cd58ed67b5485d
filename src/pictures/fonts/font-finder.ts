/** Finds the face for each character of a text: in the wanted families, then in bundled fonts, then in the system's. */
import { type Comparisons, didYouMean } from '../../platform/base/nearest.ts';
import { isShortage } from '../../platform/files/files.ts';
import { type CodePointRanges, includesCodePoint } from './coverage.ts';
import { type FontFace, readFaceCoverage } from './face.ts';
import { DEFAULT_FAMILY, displayFamily, familyKey, GENERIC_FAMILIES } from './families.ts';
import { type FontBook, groupByFamily, withFontFile } from './font-book.ts';
import { type AxisLocation, axisLocation, chooseFace, type WantedFont } from './match.ts';
import { SystemFonts } from './system-fonts.ts';

/** A face, and its position on its axes. */
export interface FontChoice {
  readonly face: FontFace;
  readonly location: AxisLocation;
}

/** A piece of text that one font draws. */
export interface FontRun {
  readonly text: string;
  readonly font: FontChoice;
}

interface FontRuns {
  readonly runs: readonly FontRun[];
  /** Characters that no font has, each once. */
  readonly missing: readonly string[];
}

/** Number of wanted fonts that are remembered; a hostile picture with more only slows things down. */
const MAX_REMEMBERED = 2_000;

/** A base character with the marks, selectors and joined characters that belong to it. */
const CLUSTER = /\P{M}(?:\u200d\P{M}|\p{M}|\u200c|\u200d)*|\p{M}+/gsu;
/** Characters that draw nothing, for which any font will do. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u;
const ONLY_BASIC = /^[\n\r\t\x20-\x7e]*$/;

export class FontFinder {
  readonly #families: ReadonlyMap<string, readonly FontFace[]>;
  readonly #system: SystemFonts;
  readonly #coverage = new Map<FontFace, CodePointRanges>();
  readonly #choices = new Map<string, readonly FontChoice[]>();
  /** The same by object, which is faster to look up. */
  readonly #choicesOf = new WeakMap<WantedFont, readonly FontChoice[]>();
  readonly #problems = new WeakMap<WantedFont, string | null>();
  readonly #fallbacks = new Map<string, FontChoice | null>();
  readonly #basic = new Map<FontFace, boolean>();

  constructor(book: FontBook) {
    this.#families = indexFamilies(book.faces);
    this.#system = new SystemFonts(book.systemDirs);
  }

  /** Cut `text` into runs of one font each. */
  findRuns(text: string, wanted: WantedFont): FontRuns {
    let choices = this.#choicesOf.get(wanted);
    if (choices === undefined) {
      choices = this.#choicesFor(wanted);
      this.#choicesOf.set(wanted, choices);
    }
    const first = choices[0];
    if (first === undefined) return { runs: [], missing: [] };
    if (ONLY_BASIC.test(text) && this.#coversBasic(first.face)) {
      return { runs: [{ text, font: first }], missing: [] };
    }
    return this.#splitByFont(text, choices, wanted);
  }

  /**
   * What is wrong with the wanted families: none of them exists, the first looks misspelt, or has glyphs in colours. Null
   * when nothing is wrong.
   * A list may begin with a missing family, as long as another one or a generic one follows.
   */
  problemOf(wanted: WantedFont, comparisons: Comparisons): string | null {
    const known = this.#problems.get(wanted);
    if (known !== undefined) return known;
    const problem = this.#lookForProblem(wanted.families, comparisons);
    if (!comparisons.isSpent) this.#problems.set(wanted, problem);
    return problem;
  }

  #lookForProblem(families: readonly string[], comparisons: Comparisons): string | null {
    const exists = (family: string): boolean =>
      GENERIC_FAMILIES.has(familyKey(family)) || this.#facesOf(family).length > 0;
    const [first = '', ...others] = families;
    if (exists(first)) return this.#colourProblem(first);
    const names = [...this.#families.values()].map(([face]) => displayFamily(face?.families[0] ?? ''));
    const meant = didYouMean(first, [...names, ...GENERIC_FAMILIES.keys()], comparisons);
    if (meant === '' && others.some(exists)) return null;
    return `no font has the family "${first.slice(0, 60)}"${meant}`;
  }

  /** Glyphs in colours are often empty in their plain form, which alone is drawn. */
  #colourProblem(family: string): string | null {
    const faces = this.#facesOf(family);
    if (faces.length === 0 || faces.some(({ coloured }) => !coloured)) return null;
    return `the glyphs of the family "${family.slice(0, 60)}" have colours, which are not drawn: take a font of outlines, or an <image> for each emoji`;
  }

  /** True when the face has a glyph for the character. */
  has(face: FontFace, codePoint: number): boolean {
    return includesCodePoint(this.#coverageOf(face), codePoint);
  }

  #splitByFont(text: string, choices: readonly FontChoice[], wanted: WantedFont): FontRuns {
    const runs: { text: string; font: FontChoice }[] = [];
    const missing = new Set<string>();
    let current = choices[0] as FontChoice;
    for (const [cluster] of text.matchAll(CLUSTER)) {
      if (!INVISIBLE.test(cluster)) {
        const found = this.#fontFor(cluster, choices, wanted);
        if (found === null) missing.add(cluster);
        current = found ?? (choices[0] as FontChoice);
      }
      const last = runs.at(-1);
      if (last?.font === current) last.text += cluster;
      else runs.push({ text: cluster, font: current });
    }
    return { runs, missing: [...missing] };
  }

  #fontFor(cluster: string, choices: readonly FontChoice[], wanted: WantedFont): FontChoice | null {
    const direct = choices.find((choice) => this.#coversCluster(choice.face, cluster));
    if (direct !== undefined) return direct;
    const key = `${cluster}|${styleKey(wanted)}`;
    const remembered = this.#fallbacks.get(key);
    if (remembered !== undefined) return remembered;
    const found =
      this.#searchFallback(cluster, wanted) ??
      // The base without its marks is better than nothing.
      choices.find((choice) => this.has(choice.face, cluster.codePointAt(0) ?? 0)) ??
      null;
    forgetWhenFull(this.#fallbacks);
    this.#fallbacks.set(key, found);
    return found;
  }

  #searchFallback(cluster: string, wanted: WantedFont): FontChoice | null {
    for (const families of [this.#families, this.#system.families()]) {
      for (const faces of families.values()) {
        const able = faces.filter((face) => !face.coloured && this.#coversCluster(face, cluster));
        const face = chooseFace(able, wanted);
        if (face !== undefined) return { face, location: axisLocation(face, wanted) };
      }
    }
    return null;
  }

  /** One choice for each existing family of the list, and the default family at the end. */
  #choicesFor(wanted: WantedFont): readonly FontChoice[] {
    const key = `${wanted.families.join(',')}|${styleKey(wanted)}`;
    const remembered = this.#choices.get(key);
    if (remembered !== undefined) return remembered;
    const names = wanted.families.flatMap((family) => GENERIC_FAMILIES.get(familyKey(family)) ?? [family]);
    const choices: FontChoice[] = [];
    for (const name of [...names, DEFAULT_FAMILY]) {
      const face = chooseFace(this.#facesOf(name), wanted);
      if (face === undefined || choices.some((choice) => choice.face === face)) continue;
      choices.push({ face, location: axisLocation(face, wanted) });
    }
    if (choices.length === 0) choices.push(...this.#anyChoice(wanted));
    forgetWhenFull(this.#choices);
    this.#choices.set(key, choices);
    return choices;
  }

  /** When there are no bundled fonts (in a bare development tree), any font is better than no text. */
  #anyChoice(wanted: WantedFont): readonly FontChoice[] {
    for (const families of [this.#families, this.#system.families()]) {
      for (const faces of families.values()) {
        const face = chooseFace(faces, wanted);
        if (face !== undefined) return [{ face, location: axisLocation(face, wanted) }];
      }
    }
    return [];
  }

  #facesOf(family: string): readonly FontFace[] {
    const key = familyKey(family);
    return this.#families.get(key) ?? this.#system.families().get(key) ?? [];
  }

  #coversCluster(face: FontFace, cluster: string): boolean {
    return this.#coversAll(face, cluster) || this.#coversAll(face, cluster.normalize('NFC'));
  }

  #coversAll(face: FontFace, text: string): boolean {
    for (const character of text) {
      if (!this.has(face, character.codePointAt(0) ?? 0) && !INVISIBLE.test(character)) return false;
    }
    return true;
  }

  #coversBasic(face: FontFace): boolean {
    let known = this.#basic.get(face);
    if (known === undefined) {
      known = true;
      for (let codePoint = 0x21; codePoint <= 0x7e; codePoint += 1) {
        known &&= this.has(face, codePoint);
      }
      this.#basic.set(face, known);
    }
    return known;
  }

  #coverageOf(face: FontFace): CodePointRanges {
    if (face.coverage !== null) return face.coverage;
    let coverage = this.#coverage.get(face);
    if (coverage === undefined) {
      coverage = readCoverageOf(face);
      this.#coverage.set(face, coverage);
    }
    return coverage;
  }
}

function readCoverageOf(face: FontFace): CodePointRanges {
  try {
    return withFontFile(face.file, (read) => readFaceCoverage(read, face.index));
  } catch (error) {
    // The file has been removed since it was indexed.
    if (error instanceof Error && 'code' in error && !isShortage(error)) return new Uint32Array(0);
    throw error;
  }
}

/** Faces by family key, under all of their names. */
function indexFamilies(faces: readonly FontFace[]): ReadonlyMap<string, readonly FontFace[]> {
  return groupByFamily(
    faces,
    (face) => new Set(face.families.flatMap((name) => [familyKey(displayFamily(name)), familyKey(name)])),
  );
}

function styleKey(wanted: WantedFont): string {
  const axes = [...wanted.variations].map(([tag, value]) => `${tag}=${value}`).sort();
  return `${wanted.weight}/${wanted.style}/${wanted.stretchPercent}/${axes.join(',')}`;
}

function forgetWhenFull(map: Map<string, unknown>): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
}
