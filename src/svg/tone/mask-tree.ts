/**
 * The tree of the mask of tones: the same shapes in the same order, what is continuous in white, what covers it in
 * black. What lets something show through it covers nothing; what lies below all that is marked is left out.
 */
import { LIMITS } from '../../base/limits.ts';
import { References } from '../graph/references.ts';
import { ShownParts } from '../graph/shown-parts.ts';
import { failAt } from '../svg-failure.ts';
import type { SvgDocument, SvgElement, SvgNode } from '../tree.ts';
import { makeElement } from '../tree.ts';
import { TONE_ATTRIBUTE, type Tone, toneOf } from './marks.ts';
import type { Paints } from './paint.ts';
import { contentOf, coverOf, enterPaints, INITIAL_PAINTS, MASK_COLOUR, readOpacity } from './paint.ts';

/** An `<image>` of the mask that still shows what it shows in the picture. */
export interface MaskImage {
  readonly element: SvgElement;
  readonly tone: Tone;
}

export interface MaskTree {
  readonly document: SvgDocument;
  readonly images: readonly MaskImage[];
}

/** Elements that are drawn only where something refers to them, and those that are no part of any picture. */
const NOT_DRAWN = new Set([
  ...['defs', 'symbol', 'pattern', 'mask', 'clipPath', 'marker', 'filter'],
  ...['linearGradient', 'radialGradient', 'view'],
]);
const SHAPES = new Set(['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path']);
const PAINTS = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'color'] as const;
/** What a copy does not take over: it is resolved already, or has no place in the mask. */
const DROPPED: ReadonlySet<string> = new Set([...PAINTS, 'id', 'opacity', 'filter', TONE_ATTRIBUTE]);
const MARKERS = ['marker-start', 'marker-mid', 'marker-end'] as const;
/** References into the document as it was written. */
const KEPT_REFERENCES = ['clip-path', 'mask'] as const;

/** @throws {SvgSignal} `svg_limit` when repetitions make it too large */
export function buildMaskTree(document: SvgDocument): MaskTree {
  return new MaskBuilder(document).build();
}

class MaskBuilder {
  readonly #document: SvgDocument;
  readonly #references: References;
  /** What shows anything marked. */
  readonly #marked: ShownParts;
  readonly #images: MaskImage[] = [];
  /** Ids of recoloured copies by what was copied and for whom; null for those that cover nothing. */
  readonly #copies = new Map<string, string | null>();
  readonly #serials = new Map<SvgElement, number>();
  readonly #definitions: SvgElement[] = [];
  /** Whether anything marked lies below what comes next. */
  #markedBelow = false;
  #needsOriginals = false;
  #elements = 0;

  constructor(document: SvgDocument) {
    this.#document = document;
    this.#references = new References(document);
    this.#marked = new ShownParts({
      targetOf: (use) => this.#references.find(use.attributes['href']),
      matches: (element) => toneOf(element) === 'continuous',
    });
  }

  build(): MaskTree {
    const { root } = this.#document;
    const paints = enterPaints(root, INITIAL_PAINTS);
    const copy = this.#copyOf(root);
    copy.children = this.#children(root, paints);
    if (this.#needsOriginals) this.#definitions.push(this.#originals(root));
    if (this.#definitions.length > 0) copy.children.unshift(makeElement('defs', {}, root, this.#definitions));
    return { document: { ...this.#document, root: copy }, images: this.#images };
  }

  /** The document as it was, for masks, clips and paths of text, with what its root hands down. */
  #originals(root: SvgElement): SvgElement {
    const paints = PAINTS.flatMap((name) => {
      const value = root.attributes[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return makeElement('g', Object.fromEntries(paints), root, root.children);
  }

  #children(element: SvgElement, paints: Paints): SvgNode[] {
    return element.children.flatMap((child): SvgNode[] => {
      if (child.kind === 'text') return [child];
      const copy = this.#visit(child, paints);
      if (copy !== null) return [copy];
      // The first child of a switch that fits is drawn, so each must keep its place.
      return element.name === 'switch' ? [{ ...this.#copyOf(child), name: 'g' }] : [];
    });
  }

  /** The element as it shows in the mask. Null: it hides nothing that is marked. */
  #visit(element: SvgElement, outer: Paints): SvgElement | null {
    if (NOT_DRAWN.has(element.name) || element.attributes['display'] === 'none') return null;
    const paints = enterPaints(element, outer);
    if (this.#isVeil(element, paints)) return null;
    if (SHAPES.has(element.name)) return this.#painted(element, paints);
    switch (element.name) {
      case 'image':
        return this.#image(element, paints);
      case 'use':
        return this.#use(element, paints);
      case 'text':
        return this.#isIdle(paints, element) ? null : this.#text(element, paints);
      default:
        return this.#container(element, paints);
    }
  }

  /** A group as a whole, as its children are in it. */
  #container(element: SvgElement, paints: Paints): SvgElement | null {
    const children = this.#children(element, paints);
    if (children.length === 0) return null;
    const copy = this.#copyOf(element);
    copy.children = children;
    return copy;
  }

  /** True when what lies below shows through the whole element, or it is not seen itself. */
  #isVeil(element: SvgElement, { tone }: Paints): boolean {
    const opacity = readOpacity(element.attributes['opacity']);
    if (opacity === 0) return true;
    const blended = (element.styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal';
    return (opacity < 1 || blended) && tone === 'structure' && !this.#marked.has(element);
  }

  /** True for structure that nothing marked lies below. */
  #isIdle({ tone }: Paints, element: SvgElement): boolean {
    if (tone === 'continuous' || this.#marked.has(element)) {
      this.#markedBelow = true;
      return false;
    }
    return !this.#markedBelow;
  }

  #painted(element: SvgElement, paints: Paints): SvgElement | null {
    if (this.#isIdle(paints, element)) return null;
    const copy = this.#copyOf(element);
    this.#paint(copy, paints);
    return copy;
  }

  #paint({ attributes }: SvgElement, paints: Paints): void {
    attributes['fill'] = this.#maskPaint(paints.fill, paints.fillOpacity, paints);
    attributes['stroke'] = this.#maskPaint(paints.stroke, paints.strokeOpacity, paints);
    for (const name of MARKERS) {
      const marker = this.#references.find(attributes[name]);
      if (marker === undefined) continue;
      const id = this.#copy(marker, { ...INITIAL_PAINTS, tone: paints.tone });
      if (id === null) delete attributes[name];
      else attributes[name] = `url(#${id})`;
    }
  }

  #maskPaint(paint: string, opacity: string, paints: Paints): string {
    const cover = coverOf(paint, opacity, paints.color, this.#references);
    if (cover.kind === 'nothing') return 'none';
    if (paints.tone === 'continuous') return MASK_COLOUR.continuous;
    if (cover.kind === 'veil') return 'none';
    if (cover.kind === 'all') return MASK_COLOUR.structure;
    const id = this.#copy(cover.pattern, INITIAL_PAINTS);
    return id === null ? 'none' : `url(#${id})`;
  }

  #text(element: SvgElement, paints: Paints): SvgElement {
    const copy = this.#copyOf(element);
    if (element.name === 'textPath') this.#needsOriginals = true;
    this.#paint(copy, paints);
    copy.children = element.children.map((child) =>
      child.kind === 'text' ? child : this.#text(child, this.#textPaints(child, paints)),
    );
    return copy;
  }

  /** A span that is seen through covers nothing, but takes its place in the line. */
  #textPaints(span: SvgElement, outer: Paints): Paints {
    const paints = enterPaints(span, outer);
    return this.#isVeil(span, paints) ? { ...paints, fill: 'none', stroke: 'none' } : paints;
  }

  #image(element: SvgElement, paints: Paints): SvgElement | null {
    if (this.#isIdle(paints, element)) return null;
    const copy = this.#copyOf(element);
    this.#images.push({ element: copy, tone: paints.tone });
    return copy;
  }

  #use(element: SvgElement, paints: Paints): SvgElement | null {
    const target = this.#references.find(element.attributes['href']);
    const id = target === undefined ? null : this.#copy(target, paints);
    if (id === null) return null;
    const copy = this.#copyOf(element);
    copy.attributes['href'] = `#${id}`;
    return copy;
  }

  /** The id of a recoloured copy of what a reference names. Null when it covers nothing there. */
  #copy(target: SvgElement, paints: Paints): string | null {
    const key = JSON.stringify([this.#serial(target), paints, this.#markedBelow]);
    const known = this.#copies.get(key);
    if (known !== undefined) return known;
    // A reference that leads back here finds nothing.
    this.#copies.set(key, null);
    const copy = this.#definition(target, paints);
    if (copy === null) return null;
    const id = `stipple-tone-${this.#definitions.length}`;
    copy.attributes['id'] = id;
    this.#definitions.push(copy);
    this.#copies.set(key, id);
    return id;
  }

  #definition(target: SvgElement, outer: Paints): SvgElement | null {
    if (!NOT_DRAWN.has(target.name)) return this.#visit(target, outer);
    const paints = enterPaints(target, outer);
    const content = contentOf(target, this.#references);
    const copy = this.#copyOf(target);
    // What a pattern takes from another one are more than its children.
    if (copy.attributes['href'] !== undefined) this.#needsOriginals = true;
    copy.children = this.#children({ ...target, children: [...content] }, paints);
    return copy.children.length === 0 ? null : copy;
  }

  #serial(element: SvgElement): number {
    const serial = this.#serials.get(element) ?? this.#serials.size;
    this.#serials.set(element, serial);
    return serial;
  }

  /** The element without its children and without what the mask decides by itself. */
  #copyOf(element: SvgElement): SvgElement {
    this.#elements += 1;
    if (this.#elements > LIMITS.svgDrawnElements) {
      const message = `more than ${LIMITS.svgDrawnElements} elements are drawn for the tones, repetitions counted`;
      throw failAt(this.#document, element.start, 'svg_limit', message);
    }
    const attributes: Record<string, string> = {};
    for (const name in element.attributes) {
      if (!DROPPED.has(name)) attributes[name] = element.attributes[name] ?? '';
    }
    for (const name of KEPT_REFERENCES) {
      if (this.#references.find(attributes[name]) !== undefined) this.#needsOriginals = true;
    }
    const { 'mix-blend-mode': _, ...styleOnly } = element.styleOnly ?? {};
    return { ...element, attributes, children: [], styleOnly: element.styleOnly === null ? null : styleOnly };
  }
}
