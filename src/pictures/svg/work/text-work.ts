/** Estimates the cost of text layout: for each span, resvg opens its font and lays out the whole text. */
import { countCharacters, type SvgElement } from '../document/tree.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { elementState, type InheritedState } from './inherited-state.ts';
import { MS } from './prices.ts';

/** Consecutive characters of one element, drawn with one paint. */
export interface TextRun {
  readonly state: InheritedState;
  readonly characters: number;
}

interface TextWork {
  readonly runs: readonly TextRun[];
  readonly ms: number;
  /** Paths that parts of the text lie on: their `href`, and how many characters could lie there. */
  readonly paths: readonly { readonly element: SvgElement; readonly characters: number }[];
}

/** Parts of a text that are laid out as one. */
interface Chunk {
  runs: number;
  characters: number;
}

/** Collect the runs and paths of a text. @param state  of the text itself */
export function textWork(text: SvgElement, state: InheritedState, styles: ComputedStyles): TextWork {
  const collector = new RunCollector(styles);
  collector.visit(text, state);
  const ms = collector.chunks.reduce(
    (sum, { runs, characters }) => sum + runs * (MS.span + characters * MS.spanCharacter),
    collector.listed * MS.span,
  );
  return { runs: collector.runs, ms, paths: collector.paths };
}

class RunCollector {
  readonly runs: TextRun[] = [];
  readonly chunks: Chunk[] = [];
  readonly paths: { readonly element: SvgElement; readonly characters: number }[] = [];
  /** Number of characters with a position of their own in a list. */
  listed = 0;
  readonly #styles: ComputedStyles;
  #splits = true;

  constructor(styles: ComputedStyles) {
    this.#styles = styles;
  }

  visit(element: SvgElement, state: InheritedState): void {
    const { attributes, children, name } = element;
    if (attributes['x'] !== undefined || attributes['y'] !== undefined) {
      this.#splits = true;
      this.listed += Math.max(entries(attributes['x']), entries(attributes['y']));
    }
    if (name === 'textPath') {
      this.#splits = true;
      this.paths.push({ element, characters: countCharacters(element) });
    }
    for (const child of children) {
      if (child.kind === 'element') this.visit(child, elementState(child, state, this.#styles));
      else if (child.text !== '') this.#add(child.text.length, state);
    }
    if (name === 'textPath') this.#splits = true;
  }

  #add(characters: number, state: InheritedState): void {
    this.runs.push({ state, characters });
    const chunk = this.#splits ? undefined : this.chunks.at(-1);
    this.#splits = false;
    if (chunk === undefined) this.chunks.push({ runs: 1, characters });
    else {
      chunk.runs += 1;
      chunk.characters += characters;
    }
  }
}

const SEPARATOR = /[\s,]/;

/** The number of entries of a list, without the first. */
function entries(list: string | undefined): number {
  if (list === undefined) return 0;
  const trimmed = list.trim();
  return SEPARATOR.test(trimmed) ? trimmed.split(/[\s,]+/).length - 1 : 0;
}
