/** Prepares a parsed SVG for drawing: everything that needs neither fonts nor pixels. */
import type { Problem } from '../../platform/base/failure.ts';
import type { SvgDocument } from './document/tree.ts';
import { type Extent, userBox, type Viewport } from './document/viewport.ts';
import { copyUsedTexts } from './fonts/used-texts.ts';
import { Scene } from './geometry/scene.ts';
import { settleReferences } from './graph/settle.ts';
import type { AssetFolder } from './images/asset-files.ts';
import { collectImages, type ImageUse } from './images/images.ts';
import { inlineSvgImages } from './images/nested-svg.ts';
import { applyStyles } from './style/cascade.ts';
import { applyTransformOrigins } from './style/transform-origin.ts';
import { warnOfForeignReferences, warnOfLostReferences } from './warnings/references.ts';
import { warnOfUndrawnParts, warnOfUndrawnValues } from './warnings/undrawn.ts';
import { warnOfUnknownNames } from './warnings/unknown-names.ts';
import { warnOfUnreadableValues } from './warnings/unreadable-values.ts';
import { checkLimits, type LimitsReport } from './work/check-work.ts';

interface ResolveOptions {
  /** Size of the picture, in device pixels. */
  readonly frame: Extent;
  readonly assets: AssetFolder;
  /** True to look for names and values without effect, which takes a part of the time. */
  readonly warnsAll: boolean;
}

/** A document that is ready for its fonts and pixel images. */
interface ResolvedSvg {
  readonly scene: Scene;
  /** The pixel images that are still to be loaded. */
  readonly images: readonly ImageUse[];
  readonly limits: LimitsReport;
  readonly warnings: readonly Problem[];
}

/** What is left out of the picture although it can be read. */
function warnOfUndrawn(document: SvgDocument): readonly Problem[] {
  return [...warnOfUndrawnParts(document), ...warnOfUndrawnValues(document)];
}

/**
 * Resolve the styles and references of a parsed document, replace SVG images by their content, and check its limits.
 * @throws {SvgSignal} what is wrong with the SVG
 */
export function resolveSvg(document: SvgDocument, viewport: Viewport, options: ResolveOptions): ResolvedSvg {
  const { frame, assets, warnsAll } = options;
  const warnings: Problem[] = warnsAll ? [...warnOfUnknownNames(document)] : [];
  warnings.push(...applyStyles(document));
  warnings.push(...applyTransformOrigins(document, userBox(viewport)));
  if (warnsAll) warnings.push(...warnOfUndrawn(document), ...warnOfUnreadableValues(document));
  warnings.push(...warnOfForeignReferences(document));
  const links = settleReferences(document);
  warnings.push(...warnOfLostReferences(document, links));
  const scene = new Scene(document);
  const isCopied = copyUsedTexts(scene, links);
  const inlined = inlineSvgImages(document, collectImages(document), assets);
  warnings.push(...inlined.warnings);
  const limits = checkLimits(scene, viewport, frame, inlined.isChanged || isCopied ? null : links);
  warnings.push(...limits.warnings);
  return { scene, images: inlined.uses, limits, warnings };
}
