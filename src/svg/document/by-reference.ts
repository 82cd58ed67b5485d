/** Elements that are drawn only where something refers to them, if at all; what is in them is no part of the page. */
export const BY_REFERENCE: ReadonlySet<string> = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'linearGradient', 'radialGradient'],
  ...['filter', 'stop', 'style', 'view'],
]);
