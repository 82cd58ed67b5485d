/** Warns of elements that would show something in a browser, but are left out of a still picture. */
import type { Problem } from '../../../platform/base/failure.ts';
import { ownValue } from '../../../platform/base/plain.ts';
import type { SvgDocument, UndrawnElement } from '../document/tree.ts';
import { WarningList } from '../document/warning-list.ts';

const STILL = 'has no effect: pictures stand still, everything else is drawn as without it';
const NO_PLAYER = 'is not drawn: show a picture with <image>';
const OWN_FONTS = 'has no effect: put font files into FONTS_DIR';

/** What is said of an element, behind its name. Titles, metadata and scripts show nothing, and are not missed. */
const SENTENCES: Readonly<Record<string, string>> = {
  foreignObject: 'is not drawn: write its text as <text>, with a <tspan> for each line',
  iframe: NO_PLAYER,
  video: NO_PLAYER,
  canvas: NO_PLAYER,
  animate: STILL,
  animateColor: STILL,
  animateMotion: STILL,
  animateTransform: STILL,
  set: STILL,
  font: OWN_FONTS,
  'font-face': OWN_FONTS,
};

/** A warning for each kind of element that is left out. */
export function warnOfUndrawnParts(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  for (const part of document.undrawn) {
    const sentence = hasSubstitute(part) ? undefined : ownValue(SENTENCES, part.name);
    if (sentence !== undefined) warnings.add(part, `<${part.name}> ${sentence}`);
  }
  return warnings.problems;
}

/** True for one of several children of a `<switch>`, of which another one is drawn. */
function hasSubstitute({ parent }: UndrawnElement): boolean {
  return parent?.name === 'switch' && parent.children.some(({ kind }) => kind === 'element');
}
