/** Random choices for SVGs, the same for every seed. */
import { randomNumbers } from '../../../support/random.ts';

/** What an SVG is made with. */
export class Dice {
  readonly below: (count: number) => number;
  /** Names that elements have, or may have. */
  readonly ids: readonly string[];

  constructor(seed: number) {
    this.below = randomNumbers(seed);
    // The first numbers of neighbouring seeds are neighbours.
    for (let i = 0; i < 8; i += 1) this.below(2);
    const odd = ['a b', 'a(b', 'ü', 'stipple-none', 'stipple-id-0', '__proto__', 'A', 'a'];
    const count = 3 + this.below(12);
    this.ids = Array.from({ length: count }, (_, i) => (this.chance(8) ? this.pick(odd) : `n${i}`));
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** @param percent  how often it is true */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  times(most: number, one: (i: number) => string): string {
    return Array.from({ length: this.below(most + 1) }, (_, i) => one(i)).join('');
  }

  /** A length: mostly in the picture, now and then tiny, huge or nonsense. */
  length(): string {
    if (this.chance(85)) return String(this.below(900) - 50);
    return this.pick(['0', '0.01', '1e5', '-4000', '120%', '3em', '1e30', 'x', '5000']);
  }

  size(): string {
    if (this.chance(85)) return String(1 + this.below(800));
    return this.pick(['0', '0.001', '1e4', '250%', '9em', '1e-9', '3000']);
  }

  url(): string {
    const id = this.pick(this.ids);
    const written = this.pick(['#I', '#I', '"#I"', "'#I'", ' #I ', ' "#I" ', '\n#I', '#I%20']).replace(
      'I',
      id,
    );
    const name = this.pick(['url', 'url', 'url', 'URL', 'Url', ' url']);
    return `${name}(${written})${this.pick(['', '', '', ' ', ' red', ' none'])}`;
  }

  href(): string {
    const name = this.pick(['href', 'href', 'xlink:href']);
    return `${name}="${this.pick(['#', '#', ' #', '\n#'])}${this.pick(this.ids)}${this.pick(['', '', ' '])}"`;
  }
}
