/** What a drawing says of the screen, for the list of all findings: why pictures fail, and what is warned of. */
import { type Signal, signal } from '@preact/signals';
import type { FieldProblem } from '../../api/call.ts';
import type { PreviewView } from '../../api/types.ts';

/** Something that is wrong with the screen in the editor. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'note';
  /** Null where no file is to blame. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** The panels of the drawing for which it holds; null for what does not depend on them. */
  readonly panels: readonly string[] | null;
  /** True where the message has other numbers on others of the panels. */
  readonly varies?: boolean;
}

/** The newest drawing of the screen that is shown. */
export interface DrawingState {
  /** `failed`: the server has not drawn it, and says why beside the pictures. */
  readonly state: 'none' | 'drawing' | 'drawn' | 'failed';
  readonly findings: readonly Finding[];
  readonly panelCount: number;
}

export const NOTHING_DRAWN: DrawingState = { state: 'none', findings: [], panelCount: 0 };
export const drawing: Signal<DrawingState> = signal(NOTHING_DRAWN);
/** What panels are called for people, by their names. */
export const panelTitles: Signal<ReadonlyMap<string, string>> = signal(new Map());

/** What pictures and params have to say, each once. */
export function findingsOfDrawing(
  pictures: readonly PreviewView['pictures'][number][],
  params: readonly FieldProblem[],
): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { panel, failure, warnings } of pictures) {
    const own = warnings.map(({ level, ...rest }) => ({ severity: level, ...rest }));
    for (const one of failure === null ? own : [{ severity: 'error' as const, ...failure }, ...own]) {
      const { severity, file, line, column, message } = one;
      const key = keyOfFinding(one);
      const before = found.get(key);
      const panels = [...new Set([...(before?.panels ?? []), ...(panel === null ? [] : [panel])])];
      const varies = before !== undefined && (before.varies === true || before.message !== message);
      found.set(
        key,
        before === undefined
          ? { severity, file, line, column, message, panels }
          : { ...before, panels, varies },
      );
    }
  }
  const ofParams = params.map(({ field, message }): Finding => {
    const text = message.startsWith(field) ? message : `${field}: ${message}`;
    return { severity: 'warning', file: null, line: null, column: null, message: text, panels: null };
  });
  return [...ofParams, ...found.values()];
}

/** Findings that say the same have the same: a text that is cut off by more pixels on another panel is one finding. */
export function keyOfFinding({ file, line, message }: Pick<Finding, 'file' | 'line' | 'message'>): string {
  return JSON.stringify([file, line, message.replaceAll(/\d+(?:\.\d+)?/g, '#')]);
}
