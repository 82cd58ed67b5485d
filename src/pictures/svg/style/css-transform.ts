/** Converts a CSS `transform` value to the syntax of the SVG attribute, which has no units and fewer functions. */

const FUNCTION = /(?<![a-z0-9])([a-z0-9]+)\(([^()]*)\)/gi;
const LENGTH_IN_PX: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const ANGLE_IN_DEG: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

/** The value for a `transform` attribute. Functions with a third dimension or an unknown unit are left out. */
export function cssTransform(value: string): string {
  const parts: string[] = [];
  for (const [, name = '', args = ''] of value.matchAll(FUNCTION)) {
    const written = writeFunction(
      name.toLowerCase(),
      args.split(/[\s,]+/).filter((arg) => arg !== ''),
    );
    if (written !== null) parts.push(written);
  }
  return parts.join(' ');
}

function writeFunction(name: string, args: readonly string[]): string | null {
  const convert = name.startsWith('rotate') || name.startsWith('skew') ? degrees : pixels;
  const [a, b = 0, ...rest] = args.map(convert);
  if (a === undefined || [a, b, ...rest].some(Number.isNaN)) return null;
  switch (name) {
    case 'translatex':
      return `translate(${a} 0)`;
    case 'translatey':
      return `translate(0 ${a})`;
    case 'scalex':
      return `scale(${a} 1)`;
    case 'scaley':
      return `scale(1 ${a})`;
    case 'scale':
      return `scale(${a} ${args.length > 1 ? b : a})`;
    case 'skewx':
      return `skewX(${a})`;
    case 'skewy':
      return `skewY(${a})`;
    case 'skew':
      return `matrix(1 ${tangent(b)} ${tangent(a)} 1 0 0)`;
    case 'translate':
    case 'rotate':
    case 'matrix':
      return `${name}(${[a, ...(args.length > 1 ? [b] : []), ...rest].join(' ')})`;
    default:
      return null;
  }
}

function tangent(angle: number): number {
  return Math.tan((angle * Math.PI) / 180);
}

function pixels(text: string): number {
  return withUnit(text, LENGTH_IN_PX);
}

function degrees(text: string): number {
  return withUnit(text, ANGLE_IN_DEG);
}

/** A number with an optional unit of the table. NaN for anything else. */
function withUnit(text: string, units: Readonly<Record<string, number>>): number {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text);
  if (match === null) return Number.NaN;
  const unit = (match[2] ?? '').toLowerCase();
  return Number(match[1]) * (unit === '' ? 1 : (units[unit] ?? Number.NaN));
}
