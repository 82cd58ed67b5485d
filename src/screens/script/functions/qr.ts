/** `qr_svg`: draws a QR code as SVG, with modules of whole pixels. */
import encodeQR from 'qr';
import { badArgument, bytesArgument, type FunctionGroup, hasTable } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { OptionTable } from '../option-table.ts';
import { panelScale } from '../panel-facts.ts';
import type { RunContext } from '../run-context.ts';

const ECC_LEVELS = ['low', 'medium', 'quartile', 'high'] as const;
/** Bytes that the largest code holds (ISO/IEC 18004, table 7, version 40). */
const CAPACITY = { low: 2_953, medium: 2_331, quartile: 1_663, high: 1_273 } as const;
/** Digits that the largest code holds, the most characters of any kind (same table). */
const MAX_CHARACTERS = 7_089;
/** Place of the point (x, y) in the square: fractions of its edge from the left and from the top. */
const ANCHORS = {
  'top-left': [0, 0],
  top: [0.5, 0],
  'top-right': [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  'bottom-left': [0, 1],
  bottom: [0.5, 1],
  'bottom-right': [1, 1],
} as const;
/** Width of the quiet zone of the standard (ISO/IEC 18004, 5.3.8). */
const QUIET_MODULES = 4;
/** Edge of a module on a panel of 800 x 480, about 0.6 mm: phones can read it at arm's length. */
const MODULE_PX = 4;
const MAX_PX = 100_000;
/** Colours that may be written into an attribute. */
const COLOUR = /^(?:#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,20})$/;

const KNOWN = new Set(['ecc', 'x', 'y', 'anchor', 'margin', 'size', 'module', 'dark', 'light']);

interface QrOptions {
  readonly ecc: (typeof ECC_LEVELS)[number];
  readonly x: number;
  readonly y: number;
  readonly anchor: keyof typeof ANCHORS;
  readonly marginModules: number;
  readonly sizePx: number | null;
  readonly modulePx: number | null;
  readonly dark: string;
  readonly light: string;
}

const DEFAULTS: QrOptions = {
  ecc: 'medium',
  x: 0,
  y: 0,
  anchor: 'top-left',
  marginModules: QUIET_MODULES,
  sizePx: null,
  modulePx: null,
  dark: '#000000',
  light: '#ffffff',
};

function readOptions(lua: LuaStack): QrOptions {
  if (!hasTable(lua, 2, 'qr_svg')) return DEFAULTS;
  const options = new OptionTable(lua, 2, 'qr_svg');
  options.refuseUnknown(KNOWN);
  const colour = (key: 'dark' | 'light') => {
    const text = options.text(key) ?? DEFAULTS[key];
    if (COLOUR.test(text)) return text;
    throw options.wrong(`option '${key}' must be a colour as #rrggbb, its name, or none`);
  };
  const read: QrOptions = {
    ecc: options.choice('ecc', ECC_LEVELS, DEFAULTS.ecc),
    x: options.number('x', DEFAULTS.x, -MAX_PX, MAX_PX),
    y: options.number('y', DEFAULTS.y, -MAX_PX, MAX_PX),
    anchor: options.choice('anchor', Object.keys(ANCHORS) as (keyof typeof ANCHORS)[], DEFAULTS.anchor),
    marginModules: options.whole('margin', DEFAULTS.marginModules, 0, 100),
    sizePx: options.number('size', DEFAULTS.sizePx, 1, MAX_PX),
    modulePx: options.whole('module', DEFAULTS.modulePx, 1, 1_000),
    dark: colour('dark'),
    light: colour('light'),
  };
  if (read.sizePx !== null && read.modulePx !== null) {
    throw options.wrong("options 'size' and 'module' exclude each other");
  }
  return read;
}

/** The modules of a code in rows, true for dark ones. `data` has one character (0..255) for each byte. */
function encode(data: string, ecc: QrOptions['ecc']): readonly (readonly boolean[])[] {
  if (data === '') throw badArgument(1, 'qr_svg', 'an empty string cannot be encoded');
  try {
    if (data.length > MAX_CHARACTERS) throw new RangeError('too long');
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    // The library draws a border of at least one module.
    const bordered = encodeQR(data, 'raw', { ecc, border: 1, textEncoder: bytes });
    return bordered.slice(1, -1).map((row) => row.slice(1, -1));
  } catch {
    throw new LuaRaise(
      `qr_svg: ${data.length} bytes are too many; with ecc '${ecc}' a code holds ${CAPACITY[ecc]} bytes of any kind`,
    );
  }
}

/** Pixels of a module's edge: as many as fit into `size`, else `module`, else a default for the panel. */
function modulePxOf(options: QrOptions, modules: number, run: RunContext): number {
  const { sizePx, modulePx } = options;
  if (sizePx === null) return modulePx ?? Math.max(1, Math.round(MODULE_PX * panelScale(run)));
  const fitting = Math.floor(sizePx / modules);
  if (fitting < 1)
    throw new LuaRaise(`qr_svg: this code needs a size of ${modules} pixels at least, got ${sizePx}`);
  return fitting;
}

/** The dark modules as a path: a rectangle for every run of dark modules in a row. */
function pathOf(code: readonly (readonly boolean[])[], left: number, top: number, modulePx: number): string {
  let path = '';
  for (const [y, row] of code.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x++;
      const width = (x + 1 - start) * modulePx;
      path += `M${left + start * modulePx} ${top + y * modulePx}h${width}v${modulePx}h-${width}z`;
    }
  }
  return path;
}

function qrSvg(lua: LuaStack, run: RunContext): number {
  const bytes = bytesArgument(lua, 1, 'qr_svg');
  const options = readOptions(lua);
  const code = encode(Buffer.from(bytes.buffer).toString('latin1'), options.ecc);
  const modules = code.length + 2 * options.marginModules;
  const modulePx = modulePxOf(options, modules, run);
  const edge = modules * modulePx;
  const [right, down] = ANCHORS[options.anchor];
  const left = Math.round(options.x - edge * right);
  const top = Math.round(options.y - edge * down);
  const inset = options.marginModules * modulePx;
  const { dark, light } = options;
  const ground =
    light === 'none' ? '' : `<rect x="${left}" y="${top}" width="${edge}" height="${edge}" fill="${light}"/>`;
  const path = pathOf(code, left + inset, top + inset, modulePx);
  lua.pushText(
    `<g shape-rendering="crispEdges" stroke="none">${ground}<path fill="${dark}" d="${path}"/></g>`,
  );
  lua.pushNumber(edge);
  return 2;
}

export const qrGroup: FunctionGroup = { functions: { qr_svg: qrSvg } };
