/** Random shapes, written in every way that SVG has for lengths, paths and transforms, and in some that it has not. */
import { randomNumbers } from '../../../../support/random.ts';

const UNITS = ['', '', '', '', 'px', 'em', 'ex', 'pt', 'mm', 'cm', 'in', 'pc', '%'];
const ODD_UNITS = ['rem', 'ch', 'Q', 'PX', ' px', 'vw', 'px ', 'e'];
const ODD_LISTS = [
  'bogus(3)',
  'translate(5px 5)',
  'rotate(10deg)',
  'translate(,50)',
  'scale(2',
  'none',
  'matrix(1 0 0 1 9)',
];

/** The markup of one shape, in groups. The same seed gives the same shape. */
export function randomShape(seed: number): string {
  const random = randomNumbers(seed);
  const pick = (all: readonly string[]): string => all[random(all.length)] ?? '';
  const maybe = (oneIn: number, text: () => string): string => (random(oneIn) === 0 ? text() : '');
  const whole = (from: number, to: number): number => from + random(to - from);
  const number = (from: number, to: number): string =>
    pick([
      String(whole(from, to)),
      (whole(from * 100, to * 100) / 100).toString(),
      `${whole(from, to)}e0`,
      `+${whole(0, to)}`,
    ]);
  const length = (from: number, to: number): string => {
    const unit = random(25) === 0 ? pick(ODD_UNITS) : pick(UNITS);
    const [low, high] =
      unit === '' || unit === 'px' ? [from, to] : [Math.ceil(from / 16), Math.ceil(to / 16)];
    return `${number(low, Math.max(high, low + 1))}${unit}`;
  };
  const between = (): string => pick([' ', ',', ' , ', '  ', '\n']);
  const list = (count: number, from: number, to: number): string => {
    let text = String(whole(from, to));
    for (let i = 1; i < count; i += 1) {
      const next = whole(from, to);
      text += next < 0 && random(2) === 0 ? String(next) : between() + next;
    }
    return text;
  };
  const transform = (): string => {
    if (random(12) === 0) return pick(ODD_LISTS);
    const one = (): string =>
      pick([
        `translate(${list(whole(1, 3), -60, 200)})`,
        `scale(${pick(['2', '.5', '-1 1', '1.5,.5', '1 2'])})`,
        `rotate(${pick(['30', '-45', '90 200 100', '10,50,50'])})`,
        `skewX(${whole(-40, 40)})`,
        `skewY(${whole(-40, 40)})`,
        `matrix(${pick(['1 0 0 1 20 30', '.5 .2 -.3 1 40 10', '0-1 1 0 0 300'])})`,
      ]);
    return Array.from({ length: whole(1, 3) }, one).join(pick([' ', '', ', ']));
  };
  const path = (): string => {
    let d = `${pick(['M', 'm'])}${list(2, 100, 500)}`;
    for (let i = whole(1, 9); i > 0; i -= 1) {
      const command = pick([
        'L',
        'l',
        'h',
        'v',
        'H',
        'V',
        'c',
        'C',
        's',
        'S',
        'q',
        'Q',
        't',
        'T',
        'T',
        'S',
        'a',
        'z',
        'm',
        'Z',
        'l',
      ]);
      const counts: Record<string, number> = { l: 2, m: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, z: 0 };
      const count = counts[command.toLowerCase()] ?? 7;
      const [from, to] = command === command.toLowerCase() ? [-90, 90] : [50, 500];
      if (command.toLowerCase() === 'z') d += command;
      else if (command === 'a')
        d += `a${list(3, 5, 90)}${between()}${random(2)}${random(2)}${list(2, -90, 90)}`;
      else d += `${pick(['', ' '])}${command}${list(count * pick(['1', '1', '2']).length, from, to)}`;
    }
    return d + maybe(20, () => pick([' x 9 9 L 9 9', ' L 900', ' 7', ',']));
  };
  const shape = (): string => {
    switch (random(8)) {
      case 0:
        return `<rect x="${length(0, 300)}" y="${length(0, 200)}" width="${length(5, 300)}" height="${length(5, 200)}"${maybe(3, () => ` rx="${length(0, 30)}"`)}`;
      case 1:
        return `<circle cx="${length(50, 400)}" cy="${length(50, 300)}" r="${length(5, 100)}"`;
      case 2:
        return `<ellipse cx="${length(50, 400)}" cy="${length(50, 300)}"${maybe(2, () => ` rx="${length(5, 100)}"`)}${maybe(2, () => ` ry="${length(5, 100)}"`)}`;
      case 3:
        return `<line x1="${length(0, 400)}" y1="${length(0, 300)}" x2="${length(0, 400)}" y2="${length(0, 300)}"`;
      case 4:
        return `<${pick(['polyline', 'polygon'])} points="${list(whole(2, 5) * 2 + random(2), 20, 500)}${maybe(12, () => ' x 3')}"`;
      default:
        return `<path d="${path()}"`;
    }
  };
  const style = (): string =>
    maybe(2, () => ` stroke="#000"${maybe(2, () => ` stroke-width="${length(1, 30)}"`)}`) +
    maybe(4, () => ` stroke-linejoin="${pick(['miter', 'round', 'bevel', 'miter-clip', 'arcs'])}"`) +
    maybe(6, () => ` stroke-miterlimit="${pick(['1', '2', '10', '0', '4px'])}"`) +
    maybe(6, () => ` stroke-linecap="${pick(['square', 'round', 'butt'])}"`) +
    maybe(3, () => ` font-size="${pick(['20', '2em', '50%', '10pt', 'large', '3ex', '1rem'])}"`) +
    maybe(2, () => ` transform="${transform()}"`);
  const group = maybe(2, style);
  return `<g${group}>${shape()}${style()}/></g>`;
}
