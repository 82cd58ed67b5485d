/** Gathers faces into families, and decides from which origin the faces of a family come. */
import type { FontFace } from './face.ts';

/**
 * The faces by the keys of their families.
 * @param faces  those of an earlier origin first: upright faces hide later upright ones of the same family, italic faces
 *               later italic ones, so that an upright font of the operator leaves the bundled italic in place
 * @param keysOf the families that a face belongs to
 */
export function groupByFamily(
  faces: readonly FontFace[],
  keysOf: (face: FontFace) => Iterable<string>,
): ReadonlyMap<string, readonly FontFace[]> {
  const families = new Map<string, FontFace[]>();
  for (const face of faces) {
    for (const key of keysOf(face)) {
      const known = families.get(key);
      if (known === undefined) families.set(key, [face]);
      else if (!isHidden(face, known)) known.push(face);
    }
  }
  return families;
}

function isHidden(face: FontFace, known: readonly FontFace[]): boolean {
  const leans = face.style !== 'normal';
  return known.some((other) => other.origin !== face.origin && (leans ? canLean(other) : canStand(other)));
}

function canStand({ style }: FontFace): boolean {
  return style === 'normal';
}

/** True for an italic or oblique face, and for one with an axis for that. */
function canLean({ style, axes }: FontFace): boolean {
  return style !== 'normal' || axes.some(({ tag }) => tag === 'ital' || tag === 'slnt');
}
