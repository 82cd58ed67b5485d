/** Runs raster jobs with the bundled fonts, in this thread. */
import assert from 'node:assert/strict';
import type { Palette } from '../../../src/domain/palette.ts';
import type { Size } from '../../../src/domain/panel.ts';
import type { RenderSpec } from '../../../src/domain/render-spec.ts';
import type { RasterJob, RasterResult } from '../../../src/engine/jobs/jobs.ts';
import { raster } from '../../../src/engine/jobs/raster.ts';
import { encodePng } from '../../../src/pictures/native/encode-png.ts';
import type { Result } from '../../../src/platform/base/result.ts';
import { noiseBytes } from './kernel-pictures.ts';
import { openTools } from './raster-tools.ts';
import { renderSpec } from './render-spec.ts';

const tools = openTools();

/** The default spec, of a small picture. */
export function spec(changes: Partial<RenderSpec> = {}): RenderSpec {
  return renderSpec({ widthPx: 80, heightPx: 48, ...changes });
}

export type JobChanges = Partial<Omit<RasterJob, 'svg' | 'spec'>> & { readonly spec?: Partial<RenderSpec> };

export function tryRaster(svg: string, changes: JobChanges = {}): Promise<Result<RasterResult>> {
  const assets = { roots: [], dir: '' };
  return raster(tools, { name: 'test.svg', assets, ...changes, svg, spec: spec(changes.spec) });
}

/** Draw what must succeed. */
export async function rasterOf(svg: string, changes: JobChanges = {}): Promise<RasterResult> {
  const result = await tryRaster(svg, changes);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value;
}

/** An image of grey noise, the same every time, as an address for an `href`. */
function noiseImage(widthPx: number, heightPx: number): string {
  const palette = Array.from({ length: 256 }, (_, i) => `#${i.toString(16).padStart(2, '0').repeat(3)}`);
  const png = encodePng(noiseBytes(widthPx * heightPx, 7), { widthPx, heightPx, palette });
  return `data:image/png;base64,${png.toString('base64')}`;
}

export const SIXTEEN_GREYS: Palette = Array.from({ length: 16 }, (_, i) => `#${i.toString(16).repeat(6)}`);

/** A ramp with grain: dithering makes more of the grain than is in it. */
export function grain({ widthPx, heightPx }: Size, opacity: number): string {
  const box = `width="${widthPx}" height="${heightPx}"`;
  return `<svg viewBox="0 0 ${widthPx} ${heightPx}"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
<rect ${box} fill="url(#g)"/><image opacity="${opacity}" ${box} href="${noiseImage(widthPx, heightPx)}"/></svg>`;
}
