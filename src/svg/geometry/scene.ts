/** A document with what is computed of it once and read by all: the styles of its elements, and the sizes of its shapes. */
import type { SvgDocument } from '../document/tree.ts';
import { ComputedStyles } from '../style/computed-styles.ts';
import { ShapeSizes } from './shape-sizes.ts';

export class Scene {
  readonly document: SvgDocument;
  readonly styles = new ComputedStyles();
  readonly shapes = new ShapeSizes();

  constructor(document: SvgDocument) {
    this.document = document;
  }
}
