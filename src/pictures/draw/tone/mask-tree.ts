/**
 * The tree of the tone mask: the same shapes in the same order, continuous ones in white, those that cover them in black.
 * A translucent shape covers nothing; shapes below everything that is marked are left out.
 */
import { BY_REFERENCE } from '../../svg/document/by-reference.ts';
import { failAt } from '../../svg/document/svg-failure.ts';
import { makeElement, type SvgDocument, type SvgElement, type SvgNode } from '../../svg/document/tree.ts';
import type { Extent } from '../../svg/document/viewport.ts';
import type { Scene } from '../../svg/geometry/scene.ts';
import { isStroked } from '../../svg/geometry/stroke.ts';
import { shownTargets } from '../../svg/graph/edges.ts';
import { References } from '../../svg/graph/references.ts';
import { ShownParts } from '../../svg/graph/shown-parts.ts';
import {
  type ComputedStyle,
  type FillStyle,
  INITIAL_STYLE,
  mayHaveMarkers,
} from '../../svg/style/computed-style.ts';
import type { ComputedStyles } from '../../svg/style/computed-styles.ts';
import { TONE_ATTRIBUTE, type Tone, toneOf } from '../../svg/style/tone.ts';
import { readOpacity } from '../../svg/values/paint-values.ts';
import { SVG_DRAWN_ELEMENTS } from '../../svg/work/ledger.ts';
import { contentOf, MASK_COLOUR, paintCover } from './paint.ts';

/** An `<image>` of the mask that still shows the image of the picture. */
export interface MaskImage {
  readonly element: SvgElement;
  readonly tone: Tone;
}

interface MaskTree {
  readonly document: SvgDocument;
  readonly images: readonly MaskImage[];
}

const SHAPES = new Set(['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path']);
const MARKERS = ['marker-start', 'marker-mid', 'marker-end'] as const;
const PAINTS = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'color', ...MARKERS] as const;
/** Attributes that are not copied: they are resolved already, or have no meaning in the mask. */
const DROPPED: ReadonlySet<string> = new Set([...PAINTS, 'id', 'opacity', 'filter', TONE_ATTRIBUTE]);
const NO_PAINT: FillStyle = { paint: 'none', opacity: 1 };
/** References into the document as it was written. */
const KEPT_REFERENCES = ['clip-path', 'mask'] as const;

/**
 * @param percentOf  what percentages mean, in user units
 * @throws {SvgSignal} `svg_limit` when repetitions make it too large
 */
export function buildMaskTree(scene: Scene, percentOf: Extent): MaskTree {
  return new MaskBuilder(scene, percentOf).build();
}

class MaskBuilder {
  readonly #document: SvgDocument;
  readonly #styles: ComputedStyles;
  readonly #percentOf: Extent;
  readonly #references: References;
  /** The elements that show anything marked. */
  readonly #marked: ShownParts;
  readonly #images: MaskImage[] = [];
  /** Ids of recoloured copies, by the original and the inherited style; null for copies that cover nothing. */
  readonly #copies = new Map<string, string | null>();
  readonly #serials = new Map<SvgElement, number>();
  readonly #definitions: SvgElement[] = [];
  /** Whether anything marked has been painted so far. */
  #markedBelow = false;
  #needsOriginals = false;
  #elements = 0;

  constructor({ document, styles }: Scene, percentOf: Extent) {
    this.#document = document;
    this.#styles = styles;
    this.#percentOf = percentOf;
    this.#references = new References(document);
    this.#marked = new ShownParts({
      targetsOf: (element) => shownTargets(element, this.#references),
      matches: (element) => toneOf(element) === 'continuous',
    });
  }

  build(): MaskTree {
    const { root } = this.#document;
    const style = this.#enter(root, INITIAL_STYLE);
    const copy = this.#copyOf(root);
    copy.children = this.#children(root, style);
    if (this.#needsOriginals) this.#definitions.push(this.#originals(root));
    if (this.#definitions.length > 0) copy.children.unshift(makeElement('defs', {}, root, this.#definitions));
    return { document: { ...this.#document, root: copy }, images: this.#images };
  }

  /** The original document, with the paints of its root, for masks, clips and the paths of texts. */
  #originals(root: SvgElement): SvgElement {
    const paints = PAINTS.flatMap((name) => {
      const value = root.attributes[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return makeElement('g', Object.fromEntries(paints), root, root.children);
  }

  #children(element: SvgElement, style: ComputedStyle): SvgNode[] {
    return element.children.flatMap((child): SvgNode[] => {
      if (child.kind === 'text') return [child];
      const copy = this.#visit(child, style);
      if (copy !== null) return [copy];
      // Only the first matching child of a switch is drawn, so each must keep its position.
      return element.name === 'switch' ? [{ ...this.#copyOf(child), name: 'g' }] : [];
    });
  }

  /** The element as it appears in the mask; null when it hides nothing that is marked. */
  #visit(element: SvgElement, outer: ComputedStyle): SvgElement | null {
    if (BY_REFERENCE.has(element.name) || element.attributes['display'] === 'none') return null;
    const style = this.#enter(element, outer);
    if (this.#isTranslucent(element, style)) return null;
    if (SHAPES.has(element.name)) return this.#painted(element, style);
    switch (element.name) {
      case 'image':
        return this.#image(element, style);
      case 'use':
        return this.#use(element, style);
      case 'text':
        return this.#isIdle(style, element) ? null : this.#text(element, style);
      default:
        return this.#container(element, style);
    }
  }

  /** A group with its children; null when none of them appears. */
  #container(element: SvgElement, style: ComputedStyle): SvgElement | null {
    const children = this.#children(element, style);
    if (children.length === 0) return null;
    const copy = this.#copyOf(element);
    copy.children = children;
    return copy;
  }

  /** True when the element as a whole is translucent or invisible. */
  #isTranslucent(element: SvgElement, { tone }: ComputedStyle): boolean {
    const opacity = readOpacity(element.attributes['opacity']);
    if (opacity === 0) return true;
    const blended = (element.styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal';
    return (opacity < 1 || blended) && tone === 'structure' && !this.#marked.has(element);
  }

  /** True for structure with nothing marked below it. */
  #isIdle(style: ComputedStyle, element: SvgElement): boolean {
    if (style.tone === 'continuous' || this.#marked.has(element) || this.#isPaintedMarked(style)) {
      this.#markedBelow = true;
      return false;
    }
    return !this.#markedBelow;
  }

  /** True when a paint or marker of the style shows anything marked. */
  #isPaintedMarked({ fill, stroke, markers }: ComputedStyle): boolean {
    return [fill.paint, stroke.paint, ...markers].some((reference) => {
      const target = this.#references.find(reference);
      const isShown = target?.name === 'pattern' || target?.name === 'marker';
      return isShown && this.#marked.has(target);
    });
  }

  #painted(element: SvgElement, style: ComputedStyle): SvgElement | null {
    if (this.#isIdle(style, element)) return null;
    const copy = this.#copyOf(element);
    this.#paint(copy, style);
    this.#setMarkers(copy, style);
    return copy;
  }

  #paint({ attributes }: SvgElement, style: ComputedStyle): void {
    attributes['fill'] = this.#maskPaint(style.fill, style);
    attributes['stroke'] = this.#maskPaint(style.stroke, style);
  }

  #setMarkers({ attributes }: SvgElement, style: ComputedStyle): void {
    MARKERS.forEach((name, i) => {
      const marker = this.#references.find(style.markers[i]);
      const id =
        marker?.name === 'marker' ? this.#copy(marker, this.#whereWritten(marker, style.tone)) : null;
      if (id !== null) attributes[name] = `url(#${id})`;
    });
    if (!mayHaveMarkers(style)) return;
    // resvg draws no markers on a shape without any paint, so one that loses its paints here must keep a transparent one.
    const isPainted = style.fill.paint !== 'none' || isStroked(style);
    if (isPainted && attributes['fill'] === 'none' && attributes['stroke'] === 'none') {
      attributes['fill'] = 'transparent';
    }
  }

  #maskPaint(paint: FillStyle, style: ComputedStyle): string {
    const cover = paintCover(paint, style.color, this.#references);
    if (cover.kind === 'nothing') return 'none';
    if (style.tone === 'continuous') return MASK_COLOUR.continuous;
    if (cover.kind === 'translucent') return 'none';
    if (cover.kind === 'all') return MASK_COLOUR.structure;
    const id = this.#copy(cover.pattern, this.#whereWritten(cover.pattern, 'structure'));
    return id === null ? 'none' : `url(#${id})`;
  }

  #text(element: SvgElement, style: ComputedStyle): SvgElement {
    const copy = this.#copyOf(element);
    if (element.name === 'textPath') this.#needsOriginals = true;
    this.#paint(copy, style);
    copy.children = element.children.map((child) =>
      child.kind === 'text' ? child : this.#text(child, this.#textPaints(child, style)),
    );
    return copy;
  }

  /** A translucent span covers nothing, but takes up its space in the line. */
  #textPaints(span: SvgElement, outer: ComputedStyle): ComputedStyle {
    const style = this.#enter(span, outer);
    return this.#isTranslucent(span, style)
      ? { ...style, fill: NO_PAINT, stroke: { ...style.stroke, ...NO_PAINT } }
      : style;
  }

  #image(element: SvgElement, style: ComputedStyle): SvgElement | null {
    if (this.#isIdle(style, element)) return null;
    const copy = this.#copyOf(element);
    this.#images.push({ element: copy, tone: style.tone });
    return copy;
  }

  #use(element: SvgElement, style: ComputedStyle): SvgElement | null {
    const target = this.#references.find(element.attributes['href']);
    const id = target === undefined ? null : this.#copy(target, style);
    if (id === null) return null;
    const copy = this.#copyOf(element);
    copy.attributes['href'] = `#${id}`;
    return copy;
  }

  /** The id of a recoloured copy of what a reference names; null when the copy covers nothing. */
  #copy(target: SvgElement, style: ComputedStyle): string | null {
    const { tone, fill, stroke, color, markers } = style;
    const paints = [tone, fill, stroke.paint, stroke.opacity, color, markers];
    const key = JSON.stringify([this.#serial(target), paints, this.#markedBelow]);
    const known = this.#copies.get(key);
    if (known !== undefined) return known;
    // A circular reference finds nothing.
    this.#copies.set(key, null);
    const copy = this.#definition(target, style);
    if (copy === null) return null;
    const id = `stipple-tone-${this.#definitions.length}`;
    copy.attributes['id'] = id;
    this.#definitions.push(copy);
    this.#copies.set(key, id);
    return id;
  }

  #definition(target: SvgElement, outer: ComputedStyle): SvgElement | null {
    if (!BY_REFERENCE.has(target.name)) return this.#visit(target, outer);
    const style = this.#enter(target, outer);
    const content = contentOf(target, this.#references);
    const copy = this.#copyOf(target);
    // A pattern inherits more than its children from another one.
    if (copy.attributes['href'] !== undefined) this.#needsOriginals = true;
    copy.children = this.#children({ ...target, children: [...content] }, style);
    return copy.children.length === 0 ? null : copy;
  }

  #enter(element: SvgElement, outer: ComputedStyle): ComputedStyle {
    return this.#styles.enter(element, outer, this.#percentOf);
  }

  /** The style that a definition inherits where it is written, with the tone of the element that uses it. */
  #whereWritten({ parent }: SvgElement, tone: Tone): ComputedStyle {
    const style = parent === null ? INITIAL_STYLE : this.#styles.of(parent, this.#percentOf);
    return style.tone === tone ? style : { ...style, tone };
  }

  #serial(element: SvgElement): number {
    const serial = this.#serials.get(element) ?? this.#serials.size;
    this.#serials.set(element, serial);
    return serial;
  }

  /** The element without its children and without the attributes that the mask sets itself. */
  #copyOf(element: SvgElement): SvgElement {
    this.#elements += 1;
    if (this.#elements > SVG_DRAWN_ELEMENTS) {
      const message = `more than ${SVG_DRAWN_ELEMENTS} elements are drawn for the tones, repetitions counted`;
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
