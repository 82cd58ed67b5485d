/** What is wrong with the screens that devices of a bench show, as far as it is known before the server starts. */

import { checkParams, type ParamSchema } from '../../domain/params.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import type { Result } from '../../platform/base/result.ts';
import { isFileIn, type Screen } from '../../screens/sources/screen.ts';
import type { ConfiguredDevice, OperatorConfig } from './operator-config.ts';

export interface ScreenProblem {
  readonly message: string;
  /** True when there is no such screen, and an error is measured in its place. */
  readonly isMissing: boolean;
}

/** The problems of the screens of some entries and of their params, each once. */
export function shownProblems(
  { catalogue, parsed }: Pick<OperatorConfig, 'catalogue' | 'parsed'>,
  shown: readonly ConfiguredDevice[],
): readonly ScreenProblem[] {
  const { snapshot } = parsed;
  const judged = new Map<string, JudgedScreen>();
  const found = new Map<string, ScreenProblem>();
  for (const { mapping } of shown) {
    const { screen: ref, params } = mapping;
    // Only the server knows the screens of repos.
    if (snapshot.screenRepos.has(parseScreenRef(ref)?.handle ?? '')) continue;
    const { missing, schema } = judged.get(ref) ?? judge(catalogue.locate(ref, snapshot), ref);
    judged.set(ref, { missing, schema });
    const wrong = checkParams(schema, params).map(({ message }) => `screen "${ref}": ${message}`);
    for (const message of missing === null ? wrong : [missing]) {
      found.set(message, { message, isMissing: missing !== null });
    }
  }
  return [...found.values()];
}

/** A screen, looked at once. */
interface JudgedScreen {
  /** Why it cannot be shown; null when it can. */
  readonly missing: string | null;
  readonly schema: ParamSchema;
}

function judge(screen: Result<Screen>, ref: string): JudgedScreen {
  if (!screen.ok) return { missing: describeFailure(screen.error), schema: [] };
  const { roots, scriptFile, templateFile, params } = screen.value;
  const file = [scriptFile, templateFile].find((name) => !roots.some((root) => isFileIn(root, name)));
  return { missing: file === undefined ? null : `the screen "${ref}" has no file ${file}`, schema: params };
}
