/** Elements that are drawn only where something refers to them, if at all; their content is not part of the page. */
import { wordSet } from '../../../platform/base/words.ts';
export const BY_REFERENCE: ReadonlySet<string> = wordSet(`
  defs symbol clipPath mask pattern marker linearGradient radialGradient filter stop style view
`);
