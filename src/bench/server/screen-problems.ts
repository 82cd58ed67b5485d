/** What is wrong with the screens that devices of a bench show, as far as it is known before the server starts. */
import { describeFailure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { checkParams } from '../../domain/params.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { isFileIn, type Screen } from '../../screens/screen.ts';
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
  const located = new Map<string, Result<Screen>>();
  const found = new Map<string, ScreenProblem>();
  for (const { mapping } of shown) {
    const { screen: ref, params } = mapping;
    // Only the server knows the screens of repos.
    if (snapshot.screenRepos.has(parseScreenRef(ref)?.handle ?? '')) continue;
    const screen = located.get(ref) ?? catalogue.locate(ref, snapshot);
    located.set(ref, screen);
    const missing = missingPart(screen, ref);
    const wrong = screen.ok && missing === null ? checkParams(screen.value.params, params) : [];
    const messages = missing === null ? wrong.map(({ message }) => `screen "${ref}": ${message}`) : [missing];
    for (const message of messages) found.set(message, { message, isMissing: missing !== null });
  }
  return [...found.values()];
}

function missingPart(screen: Result<Screen>, ref: string): string | null {
  if (!screen.ok) return describeFailure(screen.error);
  const { roots, scriptFile, templateFile } = screen.value;
  const missing = [scriptFile, templateFile].find((file) => !roots.some((root) => isFileIn(root, file)));
  return missing === undefined ? null : `the screen "${ref}" has no file ${missing}`;
}
