/** Random drawings of everything whose place is computed: uses, symbols, viewports, markers, filters and outlines. */
import { randomNumbers } from '../../../../support/random.ts';
import { randomShape } from '../boxes/random-shapes.ts';

const RATIOS = ['none', 'xMinYMin', 'xMidYMid slice', 'xMaxYMax meet', 'defer xMinYMax slice', 'xMaxYMid'];
const OVERFLOWS = ['', '', ' overflow="visible"', ' overflow="hidden"', ' overflow="auto"'];

/** One element in a page of 400 x 240, with its definitions. The same seed gives the same one. */
export function randomScene(seed: number): string {
  const random = randomNumbers(seed * 7919);
  const pick = (all: readonly string[]): string => all[random(all.length)] ?? '';
  const maybe = (oneIn: number, text: string): string => (random(oneIn) === 0 ? text : '');
  const small = (id: string): string => {
    const stroke = maybe(2, ` stroke="#000" stroke-width="${random(6)}"`);
    const x = random(60) - 20;
    return pick([
      `<rect id="${id}" x="${x}" y="${random(30)}" width="${5 + random(60)}" height="${5 + random(40)}"${stroke}/>`,
      `<circle id="${id}" cx="${x}" cy="${random(30)}" r="${3 + random(30)}"${stroke}/>`,
      `<path id="${id}" d="M${x} 5q30 ${random(90) - 40} 60 0l-9 30z"${stroke}/>`,
      `<g id="${id}" transform="rotate(${random(90)}) translate(9 4)"><rect width="40" height="${5 + random(30)}"/><circle cx="60" cy="9" r="8" fill="none"${stroke}/></g>`,
    ]);
  };
  const view = (): string =>
    maybe(2, ` viewBox="${random(20) - 10} ${random(9)} ${10 + random(90)} ${10 + random(60)}"`) +
    maybe(2, ` preserveAspectRatio="${pick(RATIOS)}"`) +
    pick(OVERFLOWS);
  const size = (): string => maybe(2, ` width="${10 + random(90)}" height="${10 + random(90)}"`);
  const at = (): string => ` x="${random(200)}" y="${pick([String(random(120)), '20%', '2em'])}"`;
  const transform = maybe(
    2,
    ` transform="${pick(['rotate(20 200 120)', 'scale(1.5 .7)', 'skewX(20)', 'translate(40 20) scale(-1 1) translate(-200 0)'])}"`,
  );
  const filtered = (): string => {
    const units = pick(['', ' filterUnits="userSpaceOnUse"']);
    const region = maybe(
      2,
      units === ''
        ? ` x="${pick(['-.5', '.2', '1.1', '-30%'])}" y="${pick(['0', '.5', '-1'])}" width="${pick(['2', '.3', '150%'])}" height="${pick(['1', '2.5'])}"`
        : ` x="${random(200)}" y="${random(90)}" width="${random(200)}" height="40%"`,
    );
    const steps = pick([
      '<feGaussianBlur stdDeviation="4"/>',
      '<feFlood flood-color="red"/>',
      '<feOffset dx="30" dy="-9"/>',
      '<feDropShadow dx="9" dy="9" stdDeviation="2"/>',
      '<feMorphology operator="dilate" radius="4"/>',
    ]);
    return `<filter id="f"${units}${region}>${steps}</filter>`;
  };
  const filter = pick(['url(#f)', 'blur(4px)', 'drop-shadow(9px 9px 3px #000)', 'url(#f) blur(2px)']);
  const body = (): string => {
    switch (random(8)) {
      case 0:
        return `<defs>${small('s')}</defs><use href="#s"${at()}${size()}/>`;
      case 1:
        return `<symbol id="s"${view()}>${small('i')}</symbol><use href="#s"${at()}${size()}/>`;
      case 2:
        return `<svg${at()}${size()}${view()}>${small('i')}${small('j')}</svg>`;
      case 3:
        return `<defs><svg id="s"${maybe(2, at())}${size()}${view()}>${small('i')}</svg></defs><use href="#s"${at()}${size()}/>`;
      case 4:
        return `<marker id="m" orient="${pick(['auto', '0', '30', '2rad'])}"${maybe(2, ` markerUnits="userSpaceOnUse"`)} refX="${random(9)}" refY="${random(9)}"${maybe(2, ` markerWidth="${1 + random(30)}" markerHeight="${1 + random(30)}"`)}${view()}>${small('i')}</marker><path d="M${random(200)} 60L250 ${random(200)}q30 40 60 -40" fill="${pick(['none', '#ccc'])}" stroke="#000" stroke-width="${1 + random(5)}" marker-start="url(#m)"${maybe(2, ' marker-mid="url(#m)"')} marker-end="url(#m)"/>`;
      case 5:
        return `${filtered()}<g filter="${filter}"${maybe(2, transform)}>${small('i')}</g>`;
      case 6:
        return `${filtered()}<defs>${small('s')}</defs><use href="#s"${at()} filter="${filter}"/><switch>${small('k')}</switch>`;
      default:
        return `<g fill="none" stroke="#000" stroke-width="${1 + random(9)}">${randomShape(seed)}</g>`;
    }
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240" viewBox="0 0 400 240"><g${transform}>${body()}</g></svg>`;
}
