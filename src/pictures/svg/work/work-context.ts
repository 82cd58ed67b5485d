/** What the parts of the estimate share: the document, the picture, the sums, and how to follow references. */
import type { SvgElement } from '../document/tree.ts';
import type { Scene } from '../geometry/scene.ts';
import type { DocumentGraph } from '../graph/document-graph.ts';
import type { Server, Servers } from '../graph/servers.ts';
import type { Box } from '../values/box.ts';
import type { Canvas } from './canvas.ts';
import type { InheritedState } from './inherited-state.ts';
import type { Ledger } from './ledger.ts';

/** The element that refers to something. */
export interface Follower {
  /** Box of the element, in its user units; null when no size depends on it. */
  readonly box: Box | null;
  /** `width` and `height` of a `<use>`. */
  readonly wanted?: { readonly width: number | null; readonly height: number | null };
  /** A pattern with what it inherits from others. */
  readonly server?: Server;
}

export interface WorkContext {
  readonly scene: Scene;
  readonly canvas: Canvas;
  readonly graph: DocumentGraph;
  readonly servers: Servers;
  readonly ledger: Ledger;
  /** Count the decoding of an image for an element. */
  showImage(element: SvgElement, state: InheritedState): void;
  /** Estimate the target of a reference at its size there. @returns its box in the units of the referring element */
  follow(target: SvgElement, state: InheritedState, by: Follower): Box | null;
}
