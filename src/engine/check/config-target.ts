/** A check of the text of a config, as plain data: its findings, with the screens that a server has. */
import { parseConfig } from '../../config/read/parse.ts';
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { ScreenSource } from '../../screens/sources/source.ts';
import { configWarnings, type Precedence } from './config-warnings.ts';
import type { CheckFinding } from './finding.ts';

export interface ConfigTarget {
  readonly text: string;
  /** Where screens are looked up. */
  readonly sources: readonly ScreenSource[];
  readonly precedence: Precedence;
}

/** How findings call the text. */
const NAME = 'config';

/** A config with more needs another look after the first are mended. */
const MAX_FINDINGS = 1_000;

/** What is wrong with a config, by the reader of the server; the order is that of the text. */
export function checkConfigOf({ text, sources, precedence }: ConfigTarget): readonly CheckFinding[] {
  const parsed = parseConfig(text, NAME);
  if (!parsed.ok) {
    const problems = parsed.error.map(
      ({ line, column, reason }): CheckFinding => ({
        level: 'error',
        file: NAME,
        line,
        column,
        message: reason,
      }),
    );
    return problems.slice(0, MAX_FINDINGS);
  }
  const rootOf = (handle: string): string | null =>
    sources.find((source) => source.handle === handle)?.roots[0] ?? null;
  const examplesDir = rootOf(EXAMPLES_HANDLE);
  const own = [BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE];
  const repos = new Map(
    sources.filter(({ handle }) => !own.includes(handle)).map((source) => [source.handle, source]),
  );
  const catalogue = new ScreenCatalogue({
    builtinDir: rootOf(BUILTIN_HANDLE) ?? '',
    localDir: rootOf(LOCAL_HANDLE),
    ...(examplesDir === null ? {} : { examplesDir }),
    repos: () => repos,
  });
  return configWarnings(parsed.value, catalogue, precedence)
    .slice(0, MAX_FINDINGS)
    .map(({ showsError, ...rest }) => ({ level: showsError ? 'error' : 'warning', file: NAME, ...rest }));
}
