/** Where texts paint, by their rough sizes. */
import { type SvgElement, walk } from '../document/tree.ts';
import type { References } from '../graph/references.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { type Box, grow, transformBox, unite } from '../values/box.ts';
import { parseTransform } from '../values/matrix.ts';
import type { ElementPlace } from './place.ts';
import type { Scene } from './scene.ts';
import { textStrokeReach } from './stroke.ts';
import { textSize } from './text-size.ts';

/** How far letters may stand off the path that they lie on, in em: their height, and a baseline in another place. */
const OFF_PATH = 2;

/** The boxes that a `<text>` paints in. @param place  of the text itself */
export function textReach(
  text: SvgElement,
  place: ElementPlace,
  scene: Scene,
  references: References,
): readonly Box[] {
  const size = textSize(text, place, scene.styles);
  if (size === null) return [];
  const edge = spanStrokeReach(text, place, scene.styles);
  const boxes = [size.box];
  walk(text, ({ name, attributes }) => {
    const path = name === 'textPath' ? references.find(attributes['href']) : undefined;
    const line = path === undefined ? null : scene.shapes.of(path, place.user);
    // Shifts move letters off the line by as much as they make the text larger.
    const off = OFF_PATH * size.em + size.shift;
    if (line === null) return;
    // Renderers disagree about the transform of the path itself.
    const own = transformBox(parseTransform(path?.attributes['transform']), line.box);
    boxes.push(grow(unite(line.box, own) ?? own, off, off));
  });
  return boxes.map((box) => transformBox(place.matrix, grow(box, edge, edge)));
}

/** How far the strokes of a text and its spans extend beyond the letters, in user units. */
export function spanStrokeReach(
  text: SvgElement,
  { style, user }: Pick<ElementPlace, 'style' | 'user'>,
  styles: ComputedStyles,
): number {
  const reachOf = (span: SvgElement, own: ComputedStyle): number => {
    let reach = textStrokeReach(own);
    for (const child of span.children) {
      if (child.kind === 'element') reach = Math.max(reach, reachOf(child, styles.enter(child, own, user)));
    }
    return reach;
  };
  return reachOf(text, style);
}
