/** The page of the bench: text of many sizes on white, grey, black and gradients, tables and lines. */
import { drawImage } from './draw-svg.ts';
import type { Image } from './image.ts';
import { HEIGHT, WIDTH } from './size.ts';

/** Left, top, width and height of the part of the page where text lies on gradients. */
export const PAGE_GRADIENTS = [400, 40, 400, 440] as const;

const LINES = 13;

/** Text, grid and gradients as most screens have them, drawn by the project's own rasterizer. */
export function page(): Promise<Image> {
  const lines = Array.from({ length: LINES }, (_, i) => {
    const size = 10 + i * 1.5;
    const y = 68 + i * 23;
    return (
      `<text x="20.3" y="${y}" font-size="${size}">Tuesday 21.5 °C, ${i} mm</text>` +
      `<text x="420.3" y="${y}" font-size="${size}" fill="#fff">Next train 08:${10 + i}</text>`
    );
  });
  const grid = Array.from({ length: 20 }, (_, i) => `<path d="M${20.5 + i * 18} 380V460"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="DejaVu Sans">
    <defs><linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#ccc"/></linearGradient></defs>
    <rect width="800" height="480" fill="#fff"/>
    <rect width="800" height="40" fill="#000"/><text x="20" y="28" font-size="22" font-weight="bold" fill="#fff">Kitchen</text>
    <text x="780" y="27" font-size="16" text-anchor="end" fill="#aaa">updated 07:42</text>
    <rect x="400" y="40" width="400" height="330" fill="url(#g)"/>
    ${lines.join('')}<g stroke="#000">${grid.join('')}</g>
    <rect x="400" y="380" width="400" height="80" fill="url(#g)"/>
    <text x="420" y="430" font-size="28" fill="#fff">Low battery</text><text x="620" y="430" font-size="28">Low battery</text>
  </svg>`;
  return drawImage('page', svg, WIDTH, HEIGHT);
}
