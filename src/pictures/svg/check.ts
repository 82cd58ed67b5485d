/** Checks an SVG without drawing it, so that its problems are known when the screen is composed. */
import { ok, type Result } from '../../platform/base/result.ts';
import { catchFailure } from './document/svg-failure.ts';
import type { Viewport } from './document/viewport.ts';
import { readViewport } from './document/viewport.ts';
import { Scene } from './geometry/scene.ts';
import { settleReferences } from './graph/settle.ts';
import { collectImages, filesOf, type ShownFile } from './images/images.ts';
import { inlineSvgImages } from './images/nested-svg.ts';
import { parseSvg } from './parse/parse.ts';
import { applyStyles } from './style/cascade.ts';
import { applyTransformOrigins } from './style/transform-origin.ts';
import { checkLimits } from './work/check-work.ts';

interface SvgFacts {
  readonly viewport: Viewport;
  /** The image files that the SVG shows, each once. */
  readonly files: readonly ShownFile[];
}

/** The size of an SVG that does not declare one, in place of that of the display. */
const SOME_FRAME = { width: 800, height: 480 };

/**
 * Check everything that needs neither fonts nor files: XML, size, limits, addresses of images.
 * @param name  file name for messages
 */
export function checkSvg(svg: string, name: string): Result<SvgFacts> {
  return catchFailure(name, () => {
    const document = parseSvg(svg, name);
    const viewport = readViewport(document, SOME_FRAME);
    applyStyles(document);
    applyTransformOrigins(document, viewport.viewBox ?? viewport);
    const links = settleReferences(document);
    const uses = collectImages(document);
    const { isChanged } = inlineSvgImages(document, uses, null);
    checkLimits(new Scene(document), viewport, SOME_FRAME, isChanged ? null : links);
    return ok({ viewport, files: filesOf(document, uses) });
  });
}
