/** The facts of the panel as the server gave them, whatever the script has done to its `layout` since. */
import { isPlainObject, type PlainObject } from '../base/plain.ts';
import type { RunContext } from './run-context.ts';

/** The `layout` table; empty where a run has none. */
export function panelFacts(run: RunContext): PlainObject {
  const { layout } = run.job.globals;
  return isPlainObject(layout) ? layout : {};
}

/** `layout.scale`: how much larger than the page of 800 x 480 units the panel is. */
export function panelScale(run: RunContext): number {
  const { scale } = panelFacts(run);
  return typeof scale === 'number' ? scale : 1;
}
