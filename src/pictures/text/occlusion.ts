/** Finds the texts that nothing is painted over. */
import { type Box, Hull, meets } from '../svg/values/box.ts';

/** An area in device pixels. */
interface CoveredArea {
  readonly box: Box;
  /** The boxes that the area consists of; null for the whole box. */
  readonly parts: readonly Box[] | null;
}

/** The area of some boxes; null for none. */
function areaOfBoxes(boxes: readonly Box[]): CoveredArea | null {
  const [first, ...more] = boxes;
  if (first === undefined) return null;
  if (more.length === 0) return { box: first, parts: null };
  const hull = new Hull();
  for (const { left, top, right, bottom } of boxes) {
    hull.add(left, top);
    hull.add(right, bottom);
  }
  return { box: hull.box, parts: boxes };
}

/** True when the area overlaps a box. */
function overlapsBox({ box, parts }: CoveredArea, other: Box): boolean {
  return meets(box, other) && (parts === null || parts.some((part) => meets(part, other)));
}

/** A text that the engine could draw, by its position in the paint order. */
interface TextCandidate {
  readonly place: number;
  /** Device pixels. */
  readonly box: Box;
}

/** Comparisons of boxes; once they are used up, all other texts count as covered. No real screen comes near. */
const MAX_COMPARISONS = 4_000_000;

/** The boxes that an element really paints in, by its position in the paint order; null for an unknown place. */
type ExactBoxes = (place: number) => readonly Box[] | null;

const UNKNOWN: ExactBoxes = () => null;

/**
 * Separate the candidates that can be painted last, since nothing lies above them, from those that are covered.
 * @param boxes  what everything else paints, by its position in the paint order: a box, null for a place that is not
 *               known at a glance, undefined for nothing
 * @param exact  is asked, once for an element, where its box does not tell whether it lies above a text
 */
export function splitByOcclusion(
  candidates: readonly TextCandidate[],
  boxes: readonly (Box | null | undefined)[],
  exact: ExactBoxes = UNKNOWN,
): { readonly free: readonly TextCandidate[]; readonly covered: readonly TextCandidate[] } {
  const free: TextCandidate[] = [];
  const covered: TextCandidate[] = [];
  const above = new Above(exact);
  let next = boxes.length - 1;
  // From the top down: whether each text above one is covered, and so stays in its place, is then known.
  for (const candidate of [...candidates].sort((a, b) => b.place - a.place)) {
    for (; next > candidate.place; next -= 1) {
      const box = boxes[next];
      if (box !== undefined) above.add(next, box);
    }
    if (above.hides(candidate.box)) {
      covered.push(candidate);
      above.addExact(candidate.box);
    } else {
      free.push(candidate);
    }
  }
  return { free: free.reverse(), covered };
}

/** An element above a text. */
interface Layer {
  readonly box: Box;
  /** Null for an element whose box is all that is known. */
  readonly place: number | null;
  /** Undefined until it is asked for. */
  cover: CoveredArea | null | undefined;
}

/** Everything that is painted above the text that is looked at. */
class Above {
  readonly #exact: ExactBoxes;
  readonly #layers: Layer[] = [];
  #everywhere = false;
  #comparisons = 0;

  constructor(exact: ExactBoxes) {
    this.#exact = exact;
  }

  add(place: number, box: Box | null): void {
    if (box !== null) {
      this.#layers.push({ box, place, cover: undefined });
      return;
    }
    const boxes = this.#exact(place);
    if (boxes === null) this.#everywhere = true;
    const cover = boxes === null ? null : areaOfBoxes(boxes);
    if (cover !== null) this.#layers.push({ box: cover.box, place: null, cover });
  }

  /** Add something that paints all of a box. */
  addExact(box: Box): void {
    this.#layers.push({ box, place: null, cover: { box, parts: null } });
  }

  hides(text: Box): boolean {
    this.#comparisons += this.#layers.length;
    if (this.#everywhere || this.#comparisons > MAX_COMPARISONS) return true;
    return this.#layers.some((layer) => meets(layer.box, text) && this.#paints(layer, text));
  }

  #paints(layer: Layer, text: Box): boolean {
    if (layer.cover === undefined) {
      const boxes = layer.place === null ? null : this.#exact(layer.place);
      layer.cover = boxes === null ? { box: layer.box, parts: null } : areaOfBoxes(boxes);
    }
    if (layer.cover === null) return false;
    this.#comparisons += layer.cover.parts?.length ?? 0;
    return overlapsBox(layer.cover, text);
  }
}
