/** Static, subset fonts for resvg: made on demand, kept in a bounded cache. */
import { readFileSync } from 'node:fs';
import { sha256Hex } from '../../platform/base/hash.ts';
import { wordSet, words } from '../../platform/base/words.ts';
import { addBlankCharacters } from './cmap-writer.ts';
import type { FontFace } from './face.ts';
import type { FontChoice } from './font-finder.ts';
import { FontFolder, type FontPlace, type PlacedFont } from './font-place.ts';
import { writeNames } from './name-table.ts';
import { readTable, replaceTable } from './sfnt.ts';
import { Subsetter } from './subsetter.ts';
import type { CharacterSet } from './unicode-groups.ts';
import { CharacterNeeds } from './unicode-groups.ts';

/** Fonts and bytes in the cache of one worker. A picture needs 3 to 10 instances of 10 to 60 KB. */
const MAX_FILES = 256;
const MAX_BYTES = 32 * 1024 * 1024;

/** Layout features that resvg's shaper enables; all others only make a font larger. */
const FEATURES = words(`
  calt ccmp clig curs dist kern liga locl mark mkmk rclt rlig rvrn abvm blwm ltra ltrm rtla rtlm
  vert stch init medi fina isol med2 fin2 fin3 cswh mset abvf abvs akhn blwf blws cfar cjct half
  haln nukt pref pres pstf psts rkrf rphf vatu ljmo tjmo vjmo size
`);
const SMALL_CAPS_FEATURES = ['smcp', 'c2sc'];
/** Features that replace several glyphs by one, or one by several. */
const JOINING_FEATURES: ReadonlySet<string> = wordSet(`
  calt ccmp clig liga rclt rlig abvs akhn blws cjct half haln pres psts rkrf rphf vatu stch
`);
const SEPARATE_FEATURES = FEATURES.filter((feature) => !JOINING_FEATURES.has(feature));

/** How a font must be prepared, besides its position on its axes. */
interface InstanceOptions {
  /** Keep the small capitals. */
  readonly smallCaps: boolean;
  /**
   * True for a font that draws texts together with others. resvg lays a text out with each of its fonts and drops the
   * text when their numbers of glyphs differ: so ligatures, and all features that change the number, are left out.
   */
  readonly isMixed: boolean;
}

interface Instance {
  readonly placed: PlacedFont;
  readonly bytes: number;
  /** Number of pictures that are being drawn with it. */
  users: number;
}

/** The fonts of one picture: collects what is used, then has the files made. */
export class FontUse {
  readonly #fonts = new Map<string, UsedFont>();

  /**
   * Note that `text` is drawn with `font`.
   * @returns the family name by which resvg finds it; it needs no quotes
   */
  add(font: FontChoice, text: string, options: InstanceOptions): string {
    const family = instanceFamily(font, options);
    let used = this.#fonts.get(family);
    if (used === undefined) {
      used = { family, font, options, needs: new CharacterNeeds(), blanks: new Set() };
      this.#fonts.set(family, used);
    }
    used.needs.add(text);
    // The shaper replaces a letter and an accent by their composed letter, if there is one (Unicode, NFC).
    const composed = options.isMixed ? text : text.normalize('NFC');
    if (composed !== text) used.needs.add(composed);
    return family;
  }

  /**
   * Note that several fonts draw parts of one text. resvg lays the whole text out with each of them before it takes the
   * parts, and replaces a font that lacks a character of another part. So each font gets all characters: as its own
   * glyphs where it has them, otherwise as blanks, which are never visible.
   */
  mix(
    families: ReadonlySet<string>,
    characters: readonly string[],
    has: (face: FontFace, codePoint: number) => boolean,
  ): void {
    for (const family of families) {
      const used = this.#fonts.get(family);
      if (used === undefined) continue;
      for (const character of characters) {
        const codePoint = character.codePointAt(0) ?? 0;
        if (has(used.font.face, codePoint)) used.needs.add(character);
        else used.blanks.add(codePoint);
      }
    }
  }

  /** How many different fonts are used so far. */
  get count(): number {
    return this.#fonts.size;
  }

  get fonts(): readonly UsedFont[] {
    return [...this.#fonts.values()];
  }
}

interface UsedFont {
  readonly family: string;
  readonly font: FontChoice;
  readonly options: InstanceOptions;
  readonly needs: CharacterNeeds;
  /** Characters of other fonts in the same texts. */
  readonly blanks: Set<number>;
}

function featuresOf({ smallCaps, isMixed }: InstanceOptions): readonly string[] {
  const features = isMixed ? SEPARATE_FEATURES : FEATURES;
  return smallCaps ? [...features, ...SMALL_CAPS_FEATURES] : features;
}

/** Font files that stay as they are until `release` is called. One lease at a time. */
interface FontLease {
  readonly files: readonly string[];
  /** Fonts that could not be prepared, as sentences for the author. */
  readonly warnings: readonly string[];
  release(): void;
}

/** Names by choice, since computing the hash each time would cost more than everything else in `add`. */
const familyNames = new WeakMap<FontChoice, Partial<Record<InstanceKind, string>>>();

type InstanceKind = 'plain' | 'smallCaps' | 'mixed' | 'mixedSmallCaps';

function kindOf({ smallCaps, isMixed }: InstanceOptions): InstanceKind {
  if (isMixed) return smallCaps ? 'mixedSmallCaps' : 'mixed';
  return smallCaps ? 'smallCaps' : 'plain';
}

/** A name for a face at a position on its axes, which is never that of a real family. */
export function instanceFamily(font: FontChoice, options: InstanceOptions): string {
  let names = familyNames.get(font);
  if (names === undefined) {
    names = {};
    familyNames.set(font, names);
  }
  const kind = kindOf(options);
  names[kind] ??= nameInstance(font, kind);
  return names[kind];
}

function nameInstance({ face, location }: FontChoice, kind: string): string {
  const axes = location.map(([tag, value]) => `${tag}=${value}`).join(',');
  return `x${sha256Hex(face.fingerprint, `|${face.index}|${axes}|${kind}`).slice(0, 16)}`;
}

export class FontInstances {
  readonly #subsetter: Subsetter;
  readonly #place: FontPlace;
  readonly #maxFiles: number;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #instances = new Map<string, Instance>();
  #bytes = 0;

  /**
   * @param options.scratchDir  directory of this process; a private one is made inside it
   * @param options.files       where fonts are put instead
   */
  constructor(options: {
    readonly scratchDir: string;
    readonly files?: FontPlace;
    readonly maxFiles?: number;
    readonly maxBytes?: number;
  }) {
    this.#place = options.files ?? new FontFolder(options.scratchDir);
    this.#maxFiles = options.maxFiles ?? MAX_FILES;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#subsetter = Subsetter.create();
  }

  /** The files of all fonts of a picture. Those that are not in the cache are made now. */
  lease(use: FontUse): FontLease {
    const held: Instance[] = [];
    const warnings: string[] = [];
    for (const used of use.fonts) {
      const instance = this.#instance(used);
      if (instance === null) warnings.push(`the font "${used.font.face.families[0]}" cannot be prepared`);
      else {
        instance.users += 1;
        held.push(instance);
      }
    }
    this.#evict();
    return {
      files: this.#place.filesOf(held.map(({ placed }) => placed)),
      warnings,
      release: () => {
        for (const instance of held.splice(0)) instance.users -= 1;
      },
    };
  }

  /** Files and bytes in the cache. */
  get size(): { readonly files: number; readonly bytes: number } {
    return { files: this.#instances.size, bytes: this.#bytes };
  }

  /** Remove all files. None may be leased any more. */
  stop(): void {
    this.#instances.clear();
    this.#bytes = 0;
    this.#place.stop();
  }

  #instance(used: UsedFont): Instance | null {
    const characters = used.needs.finish();
    const blanks = [...used.blanks].sort((a, b) => a - b);
    const key = `${used.family}|${characters.key}|${blanks.join('.')}`;
    const known = this.#instances.get(key);
    if (known !== undefined) {
      this.#instances.delete(key);
      this.#instances.set(key, known);
      return known;
    }
    const bytes = this.#make(used, characters);
    if (bytes === null) return null;
    const placed = this.#place.put(sha256Hex(key).slice(0, 32), bytes);
    const instance = { placed, bytes: bytes.length, users: 0 };
    this.#instances.set(key, instance);
    this.#bytes += instance.bytes;
    return instance;
  }

  #make(used: UsedFont, characters: CharacterSet): Buffer | null {
    const { face, location } = used.font;
    const subset = this.#subsetter.subset(readFileSync(face.file), {
      index: face.index,
      location,
      ranges: characters.ranges,
      features: featuresOf(used.options),
    });
    if (subset === null) return null;
    const named = replaceTable(subset, 'name', writeNames(used.family));
    if (used.blanks.size === 0) return named;
    const cmap = addBlankCharacters(readTable(named, 'cmap'), used.blanks);
    return cmap === null ? named : replaceTable(named, 'cmap', cmap);
  }

  #evict(): void {
    for (const [key, instance] of this.#instances) {
      if (this.#instances.size <= this.#maxFiles && this.#bytes <= this.#maxBytes) return;
      if (instance.users > 0) continue;
      this.#instances.delete(key);
      this.#bytes -= instance.bytes;
      this.#place.remove(instance.placed);
    }
  }
}
