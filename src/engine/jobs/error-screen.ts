/** The error screen: what failed, on which device and screen, since when, and when the device tries again. */

import type { Palette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';
import { describeFailure, type Failure, type FailureCode } from '../../platform/base/failure.ts';
import { formatTime } from '../../platform/time/strftime.ts';
import { page, svg, text, warningSign, widthEm, wrap } from './notice-parts.ts';

/** What an error screen shows. */
export interface ErrorFacts {
  readonly failure: Failure;
  /** Name or address; null for a picture that several devices may show. */
  readonly device: string | null;
  readonly screen: string;
  /**
   * Time of the first failed try, in ms since 1970; null leaves it out. Not of the last one: the picture would change
   * with each try, and the panel would be redrawn for nothing.
   */
  readonly sinceMs: number | null;
  readonly retrySeconds: number;
}

const TITLES: Readonly<Record<FailureCode, string>> = {
  screen_missing: 'This screen does not exist',
  screen_invalid: 'The screen cannot be read',
  script_syntax: 'The script is not valid Lua',
  script_error: 'The script failed',
  script_timeout: 'The script took too long',
  script_memory: 'The script needs too much memory',
  script_result: 'The script returned the wrong thing',
  template_syntax: 'The template cannot be read',
  template_error: 'The template failed',
  template_limit: 'The template does too much',
  svg_invalid: 'The template made no valid SVG',
  svg_limit: 'The picture is too complex',
  asset_refused: 'A file may not be shown',
  asset_missing: 'A file is missing',
  compose_timeout: 'The screen took too long',
  raster_timeout: 'Drawing took too long',
  raster_failed: 'The picture cannot be drawn',
  picture_too_large: 'The picture is too large',
  worker_lost: 'Drawing was interrupted',
  overloaded: 'The server is busy',
};

/** With the time zone: the server may be in another one than the panel. */
const TIME_FORMAT = '%Y-%m-%d %H:%M %Z';

const LEADING = 1.4;
const SMALL = 0.75;

/** An ink that looks red; null on panels without one. */
function redInk(palette: Palette): string | null {
  return palette.find((ink) => /^#[9a-f][\da-f][0-5][\da-f][0-5][\da-f]$/i.test(ink)) ?? null;
}

/**
 * The SVG of an error screen: a white rectangle with a red outline, `Error: <reason>`, the device and the screen, and
 * when the device tries again. On a panel without red ink the outline is black, as red would be dithered.
 */
export function errorScreen(size: Size, palette: Palette, facts: ErrorFacts): string {
  const accent = redInk(palette) ?? '#000000';
  const at = page(size);
  const { unit, widthPx, heightPx } = at;
  const inset = Math.max(Math.round(10 * unit), 2);
  // An even number, so that both edges lie on whole pixels.
  const stroke = 2 * Math.max(Math.round(3 * unit), 1);
  const left = Math.round(inset + stroke + 24 * unit);
  const room = { left, top: left, width: widthPx - 2 * left, height: heightPx - 2 * left };
  return svg(
    at,
    [
      `<rect x="${inset}" y="${inset}" width="${Math.max(widthPx - 2 * inset, 0)}" height="${Math.max(heightPx - 2 * inset, 0)}" fill="none" stroke="${accent}" stroke-width="${stroke}"/>`,
      ...blocks(room, Math.round(Math.max(24 * unit, 10)), facts, accent),
    ].join(''),
  );
}

interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The title and the reason from the top, the rest from the bottom. What does not fit is left out. */
function blocks(room: Room, fontPx: number, facts: ErrorFacts, accent: string): string[] {
  const { left, top, width, height } = room;
  const smallPx = Math.max(Math.round(fontPx * SMALL), 9);
  const footer = footerLines(facts, Math.max(width / smallPx, 4)).slice(
    -Math.max(Math.floor((height - 2 * fontPx * LEADING) / (smallPx * LEADING)), 1),
  );
  const footerTop = top + height - footer.length * smallPx * LEADING;
  const rows = (from: number): number => Math.floor((footerTop - from) / (fontPx * LEADING));
  const hasTitle = rows(top) >= 3;
  const reasonTop = hasTitle ? top + fontPx * 1.9 : top;
  const reason = wrap(
    `Error: ${describeFailure(facts.failure)}`,
    Math.max(width / fontPx, 4),
    Math.min(Math.max(rows(reasonTop), 1), 16),
  );
  return [
    ...(hasTitle ? title(room, fontPx, TITLES[facts.failure.code], accent) : []),
    ...reason.map((line, row) => text(left, reasonTop + fontPx * (1 + row * LEADING), fontPx, line, BOLD)),
    ...footer.map((line, row) =>
      text(left, top + height - (footer.length - 1 - row) * smallPx * LEADING, smallPx, line),
    ),
  ];
}

const BOLD = 'font-weight="600"';

function title({ left, top, width }: Room, fontPx: number, words: string, accent: string): string[] {
  const side = 2 * Math.round(fontPx * 0.5);
  const room = Math.max(width - 1.5 * side, 1);
  const titlePx = Math.floor(Math.max(Math.min(fontPx * 1.25, room / widthEm(words)), fontPx * 0.8));
  const [line = ''] = wrap(words, Math.max(room / titlePx, 4), 1);
  return [
    warningSign(left, top, side, accent, '#ffffff'),
    text(left + side * 1.5, top + side, titlePx, line, BOLD),
  ];
}

function footerLines({ device, screen, sinceMs, retrySeconds }: ErrorFacts, maxEm: number): string[] {
  const since = sinceMs === null ? [] : [`Since ${formatTime(sinceMs / 1000, TIME_FORMAT)}`];
  const who = device === null ? [] : [`Device: ${device}`];
  return [
    ...who,
    `Screen: ${screen}`,
    ...since,
    `This device will retry in ${retrySeconds} seconds.`,
  ].flatMap((line) => wrap(line, maxEm, 2));
}
