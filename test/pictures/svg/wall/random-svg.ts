/** Makes SVGs with random references: every kind of element and edge, in every spelling, in cycles, chains and fans. */
import { Dice } from './dice.ts';
import type { DrawOrder } from './drawing-process.ts';
import { type Link, LINKS as NAMED_LINKS, START } from './links.ts';
import { randomFilter } from './random-filter.ts';

const LINKS: readonly Link[] = [
  ...Object.values(NAMED_LINKS),
  // What is in such a pattern grows with every text.
  (id, next) =>
    `<pattern id="${id}" width="1" height="1"><text y="40" stroke="url(#${next})">a<tspan fill="url(#${next})">b</tspan></text></pattern>`,
];

const PANELS = [
  [80, 48],
  [80, 48],
  [400, 300],
  [800, 480],
  [800, 480],
  [480, 800],
  [1872, 1404],
  [4096, 4096],
] as const;

/** A picture to draw, the same for every seed. */
export function randomOrder(seed: number): DrawOrder {
  const dice = new Dice(seed);
  const [widthPx, heightPx] = dice.pick(PANELS);
  return {
    svg: randomSvg(dice, 0),
    widthPx,
    heightPx,
    text: dice.pick(['fitted', 'plain']),
    output: dice.pick(['panel', 'panel', 'undithered']),
  };
}

function randomSvg(dice: Dice, level: number): string {
  const size = dice.chance(70)
    ? 'viewBox="0 0 800 480"'
    : `width="${1 + dice.below(4096)}" height="${1 + dice.below(4096)}"`;
  const around = dice.chance(15) ? randomEffects(dice) : '';
  const body = dice.pick([mixture, mixture, mixture, chain, fan])(dice, level);
  const css = dice.chance(30) ? styles(dice) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}${around}>${css}${body}</svg>`;
}

function mixture(dice: Dice, level: number): string {
  return dice.times(18, () => element(dice, 3, level));
}

/** Elements that each refer to the next, with or without an end. */
function chain(dice: Dice, level: number): string {
  const length = dice.pick([3, 20, 70, 200, 450, 2_000]);
  const make = dice.pick(LINKS);
  const last = dice.chance(30) ? dice.below(length) : length;
  const links = Array.from({ length }, (_, i) => make(`k${i}`, `k${i === length - 1 ? last : i + 1}`)).join(
    '',
  );
  const end = `<g id="k${length}"><rect width="40" height="40"/></g>`;
  return `<defs>${links}${end}</defs>${START}${dice.times(3, () => element(dice, 1, level))}`;
}

/** A few ids that each refer to the one before several times: small to write, huge to draw. */
function fan(dice: Dice): string {
  const make = dice.pick(LINKS);
  const width = 1 + dice.below(5);
  const levels = 2 + dice.below(9);
  const content = (i: number): string =>
    Array.from({ length: width }, () => make('', `k${i + 1}`).replace(' id=""', '')).join('');
  const links = Array.from({ length: levels }, (_, i) => `<g id="k${i}">${content(i)}</g>`).join('');
  const servers = Array.from({ length: levels }, (_, i) => make(`k${i}`, `k${i + 1}`)).join('');
  return `<defs>${dice.chance(50) ? links : servers}<g id="k${levels}"><rect width="40" height="40"/></g></defs>${START}`;
}

function styles(dice: Dice): string {
  const rules = dice.times(5, () => {
    const selector = dice.pick(['rect', '*', 'g > *', `#${dice.pick(['n0', 'n1', 'n2'])}`, '.c']);
    const property = dice.pick(['fill', 'stroke', 'mask', 'clip-path', 'filter', 'marker', 'marker-mid']);
    return `${selector}{${property}:${dice.url()}}`;
  });
  return `<style>${rules}</style>`;
}

/** Attributes that name something, or make a layer. */
function randomEffects(dice: Dice): string {
  const attributes: Record<string, string> = {};
  const perhaps = (percent: number, name: string, value: () => string): void => {
    if (dice.chance(percent)) attributes[name] = value();
  };
  perhaps(40, 'id', () => dice.pick(dice.ids));
  for (const name of ['fill', 'stroke', 'mask', 'clip-path', 'marker-start', 'marker-mid', 'marker-end']) {
    perhaps(14, name, () => (dice.chance(10) ? 'inherit' : dice.url()));
  }
  perhaps(10, 'filter', () =>
    dice.pick([dice.url(), `blur(3px) ${dice.url()}`, 'drop-shadow(2 2 4)', 'grayscale(1)']),
  );
  perhaps(12, 'opacity', () => dice.pick(['.5', '50%', '0', '2']));
  perhaps(12, 'transform', () => dice.pick(TRANSFORMS));
  perhaps(5, 'style', () => `mix-blend-mode:${dice.pick(['hue', 'multiply'])};isolation:isolate`);
  perhaps(6, 'class', () => 'c');
  perhaps(4, 'data-tone', () => 'continuous');
  perhaps(8, 'stroke', () => 'red');
  perhaps(8, 'stroke-width', () => dice.size());
  perhaps(4, 'stroke-dasharray', () => dice.pick(['3', '.01 .02', '1e-9', '5 0']));
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

const TRANSFORMS = [
  'scale(.01)',
  'scale(30)',
  'rotate(45)',
  'translate(9000 9)',
  'skewX(80)',
  'scale(0)',
  'matrix(1 2 3 4 5 6)',
  'scale(-1 1)',
];

function escaped(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
}

function element(dice: Dice, depth: number, level: number): string {
  const effects = randomEffects(dice);
  const children = (): string => (depth > 0 ? dice.times(4, () => element(dice, depth - 1, level)) : '');
  const box = `x="${dice.length()}" y="${dice.length()}" width="${dice.size()}" height="${dice.size()}"`;
  switch (dice.below(22)) {
    case 0:
    case 1:
      return `<g${effects}>${children()}</g>`;
    case 2:
      return `<svg ${box} viewBox="0 0 ${dice.size()} ${dice.size()}" preserveAspectRatio="xMidYMid ${dice.pick(['meet', 'slice'])}"${effects}>${children()}</svg>`;
    case 3:
      return `<symbol${effects}>${children()}</symbol>`;
    case 4:
    case 5:
    case 6:
      return `<use ${dice.href()} x="${dice.length()}"${effects}/>`;
    case 7:
      return `<pattern ${dice.chance(30) ? dice.href() : ''} width="${dice.pick(['1', '.1', '20', '.01'])}" height="${dice.pick(['1', '.1', '20'])}" ${dice.chance(50) ? 'patternUnits="userSpaceOnUse"' : ''}${effects}>${children()}</pattern>`;
    case 8:
      return `<linearGradient ${dice.chance(50) ? dice.href() : ''}${effects}>${dice.times(4, (i) => `<stop offset=".${i}" stop-color="#f0${i}"/>`)}</linearGradient>`;
    case 9:
      return `<mask ${dice.chance(30) ? 'maskContentUnits="objectBoundingBox"' : ''}${effects}>${children()}</mask>`;
    case 10:
      return `<clipPath${effects}>${children()}</clipPath>`;
    case 11:
      return `<marker markerWidth="${dice.size()}" ${dice.chance(30) ? 'overflow="visible"' : ''}${effects}>${children()}</marker>`;
    case 12:
      return `<filter ${dice.chance(20) ? dice.href() : ''}${effects}>${randomFilter(dice)}</filter>`;
    case 13:
      return `<text x="${dice.length()}" y="${dice.length()}" font-size="${dice.size()}"${effects}>ab<tspan${randomEffects(dice)} rotate="9">cd</tspan><textPath ${dice.href()}>ef</textPath></text>`;
    case 14:
      return `<image ${dice.chance(80) ? box : ''} href="${randomImage(dice, level)}"${effects}/>`;
    case 15:
      return `<path d="M${dice.length()} ${dice.length()}${dice.times(9, () => `L${dice.below(900)} ${dice.below(500)}`)}C1 2 300 400 5 6"${effects}/>`;
    case 16:
      return `<circle r="${dice.size()}" cx="${dice.length()}"${effects}/>`;
    case 17:
      return `<defs>${children()}</defs>`;
    case 18:
      return `<switch${effects}>${children()}</switch>`;
    default:
      return `<rect ${box}${effects}/>`;
  }
}

/** One red pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

function randomImage(dice: Dice, level: number): string {
  if (level > 1 || dice.chance(40)) return PIXEL;
  return `data:image/svg+xml;base64,${Buffer.from(randomSvg(dice, level + 1)).toString('base64')}`;
}
