/** Reads a text that somebody has edited as the server would: with its secrets put back, and all that is wrong with it at its lines. */
import { z } from 'zod';
import { putSecretsBack } from '../../access/hidden-text.ts';
import { CONFIG_TEXT_LIMITS } from '../../base/config-text-limits.ts';
import { AppError, type FieldProblem } from '../../base/errors.ts';
import { redactLong } from '../../base/redact.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { weakAdminToken } from '../../config/admin-token-strength.ts';
import type { ConfigProblem } from '../../config/findings.ts';
import type { ParsedConfig } from '../../config/parse.ts';
import type { AdminApi } from '../admin-api.ts';
import type { View } from '../view.ts';
import { schemasOf } from './config-source.ts';

export const textProblemSchema = z.object({
  line: z.int().nullable().describe('From 1; null for the text as a whole'),
  column: z.int().nullable(),
  message: z.string(),
  level: z
    .enum(['error', 'warning'])
    .describe('With an error the text is refused; with a warning a value is ignored or probably a mistake'),
});

export type TextProblem = View<typeof textProblemSchema>;

/** A text as it can be used. */
export interface ReadDraft {
  readonly parsed: ParsedConfig;
  /** A finding of the reader, as one of the text with placeholders. */
  placed(finding: {
    readonly line: number | null;
    readonly column: number | null;
    readonly message: string;
  }): Omit<TextProblem, 'level'>;
}

/** @returns else everything that is wrong with it */
export function readDraft(
  api: AdminApi,
  draft: string,
  before: string,
): Result<ReadDraft, readonly TextProblem[]> {
  const { store } = api.configText;
  // Bounded by the reader before anything else looks at it.
  const content = store.read(draft);
  if (!content.ok) return err(content.error.map(asError));
  const old = store.read(before);
  if (!old.ok) return err(old.error.map(asError));
  const whole = putSecretsBack(content.value, old.value, schemasOf(api));
  if (!whole.ok) return err(whole.error.map((problem) => ({ ...problem, level: 'error' })));
  const { text, secrets, placeBefore } = whole.value;
  const placed: ReadDraft['placed'] = ({ line, column, message }) => {
    const place = line === null || column === null ? { line, column } : placeBefore({ line, column });
    return { ...place, message: redactLong(message, secrets) };
  };
  const read = store.read(text);
  const parsed = read.ok ? store.interpret(read.value) : read;
  if (parsed.ok) {
    const weak = isNewToken(api, parsed.value) ? weakAdminToken(parsed.value) : null;
    return weak === null ? ok({ parsed: parsed.value, placed }) : err([{ ...placed(weak), level: 'error' }]);
  }
  return err(
    parsed.error.slice(0, MOST_PROBLEMS).map(({ reason, ...place }) => ({
      ...placed({ ...place, message: reason }),
      level: 'error',
    })),
  );
}

/** One that stands there already is warned of, and hinders nothing else. */
function isNewToken({ configText: { store } }: AdminApi, { secrets }: ParsedConfig): boolean {
  return secrets.adminToken !== store.loaded.secrets.adminToken;
}

/** Problems that are placed and cleared of secrets: twice what a check lists. The last says how many more there are. */
const MOST_PROBLEMS = 2 * CONFIG_TEXT_LIMITS.findings + 1;

function asError({ line, column, reason }: ConfigProblem): TextProblem {
  return { line, column, message: reason, level: 'error' };
}

/** The answer to a text that is refused. */
export function refusedText(problems: readonly TextProblem[]): AppError {
  const described = problems.map(({ line, column, message }): FieldProblem => {
    const place = [line, column].filter((part) => part !== null).join(':');
    return { field: 'text', message: place === '' ? `text: ${message}` : `text:${place}: ${message}` };
  });
  return new AppError('invalid_body', { problems: described });
}
