/** What the inks of a palette look like on the panel, and whether that is known. */
import { FOUR_GREYS, type Palette } from './palette.ts';
import type { Panel } from './panel.ts';

export interface MeasuredSources {
  /** Colours by which a script describes the inks, in the order of the palette. */
  readonly script: Palette | null;
  readonly panel: Panel | null;
}

/**
 * The measured colours of a palette, in its order: the script's, else those of the panel, whose inks may be in
 * another order or more than are used. Two inks may look the same. Null when they are not known for every ink.
 */
export function resolveMeasured(palette: Palette, { script, panel }: MeasuredSources): Palette | null {
  if (script !== null && script.length === palette.length) return script;
  const known = panelColours(panel);
  const measured = palette.map((ink) => known.get(ink));
  return measured.every((colour) => colour !== undefined) ? measured : null;
}

function panelColours(panel: Panel | null): ReadonlyMap<string, string> {
  const measured = panel?.measured ?? [];
  const sent = panel?.palette ?? FOUR_GREYS;
  return new Map(measured.map((colour, index) => [sent[index] ?? '', colour]));
}

/** Warnings, one sentence each, about measured colours that are asked for and cannot be used. */
export function measuredProblems(palette: Palette, sources: MeasuredSources): readonly string[] {
  const { script, panel } = sources;
  const problems: string[] = [];
  if (script !== null && script.length !== palette.length) {
    problems.push(
      `colors_actual: expected a colour for each of the ${palette.length} inks, got ${script.length}; it is left out`,
    );
  }
  if (panel?.ditherMeasured === true && resolveMeasured(palette, sources) === null) {
    const known = panelColours(panel);
    const unknown = palette.filter((ink) => !known.has(ink)).slice(0, 6);
    problems.push(
      `panel ${panel.name}: dither_measured has no effect, colors_actual does not say what ${unknown.join(', ')} looks like`,
    );
  }
  return problems;
}
