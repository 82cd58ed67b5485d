/** The warm-up of a raster worker: a board with texts, a gradient and shapes, drawn, dithered and encoded. */
import { DEFAULT_SIZE } from '../../../domain/panel.ts';
import { defaultRenderSpec } from '../../../domain/render-spec.ts';
import { NO_ASSETS } from '../../../pictures/svg/images/asset-files.ts';
import type { RasterJob } from '../jobs.ts';
import { type IsQuiet, warmUpRounds } from './rounds.ts';

const ROWS = 12;
const ROW_PX = 34;

/** Draw as often as the time allows. @returns how often */
export function warmUpRaster(draw: (job: RasterJob) => Promise<unknown>, isQuiet?: IsQuiet): Promise<number> {
  return warmUpRounds((round) => draw(rasterRound(round)), isQuiet);
}

/** The picture of one round, which is like that of no other. */
export function rasterRound(round: number): RasterJob {
  const spec = defaultRenderSpec(DEFAULT_SIZE);
  return { svg: boardSvg(round), name: 'warm-up', assets: NO_ASSETS, spec };
}

function boardSvg(round: number): string {
  const { widthPx, heightPx } = DEFAULT_SIZE;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const y = 80 + row * ROW_PX;
    return `<text x="24" y="${y}" font-size="20">${10 + row}:${10 + ((round + row) % 50)}</text>
<text x="110" y="${y}" font-size="20" font-weight="600">Line ${row} to Harbour ${round}</text>
<text x="640" y="${y}" font-size="14" fill="#555">+${round + row} min</text>
<path d="M24 ${y + 9} h${widthPx - 48}" stroke="#aaa" stroke-width="1"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}">
<defs><linearGradient id="sky"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
<rect width="${widthPx}" height="48" fill="url(#sky)"/>
<circle cx="700" cy="400" r="${40 + round}" fill="none" stroke="#000" stroke-width="3"/>
<text x="24" y="36" font-size="28" fill="#fff">Departures</text>
<text x="0" y="0" font-size="18" transform="translate(784 300) rotate(-90)">Drawn by resvg</text>
${rows.join('\n')}
</svg>`;
}
