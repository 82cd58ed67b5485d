/** The content of a pushed picture: its own SVG, or one of ours around an image. */

import { contentHash } from '../../domain/content-hash.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import { NO_ASSETS } from '../../pictures/svg/images/asset-files.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Content } from './content-store.ts';
import type { PictureHead, PushFit } from './pushes.ts';

/** What logs and metrics give in the place of a screen. */
const PUSHED_SCREEN = 'pushed picture';

/** How an image fills the picture, in the words of SVG. */
const RATIOS: Readonly<Record<PushFit, string>> = {
  contain: 'xMidYMid meet',
  cover: 'xMidYMid slice',
  fill: 'none',
};

/**
 * Make the content. It shows no files: a pushed SVG can show only what it brings itself.
 * @param environment  digest of fonts and engine
 */
export function pushedContent(
  head: PictureHead,
  body: Buffer,
  spec: RenderSpec,
  environment: string,
): Content {
  const svg = head.type === 'image/svg+xml' ? body.toString('utf8') : around(head, body, spec);
  const hash = contentHash(sha256Hex(svg), spec, environment);
  return {
    hash,
    environment,
    svg,
    spec,
    name: 'picture.svg',
    screen: PUSHED_SCREEN,
    assets: NO_ASSETS,
    origins: null,
    secrets: [],
  };
}

/** An SVG of ours that draws an image over the whole picture. Fit, tone and background come from a few words. */
function around(
  { type, fit, tone, background }: PictureHead,
  body: Buffer,
  { widthPx, heightPx }: RenderSpec,
): string {
  const size = `width="${widthPx}" height="${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}">
<rect ${size} fill="${background}"/>
<image ${size} preserveAspectRatio="${RATIOS[fit]}" data-tone="${tone}" href="data:${type};base64,${body.toString('base64')}"/>
</svg>`;
}
