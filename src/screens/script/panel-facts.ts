/** Facts about the panel as the server gave them. They do not change when the script changes its `layout` table. */
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import type { RunContext } from './run-context.ts';

/** The `layout` table; empty when the run has none. */
export function panelFacts(run: RunContext): PlainObject {
  const { layout } = run.job.globals;
  return isPlainObject(layout) ? layout : {};
}

/** `layout.scale`: the factor from the design size of 800 x 480 pixels to the size of the panel. */
export function panelScale(run: RunContext): number {
  const { scale } = panelFacts(run);
  return typeof scale === 'number' ? scale : 1;
}
