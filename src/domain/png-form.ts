/** Which inks a form of PNG can hold. */
import { FOUR_GREYS, isGrey, type Palette } from './palette.ts';
import type { PngForm } from './panel.ts';

/** True for pictures without a palette, which are not dithered. */
export function isTruecolour(form: PngForm | null): boolean {
  return form?.depth === 24;
}

/** True when a form can hold each ink as it is. No form is one that fits the palette. */
export function holdsPalette(form: PngForm | null, palette: Palette): boolean {
  if (form === null) return true;
  if (isTruecolour(form)) return false;
  return form.grey ? unfitInks(form, palette).length === 0 : palette.length <= 2 ** form.depth;
}

/** The inks that are no grey level of a greyscale form. */
export function unfitInks({ depth }: PngForm, palette: Palette): Palette {
  const step = 255 / (2 ** depth - 1);
  return palette.filter((ink) => !isGrey(ink) || Number.parseInt(ink.slice(1, 3), 16) % step !== 0);
}

/** The inks of a form where nobody names them: every grey of its depth, else the four greys. */
export function inksOfForm(form: PngForm): Palette {
  if (isTruecolour(form)) return TRUECOLOURS;
  return form.grey ? evenGreys(2 ** form.depth) : FOUR_GREYS;
}

function evenGreys(count: number): Palette {
  return Array.from({ length: count }, (_, index) => {
    const level = Math.round((index * 255) / (count - 1));
    return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
  });
}

/** What scripts and templates are told of a truecolour display: sixteen greys, and the pure colours. */
const TRUECOLOURS: Palette = [
  ...evenGreys(16),
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
];

/** Warnings, one sentence each, about colours of a script that the panel's PNG cannot hold. */
export function paletteProblems(palette: Palette | null, form: PngForm | null): readonly string[] {
  if (form === null || palette === null || holdsPalette(form, palette)) return [];
  const what = isTruecolour(form) ? 'has no palette' : `cannot hold ${palette.slice(0, 6).join(', ')}`;
  return [
    `colors: the PNG of this panel (png: ${form.depth} bits${form.grey ? ', grey' : ''}) ${what}; they are left out`,
  ];
}
