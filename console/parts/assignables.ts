/** The screens, panels and algorithms that devices can be given: asked for once, and again when config or repos change. */
import { callAdmin } from '../api/call.ts';
import type { Assignable, ScreenView } from '../api/types.ts';
import { type Loaded, useLoad } from './use-load.ts';

export function useAssignable(): Loaded<Assignable> {
  return useLoad((signal) => callAdmin<Assignable>('/screens', { signal }), [], {
    topics: ['config', 'repo', 'screen'],
  });
}

/** All screens, in the order of their sources. */
export function screensOf(assignable: Assignable | null): readonly ScreenView[] {
  return assignable?.screen_repos.flatMap(({ screens }) => screens) ?? [];
}

/** One screen by its `handle/path`. */
export function findScreen(assignable: Assignable | null, ref: string | null): ScreenView | undefined {
  return screensOf(assignable).find((screen) => screen.ref === ref);
}
