/** Elements that lead to each other, one kind for each way in which resvg follows references. */

const BOX = 'width="90" height="90"';

/** An element with one id that leads to another. */
export type Link = (id: string, next: string) => string;

export const LINKS: Readonly<Record<string, Link>> = {
  'a use in a group': (id, next) => `<g id="${id}"><use href="#${next}"/></g>`,
  'a use': (id, next) => `<use id="${id}" href="#${next}"/>`,
  'a use in a symbol': (id, next) =>
    `<symbol id="${id}" viewBox="0 0 90 90"><use width="90" height="90" href="#${next}"/></symbol>`,
  'a pattern in a pattern': (id, next) =>
    `<pattern id="${id}" width="1" height="1"><rect ${BOX} fill="url(#${next})"/></pattern>`,
  'a pattern of a pattern': (id, next) => `<pattern id="${id}" width="1" height="1" href="#${next}"/>`,
  'a text in a pattern': (id, next) =>
    `<pattern id="${id}" width="40" height="40" patternUnits="userSpaceOnUse"><text y="40">a<tspan fill="url(#${next})">b</tspan></text></pattern>`,
  'a mask on a mask': (id, next) => `<mask id="${id}" mask="url(#${next})"><rect ${BOX}/></mask>`,
  'a mask in a mask': (id, next) => `<mask id="${id}"><g mask="url(#${next})"><rect ${BOX}/></g></mask>`,
  'a clip on a clip': (id, next) =>
    `<clipPath id="${id}" clip-path="url(#${next})"><rect ${BOX}/></clipPath>`,
  'a clip in a clip': (id, next) =>
    `<clipPath id="${id}"><rect ${BOX} clip-path="url(#${next})"/></clipPath>`,
  'a marker in a marker': (id, next) =>
    `<marker id="${id}" overflow="visible"><path d="M0 0L9 9L0 9" stroke="red" marker-mid="url(#${next})"/></marker>`,
  'a filter of a filter': (id, next) => `<filter id="${id}" href="#${next}"/>`,
  'a filter that shows': (id, next) =>
    `<filter id="${id}"><feImage href="#${next}r"/></filter><rect id="${id}r" ${BOX} filter="url(#${id})"/>`,
  'a gradient of a gradient': (id, next) => `<linearGradient id="${id}" href="#${next}"/>`,
  'a paint that is inherited': (id, next) =>
    `<g id="${id}" fill="url(#${next})"><pattern id="${next}" width="1" height="1"><rect ${BOX}/></pattern><rect ${BOX}/></g>`,
};

/** Shows `k0` in every way. */
export const START = ['fill', 'stroke', 'mask', 'clip-path', 'filter', 'marker-end']
  .map((name) => `<path d="M0 0L80 80L0 80z" ${name}="url(#k0)"/>`)
  .concat('<use href="#k0"/>')
  .join('');

/** Elements `k0` to `k<length>`, each of which leads to the next; the last is a group, or leads back to the first. */
export function chainOf(link: Link, length: number, isCycle = false): string {
  const next = (i: number): string => (isCycle && i === length - 1 ? 'k0' : `k${i + 1}`);
  const links = Array.from({ length }, (_, i) => link(`k${i}`, next(i))).join('');
  return `<defs>${links}<g id="k${length}"><rect width="40" height="40"/></g></defs>${START}`;
}
