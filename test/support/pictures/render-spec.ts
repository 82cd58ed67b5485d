/** Render specs of which only what a test is about is said. */
import { defaultRenderSpec, type RenderSpec } from '../../../src/domain/render-spec.ts';

/** The default spec with changes, of an 800 x 480 panel unless told otherwise. */
export function renderSpec(changes: Partial<RenderSpec> = {}): RenderSpec {
  const { widthPx = 800, heightPx = 480 } = changes;
  return { ...defaultRenderSpec({ widthPx, heightPx }), ...changes };
}
