/** A document with the computed styles of its elements and the sizes of its shapes, which are shared by all steps. */
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
