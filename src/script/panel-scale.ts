/** How much larger than the page of 800 x 480 units the panel is. */
import { isPlainObject } from '../base/plain.ts';
import type { RunContext } from './run-context.ts';

/** `layout.scale` as the server gave it, whatever the script has done to the table since. */
export function scaleOf(run: RunContext): number {
  const { layout } = run.job.globals;
  const scale = isPlainObject(layout) ? layout['scale'] : undefined;
  return typeof scale === 'number' ? scale : 1;
}
